import type { Config } from "../../config/config.ts";
import { createDownloads, DOWNLOADS_OF_LINK } from "../../media/relay/downloads.ts";
import { createRelay } from "../../media/relay/relay.ts";
import {
  createResultLinks,
  type ResultLinkReader,
  type ResultLinks,
} from "../../worker/delivery/result/result-links.ts";
import { createResultRoutes } from "../../worker/delivery/result/result-page.ts";
import { createResultTokens } from "../../worker/delivery/result/result-token.ts";
import type { RelayUrls } from "../../media/relay/relay.ts";
import type { CheckedStart } from "../context/check-start.ts";
import type { Context } from "../context/context.ts";
import type { Part } from "../service-status.ts";
import type { OpenedPlatforms } from "../platforms.ts";
import { fileAddress, onThisMachine } from "./addresses.ts";
import type { HttpServer } from "./http-server.ts";
import { openHealth } from "./health.ts";
import { identityRoutes } from "./identity-routes.ts";
import { createServers } from "./servers.ts";

/** The running servers. The local port is already listening, so its address is known. */
export interface Served extends AsyncDisposable {
  /** The address of the local port. */
  readonly url: string;
  /** Addresses of result pages. */
  readonly resultLinks: ResultLinks & ResultLinkReader;
  /** Addresses of files for the gateway. */
  readonly relayUrls: RelayUrls;
  readonly parts: () => Part[];
  /** The public port's server, if anything is served there. It does not listen yet. */
  readonly outside: HttpServer | undefined;
}

/** Serves health, metrics, the platforms' routes, results, and files for the gateway. */
export async function serve(
  config: Config,
  checked: CheckedStart,
  context: Context,
  platforms: OpenedPlatforms,
): Promise<Served> {
  const { db, clock, databaseClock, kept, gateways, deliveries, keys, meters } = context;
  const { host, publicUrl, metricsToken, role, dataDir } = config;
  const secretKey = keys.secretKeys.current;
  for (const counter of platforms.counters) meters.add(counter);
  await using opened = new AsyncDisposableStack();
  const health = opened.use(
    openHealth({
      db,
      disk: kept.disk,
      statuses: platforms.statuses,
      gateways: context.gatewayWatch,
      store: kept.watch,
      currentLoop: context.currentLoop,
      meters,
      clock,
      databaseClock,
      dataDir,
      access: {
        host,
        allowedOrigins: publicUrl === undefined ? [] : [new URL(publicUrl).origin],
        metricsToken,
        isLoggedIn: platforms.isLoggedIn,
      },
    }),
  );
  const downloads = createDownloads({ ofSigner: DOWNLOADS_OF_LINK, clock });
  const files = { media: kept.served, downloads };
  const relay = createRelay({ files, secretKey, clock });
  const tokens = createResultTokens(secretKey);
  const results = createResultRoutes({ tokens, store: deliveries, files, clock });
  const identity = identityRoutes(secretKey);
  const routes = { health: health.routes, relay: relay.routes, results, identity, platforms: platforms.routes };
  const servers = createServers(config, checked, routes, gateways.sandbox);
  const { url } = await opened.adopt(servers.local, (it) => it.close()).listen();
  // A worker serves no files itself, so only a public address can lead to them.
  const baseUrl = publicUrl !== undefined || role === "worker" ? publicUrl : onThisMachine(url);
  const parts = opened.move();
  return {
    url,
    resultLinks: createResultLinks({ tokens, clock, lifeMs: kept.keepMs, baseUrl }),
    // The embedded sandbox loads files locally, because a public address might not lead back here.
    relayUrls: relay.at(gateways.sandbox ? onThisMachine(url) : fileAddress(config, gateways)),
    parts: health.parts,
    outside: servers.outside,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
