import { join } from "node:path";
import { commands } from "../commands/index.ts";
import { createCredentials } from "./account/credentials.ts";
import { createKeyHealth } from "./account/key-health.ts";
import { createSeal } from "./account/seal.ts";
import { createConsole } from "./chat/console/console.ts";
import { ensurePageBuilt } from "./chat/console/page-build.ts";
import { WORKSPACE } from "./chat/console/people.ts";
import { systemClock, type Clock } from "./clock.ts";
import { createDispatch } from "./command/dispatch.ts";
import type { Config } from "./config.ts";
import { createAccountStore } from "./db/account-store.ts";
import { connectDatabase } from "./db/connection.ts";
import { createDeliveryStore } from "./db/delivery-store.ts";
import { createJobStore } from "./db/job-store.ts";
import { migrate } from "./db/migrate.ts";
import { announceCancel, hearNotifications } from "./db/notify.ts";
import { lockDataDir } from "./data-lock.ts";
import { keepBatch } from "./delivery/keeper.ts";
import { createGate } from "./gate.ts";
import { createGatewayHttp } from "./gateway/http.ts";
import { createImageClient } from "./gateway/image-client.ts";
import { createBus } from "./job/bus.ts";
import { createJobService } from "./job/service.ts";
import { DEFAULT_KEY_CONCURRENCY, SANDBOX_KEY_CONCURRENCY } from "./limits.ts";
import type { Logger } from "./log.ts";
import { createFolderStore } from "./media/folder-store.ts";
import { checkDatabase, openDatabase } from "./ops/database.ts";
import { checkImageGateway, openImageGateway } from "./ops/image-gateway.ts";
import { createHttpServer, requireFreePort } from "./ops/http-server.ts";
import { createMetrics } from "./ops/metrics.ts";
import type { ReadyFacts } from "./ops/ready.ts";
import { startTogether } from "./ops/start-together.ts";
import { secretKeyFor } from "./ops/secret-key.ts";
import { textsFor } from "./text/texts.ts";

/** A running Easel. */
export interface App {
  readonly ready: ReadyFacts;
  /** Resolves when everything is down, the embedded parts included. */
  stop(): Promise<void>;
}

/** What tests put in the place of the world's. */
export interface Overrides {
  readonly clock?: Clock;
  readonly random?: () => number;
  /** How fast the embedded sandbox works: 1 by default, 0 at once. */
  readonly sandboxSpeed?: number;
  /** False makes the embedded database quicker and unsafe. */
  readonly durable?: boolean;
  /** Puts something between us and the database: takes its address, gives the one to use. */
  readonly reachDatabase?: (url: string) => Promise<string>;
}

/**
 * The composition root: starts every part in order, and stops them in the reverse order when one of them fails to start. It
 * alone knows the concrete classes. Throws a `ConfigError` for what a person can mend; aborting `signal` ends the start.
 */
export async function createApp(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  overrides: Overrides = {},
): Promise<App> {
  const clock = overrides.clock ?? systemClock;
  const random = overrides.random ?? Math.random;
  await using started = new AsyncDisposableStack();
  const adopt = <T extends { stop(): Promise<void> }>(part: T): T => started.adopt(part, (it) => it.stop());

  // What a person may have to mend is checked before anything is started.
  await requireFreePort(config);
  await checkImageGateway(config, log, signal);
  await checkDatabase(config);
  const lock = await lockDataDir(config.dataDir);
  started.defer(() => lock.release());
  const [database, gateway] = await startTogether(
    signal,
    (starting) => openDatabase(config, log, starting, overrides.durable ?? true).then((it) => adopt(it)),
    () => openImageGateway(config, log, overrides.sandboxSpeed ?? 1).then((it) => adopt(it)),
    async () => (config.console.on ? ensurePageBuilt(log) : undefined),
  );
  signal.throwIfAborted();
  await migrate(database.url);

  const databaseUrl = (await overrides.reachDatabase?.(database.url)) ?? database.url;
  const db = started.adopt(connectDatabase(databaseUrl, log), (it) => it.close());
  const http = started.adopt(createGatewayHttp({ clock, log }), (it) => it.close());
  const media = await createFolderStore(join(config.dataDir, "media"));
  const accounts = createAccountStore(db);
  const credentials = createCredentials(accounts, createSeal(await secretKeyFor(config)));
  const deliveries = createDeliveryStore(db);
  const organisationId = await accounts.claimForFirst("console", WORKSPACE);
  await credentials.enter({
    organisationId,
    secret: gateway.apiKey,
    services: ["image"],
    concurrency: gateway.sandbox ? SANDBOX_KEY_CONCURRENCY : DEFAULT_KEY_CONCURRENCY,
  });

  const chat = createConsole({
    db,
    media,
    commands: commands.map((command) => command.spec),
    texts: textsFor,
    clock,
    log,
    ...(config.console.password === undefined ? {} : { password: config.console.password }),
    ...(config.publicUrl === undefined ? {} : { allowedOrigins: [new URL(config.publicUrl).origin] }),
  });
  const work = createGate(clock);
  const bus = createBus();
  const shared = { clock, random, log, media };
  const jobs = createJobService({
    ...shared,
    store: createJobStore(db),
    deliveries,
    credentials,
    remotes: { image: createImageClient({ http, clock }), video: undefined },
    baseUrls: { image: gateway.baseUrl, video: undefined },
    bus,
    work,
    onRefusal: createKeyHealth(accounts, log),
    keep: (batchId, shift) =>
      keepBatch(batchId, { ...shared, store: deliveries, platformOf: () => chat.platform }, shift),
    sandbox: gateway.sandbox,
    alone: config.databaseUrl === undefined,
    announceCancel: (batchId) => announceCancel(db, batchId),
  });

  const working = new AbortController();
  const running = jobs.run(working.signal);
  started.defer(async () => {
    working.abort(new Error("stopping"));
    await running;
  });
  started.defer(await hearNotifications(db, jobs.heard));
  await chat.platform.start(createDispatch({ jobs, accounts, commands, log }));
  started.defer(() => chat.platform.stop());

  let databaseUp = true;
  started.defer(db.onStatus((status) => (databaseUp = status === "up")));
  const server = createHttpServer({
    host: config.host,
    port: config.port,
    isReady: () => databaseUp,
    metrics: createMetrics({ databaseUp: () => databaseUp }),
    console: config.console.on ? chat.routes : undefined,
  });
  started.defer(() => server.close());
  const { url } = await server.listen();
  signal.throwIfAborted();

  const parts = started.move();
  return {
    ready: { url: config.console.on ? url : undefined, gateway: gateway.label, database: database.label },
    stop: () => parts.disposeAsync(),
  };
}
