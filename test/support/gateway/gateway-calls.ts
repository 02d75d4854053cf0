import { systemClock } from "../../../src/lib/clock.ts";
import { GatewayError } from "../../../src/gateway/gateway-error.ts";
import { createGatewayHttp, type GatewayCall, type GatewayHttp } from "../../../src/gateway/http/http.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { startTcpServer, type TcpServer } from "../process/tcp-server.ts";

/** The key for the calls below. */
export const CALL_KEY = "sk-very-secret-key";

/** The servers and clients that one test opened. */
export interface GatewayCalls {
  serve(...parts: Parameters<typeof startTcpServer>): Promise<TcpServer>;
  connect(options?: Partial<Parameters<typeof createGatewayHttp>[0]>): GatewayHttp;
  /** Closes all of them. */
  close(): Promise<void>;
}

export function createGatewayCalls(): GatewayCalls {
  const opened: (() => Promise<void>)[] = [];
  return {
    async serve(...parts) {
      const server = await startTcpServer(...parts);
      opened.push(() => server.close());
      return server;
    },
    connect(options = {}) {
      const http = createGatewayHttp({ clock: systemClock, log: createLog("silent"), ...options });
      opened.push(() => http.close());
      return http;
    },
    async close() {
      for (const close of opened.splice(0).toReversed()) await close();
    },
  };
}

/** A call like a create: a POST with a body. */
export function postTo(url: string): GatewayCall & { apiKey: string } {
  return {
    method: "POST",
    url: new URL("/jobs", url),
    apiKey: CALL_KEY,
    accept: "application/json",
    body: '{"prompt":"a red fox"}',
    long: false,
    deadlineMs: 60_000,
  };
}

/** The error that a call must fail with. */
export async function failureOf(work: Promise<unknown>): Promise<GatewayError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error("the call should have failed");
}
