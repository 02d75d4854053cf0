import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../../src/lib/clock.ts";
import { createGatewayHttp, type GatewayHttp } from "../../../src/gateway/http/http.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { startSandbox } from "../../../src/sandbox/sandbox.ts";

/** The gateway from the environment, or else a separate sandbox. */
export interface AnyGateway {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly http: GatewayHttp;
  /** The poll interval in milliseconds: the contracts' intervals, or none for the sandbox. */
  readonly pollMs: { readonly image: number; readonly video: number };
  close(): Promise<void>;
}

const { GATEWAY_URL, GATEWAY_KEY, GATEWAY_CREATES, GATEWAY_SERVICES, GATEWAY_IMAGE_MODEL, GATEWAY_VIDEO_MODEL } =
  process.env;

/** Whether tests may create things that cost money: always in the sandbox, elsewhere only on request. */
export const CREATES = GATEWAY_URL === undefined || GATEWAY_CREATES === "1";

/** Whether the gateway has the service: both, unless `GATEWAY_SERVICES` names one. */
export function hasService(service: "image" | "video"): boolean {
  return GATEWAY_SERVICES === undefined || GATEWAY_SERVICES.split(",").includes(service);
}

/** The models for pictures and clips; for clips, by default the first cheap model in the key's list. */
export const MODELS = { image: GATEWAY_IMAGE_MODEL ?? "provider-a/image-2", video: GATEWAY_VIDEO_MODEL };

export async function openAnyGateway(): Promise<AnyGateway> {
  const log = createLog("silent");
  const http = createGatewayHttp({ clock: systemClock, log });
  if (GATEWAY_URL !== undefined) {
    if (GATEWAY_KEY === undefined) throw new Error("GATEWAY_URL is set without GATEWAY_KEY; set the key as well");
    return {
      baseUrl: GATEWAY_URL.replace(/\/+$/, ""),
      apiKey: GATEWAY_KEY,
      http,
      pollMs: { image: 1_500, video: 15_000 },
      close: () => http.close(),
    };
  }
  const dataDir = await mkdtemp(join(tmpdir(), "easel-any-gateway-"));
  const sandbox = await startSandbox({ port: 0, dataDir, speed: 0, media: "tiny", log });
  return {
    baseUrl: sandbox.url,
    apiKey: "sk-sandbox",
    http,
    pollMs: { image: 20, video: 20 },
    async close() {
      await http.close();
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
