import fastify, { type FastifyPluginAsync, type FastifyServerOptions } from "fastify";
import type { TrustProxy } from "../../config/proxy-config.ts";
import { systemClock, type Clock } from "../../lib/clock.ts";
import { answerBadAddress, answerBadConnection, sealResponses } from "../../lib/sealed-responses.ts";
import { listenError, type ListenAddress } from "./listen.ts";
import { limitRequests } from "./rate-limits.ts";

/** A server that is started and stopped. */
export interface HttpServer {
  /** Rejects with a `ConfigError` when the address is not available. */
  listen(): Promise<{ url: string }>;
  close(): Promise<void>;
}

/** How long requests in progress get to finish when the server stops. */
const CLOSE_GRACE_MS = 2_000;
/**
 * How long a request may take to arrive: enough for the largest upload at 1 MB/s, but bounded, in case it trickles in. Strangers'
 * bodies get far less (`limitRequests`).
 */
const REQUEST_MS = 10 * 60_000;
/**
 * How long a connection may be silent during a request: longer than any handler works without output, and than the pauses of an
 * event stream. A response that the client doesn't read stays in memory until then.
 */
const SILENT_MS = 5 * 60_000;

/** A server's settings besides its address and routes. */
export interface HttpServerOptions {
  readonly routes: readonly FastifyPluginAsync[];
  /** How many unsigned requests a network may send per window. */
  readonly unsignedRequests: number;
  /** Which proxies to trust about a request's origin. Undefined for none. */
  readonly trustProxy: TrustProxy | undefined;
  /** Limits how long bodies take (default: the system's clock). */
  readonly clock?: Pick<Clock, "after">;
}

/** A server with the given routes and nothing else. */
export function createHttpServer(address: ListenAddress, options: HttpServerOptions): HttpServer {
  const server = fastify({
    forceCloseConnections: "idle",
    bodyLimit: 1024 * 1024,
    requestTimeout: REQUEST_MS,
    connectionTimeout: SILENT_MS,
    trustProxy: trustFunction(options.trustProxy),
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBadConnection,
  });
  return {
    async listen() {
      const { host } = address;
      sealResponses(server);
      await limitRequests(server, options.unsignedRequests, options.clock ?? systemClock);
      for (const plugin of options.routes) void server.register(plugin);
      try {
        await server.listen({ host, port: address.port });
      } catch (error) {
        throw listenError(error, address);
      }
      const bound = server.server.address();
      const port = typeof bound === "object" && bound ? bound.port : address.port;
      return { url: `http://${host.includes(":") ? `[${host}]` : host}:${port}` };
    },
    async close() {
      const hurry = setTimeout(() => server.server.closeAllConnections(), CLOSE_GRACE_MS);
      await server.close();
      clearTimeout(hurry);
    },
  };
}

/** Fastify treats a plain number as trusting no proxy, so count hops here. */
function trustFunction(trust: TrustProxy | undefined): NonNullable<FastifyServerOptions["trustProxy"]> {
  if (trust === undefined) return false;
  return "hops" in trust ? (_address: string, hop: number) => hop < trust.hops : [...trust.addresses];
}
