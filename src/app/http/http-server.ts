import fastify, { type FastifyPluginAsync } from "fastify";
import { listenError, type ListenAddress } from "./listen.ts";
import type { Metrics } from "./metrics.ts";
import type { Part } from "../parts.ts";

/** A server that is started and stopped. */
export interface HttpServer {
  /** Rejects with a `ConfigError` when the address can't be had. */
  listen(): Promise<{ url: string }>;
  close(): Promise<void>;
}

/** Requests under way when the server stops get this long to end. */
const CLOSE_GRACE_MS = 2_000;
/** A request must have come in whole by then: the largest upload at 1 MB/s does, and one that trickles in holds nothing for ever. */
const REQUEST_MS = 10 * 60_000;

/** A server of the given routes and nothing else. */
export function createHttpServer(address: ListenAddress, routes: readonly FastifyPluginAsync[]): HttpServer {
  const server = fastify({ forceCloseConnections: "idle", bodyLimit: 1024 * 1024, requestTimeout: REQUEST_MS });
  for (const plugin of routes) void server.register(plugin);
  return {
    async listen() {
      const { host } = address;
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

/**
 * Health and metrics. `isReady`: whether what is acknowledged now would be kept. A part outside that is away or refuses us shows,
 * but leaves Easel ready: the others go on.
 */
export function healthRoutes(
  isReady: () => boolean,
  parts: () => readonly Part[],
  metrics: Metrics,
): FastifyPluginAsync {
  return async (server) => {
    server.get("/healthz", async () => ({ status: "alive" }));
    server.get("/readyz", async (_request, reply) => {
      if (!isReady()) return reply.code(503).send({ status: "the database is away" });
      const all = parts();
      return reply.send({
        status: all.every((part) => part.isUp) ? "ready" : "degraded",
        parts: Object.fromEntries(all.map(({ name, says }) => [name, says])),
      });
    });
    server.get("/metrics", async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  };
}
