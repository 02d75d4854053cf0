import type { FastifyPluginAsync } from "fastify";
import type { Config } from "../../config/config.ts";
import type { OpenedPlatform } from "../../platforms/entry.ts";
import { createHttpServer, type HttpServer } from "./http-server.ts";
import type { ListenAddress } from "./listen.ts";

/** Unsigned requests per network and window at the public port: more than anyone opens by hand. */
const PUBLIC_REQUESTS = 120;
/** Unsigned requests per network and window at the local port: 50 a second, for scripts that wait until Easel is ready. */
const LOCAL_REQUESTS = 3_000;

/** Everything that Easel serves, by kind. */
export interface ServedRoutes {
  readonly health: FastifyPluginAsync;
  readonly relay: FastifyPluginAsync;
  readonly results: FastifyPluginAsync;
  readonly identity: FastifyPluginAsync;
  readonly platforms: OpenedPlatform["routes"];
}

/**
 * The server at `PORT`, and the one at `PUBLIC_PORT` if anything is served publicly. With a public address, media and results are
 * served there only. The embedded sandbox still loads media locally, because a public address might not lead back here.
 */
export function createServers(
  config: Config,
  { local, outside }: { readonly local: ListenAddress; readonly outside: ListenAddress | undefined },
  routes: ServedRoutes,
  isSandbox: boolean,
): { readonly local: HttpServer; readonly outside: HttpServer | undefined } {
  const { trustProxy, publicUrl, role } = config;
  const listens = role !== "worker";
  const forOutside = [routes.relay, routes.results, routes.identity];
  return {
    local: createHttpServer(local, {
      trustProxy,
      unsignedRequests: LOCAL_REQUESTS,
      routes: [
        routes.health,
        ...routes.platforms.local,
        ...(listens && publicUrl === undefined ? forOutside : []),
        ...(listens && publicUrl !== undefined && isSandbox ? [routes.relay] : []),
      ],
    }),
    outside:
      outside &&
      createHttpServer(outside, {
        trustProxy,
        unsignedRequests: PUBLIC_REQUESTS,
        routes: [...(publicUrl === undefined ? [] : forOutside), ...routes.platforms.outside],
      }),
  };
}
