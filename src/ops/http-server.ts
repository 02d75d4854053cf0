import { createServer } from "node:net";
import fastify, { type FastifyInstance, type FastifyPluginAsync } from "fastify";
import { ConfigError } from "../errors.ts";
import type { Metrics } from "./metrics.ts";

export interface HttpServerOptions {
  readonly host: string;
  readonly port: number;
  /** Whether what is acknowledged now would be kept. */
  readonly isReady: () => boolean;
  readonly metrics: Metrics;
  readonly console: FastifyPluginAsync | undefined;
}

/** Requests under way when the server stops get this long to end. */
const CLOSE_GRACE_MS = 2_000;

/** The local HTTP server: health, metrics and the Console. Listens when `listen` is called. */
export function createHttpServer(options: HttpServerOptions): {
  listen(): Promise<{ url: string }>;
  close(): Promise<void>;
} {
  const server: FastifyInstance = fastify({ forceCloseConnections: "idle", bodyLimit: 1024 * 1024 });
  server.get("/healthz", async () => ({ status: "alive" }));
  server.get("/readyz", async (_request, reply) => {
    const ready = options.isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "the database is away" });
  });
  server.get("/metrics", async (_request, reply) =>
    reply.type(options.metrics.contentType).send(await options.metrics.text()),
  );
  if (options.console) void server.register(options.console);

  return {
    async listen() {
      try {
        await server.listen({ host: options.host, port: options.port });
      } catch (error) {
        throw listenError(error, options);
      }
      const address = server.server.address();
      const port = typeof address === "object" && address ? address.port : options.port;
      const name = options.host.includes(":") ? `[${options.host}]` : options.host;
      return { url: `http://${name}:${port}` };
    },
    async close() {
      const hurry = setTimeout(() => server.server.closeAllConnections(), CLOSE_GRACE_MS);
      await server.close();
      clearTimeout(hurry);
    },
  };
}

/** Throws what `listen` would throw later, before anything else is started. */
export async function requireFreePort(address: { readonly host: string; readonly port: number }): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen(address.port, address.host, resolve);
    });
  } catch (error) {
    throw listenError(error, address);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** Says which variable to change when an address can't be listened on. */
function listenError(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return new ConfigError(
        "PORT",
        `PORT ${port} is in use by another program; stop that program, or set PORT to a free one, e.g. PORT=${port + 1}.`,
        error,
      );
    case "EACCES":
      return new ConfigError(
        "PORT",
        `PORT ${port} needs more rights than this user has; set PORT to one above 1023.`,
        error,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new ConfigError("HOST", `HOST ${host} is not an address of this machine; set HOST to 127.0.0.1.`, error);
    default:
      return error;
  }
}
