import fastify, { type FastifyPluginAsync, type FastifyServerOptions } from "fastify";
import type { TrustProxy } from "../../config/proxy-config.ts";
import { answerBadAddress, answerBadConnection, sealResponses } from "../../lib/sealed-responses.ts";
import { listenError, type ListenAddress } from "./listen.ts";
import { limitRequests } from "./rate-limits.ts";

/** A server that is started and stopped. */
export interface HttpServer {
  /** Rejects with a `ConfigError` when the address is not available. */
  listen(): Promise<{ url: string }>;
  close(): Promise<void>;
}

/** Requests under way when the server stops get this long to end. */
const CLOSE_GRACE_MS = 2_000;
/** A request must have come in whole by then: the largest upload at 1 MB/s does, and one that trickles in holds nothing for ever. */
const REQUEST_MS = 10 * 60_000;

/** What a server is told beside its address and its routes. */
export interface HttpServerOptions {
  readonly routes: readonly FastifyPluginAsync[];
  /** How many unsigned requests one network may send in each window. */
  readonly unsignedRequests: number;
  /** Which proxies are believed about where a request comes from; undefined: none. */
  readonly trustProxy: TrustProxy | undefined;
}

/** A server of the given routes and nothing else. */
export function createHttpServer(address: ListenAddress, options: HttpServerOptions): HttpServer {
  const server = fastify({
    forceCloseConnections: "idle",
    bodyLimit: 1024 * 1024,
    requestTimeout: REQUEST_MS,
    trustProxy: trustFunction(options.trustProxy),
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBadConnection,
  });
  return {
    async listen() {
      const { host } = address;
      sealResponses(server);
      await limitRequests(server, options.unsignedRequests);
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

/** Fastify reads a plain number as nobody at all, so hops are counted here. */
function trustFunction(trust: TrustProxy | undefined): NonNullable<FastifyServerOptions["trustProxy"]> {
  if (trust === undefined) return false;
  return "hops" in trust ? (_address: string, hop: number) => hop < trust.hops : [...trust.addresses];
}
