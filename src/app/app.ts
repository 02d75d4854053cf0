import { join } from "node:path";
import { commands } from "../../commands/index.ts";

import type { PlatformName } from "../core/chat/conversation.ts";
import type { Platform } from "../core/chat/platform.ts";
import { systemClock, type Clock } from "../lib/clock.ts";
import { createDispatch } from "../command/dispatch.ts";
import { createTakeFiles } from "../command/files/files.ts";
import type { Config } from "../config/config.ts";
import { createAccountStore } from "../db/accounts/account-store.ts";
import { createOrganisationStore } from "../db/accounts/organisation-store.ts";
import { connectDatabase } from "../db/connection.ts";
import { createDatabaseClock } from "../db/database-clock.ts";
import { createDeliveryStore } from "../db/delivery/delivery-store.ts";
import { createFittingStore } from "../db/delivery/fitting-store.ts";
import { createJobStore, type Tell } from "../db/jobs/job-store.ts";
import { createResultStore } from "../db/delivery/result-store.ts";
import { migrate } from "../db/migrate.ts";
import { announceCancel, announceChanges, announceProgress, hearNotifications, hearProgress } from "../db/notify.ts";
import type { BatchView } from "../core/delivery/delivery-store.ts";
import { createAcknowledged } from "../worker/delivery/notice/acknowledged.ts";
import { reconcileBatch } from "../worker/delivery/batch-reconciler.ts";
import { createResults } from "../worker/delivery/result/results.ts";
import { createWakeup } from "../lib/wakeup.ts";
import { createGatewayHttp } from "../gateway/http/http.ts";
import { createImageClient } from "../gateway/image/image-client.ts";
import { askForModels } from "../gateway/model-list.ts";
import { openStoredBody } from "../gateway/http/stored-body.ts";
import { createVideoClient } from "../gateway/video/video-client.ts";
import { createBus } from "../core/job/bus.ts";
import { createProgressBroadcast, readProgress } from "../worker/progress-broadcast.ts";
import { createChangeBroadcast } from "../worker/change-broadcast.ts";
import { createJobService } from "../worker/job-service.ts";
import type { Logger } from "../lib/log/log.ts";
import { createIntake } from "../media/intake.ts";
import { createLinks } from "../media/link/link.ts";
import { createReferenceUrls } from "../media/relay/reference-urls.ts";
import { createRelay } from "../media/relay/relay.ts";
import { onThisMachine } from "./http/addresses.ts";
import { type ConsoleSettings, healthAccess, openConsole } from "./platforms/console.ts";
import { watchGateways } from "./context/check-gateways.ts";
import { checkStart } from "./context/check-start.ts";
import { openFoundations } from "./context/foundations.ts";
import { imageService, type SandboxSettings } from "./context/gateways.ts";
import { openHealth } from "./http/health.ts";
import { plainHttpOf } from "./http/plain-http.ts";
import { openKeys } from "./context/keys.ts";
import { openMedia } from "./context/media.ts";
import { openPolicy } from "./context/policy.ts";
import { openOrganisations } from "./context/organisations.ts";
import { openPeople } from "./context/people.ts";
import { openQuotas } from "./context/quotas.ts";
import type { PlatformStatus } from "./parts.ts";
import type { ReadyFacts } from "./ready.ts";
import { createServers } from "./http/servers.ts";
import { createReplyPriority } from "../lib/reply-priority.ts";

/** A running Easel. */
export interface App {
  readonly ready: ReadyFacts;
  /** Resolves when everything is down, the embedded parts included. */
  stop(): Promise<void>;
}

/** What tests put in the place of the world's. */
export interface Overrides extends SandboxSettings, ConsoleSettings {
  readonly clock?: Clock;
  readonly random?: () => number;
  /** A local server that links of members may lead to as well. */
  readonly linkOrigin?: string;
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

  const works = config.role !== "chat";
  const listens = config.role !== "worker";
  const outer = { clock, random, log };
  const checked = await checkStart(config, outer, signal);
  const { database, gateways } = started.use(await openFoundations(config, log, signal, overrides));
  signal.throwIfAborted();
  const role = await migrate(database.url, { variable: database.variable, log });
  const databaseUrl = (await overrides.reachDatabase?.(database.url)) ?? database.url;
  const db = started.adopt(connectDatabase(databaseUrl, log, role), (it) => it.close());
  const replyPriority = createReplyPriority(systemClock);
  const onOutcome = (origin: string, failure: string | undefined): void => gatewayWatch.heard(origin, failure);
  const http = started.adopt(createGatewayHttp({ clock, log, onOutcome }), (it) => it.close());
  const gatewayWatch = watchGateways(config, checked.gateways, http, outer);
  const kept = started.use(await openMedia(config, { db, clock, random, replyPriority, log }, signal));
  const { store: media, disk } = kept;
  const intake = started.use(createIntake({ media, disk, log, folder: join(config.dataDir, "incoming") }));
  const links = started.adopt(createLinks({ localOrigin: overrides.linkOrigin }), (it) => it.close());
  const accounts = createAccountStore(db);
  const organisations = createOrganisationStore(db);
  const keysOf = {
    config,
    db,
    accounts,
    organisations,
    gateways,
    http,
    disk,
    storeWatch: kept.watch,
    clock,
    random,
    log,
  };
  const keys = await openKeys({
    ...keysOf,
    platforms: () => [...platforms.values()],
    platformStates: () => beside.memberships(),
    operatorCode: () => people.operatorCode,
  });
  const people = openPeople({ ...keysOf, secretKeys: keys.secretKeys, configuredKeys: keys.configuredKeys });
  const work = createWakeup(clock);
  const databaseClock = createDatabaseClock(clock);
  const tell: Tell = {
    changed: (batchId) => jobs.changed(batchId),
    freed: () => work.ring(),
    time: (now) => databaseClock.learn(now),
  };
  const deliveries = createDeliveryStore(db, tell);
  const tenants = await openOrganisations({ ...keysOf, ...keys });
  const images = imageService(gateways.image, createImageClient({ http, clock }), { ...checked.gateways, clock, log });
  const videoUrl = gateways.video?.baseUrl;

  const specs = commands.map((command) => command.spec);
  const its = { commands: specs, memberships: () => policy.ports.memberships, secretKey: keys.secretKeys.current };
  const chat = openConsole(config, { db, media, keepFile: intake.keep, ...its, clock, log }, overrides);
  const { secretKeys } = keys;
  const beside = started.use(checked.platforms.open({ db, secretKeys, commands: specs, databaseClock }));
  const { discord, slack } = beside;
  const platforms: ReadonlyMap<PlatformName, Platform> = new Map(
    [chat, discord, slack].flatMap((one) => (one ? [[one.platform.name, one.platform] as const] : [])),
  );
  // A worker serves nothing itself; there is a public address, or there is none.
  let base = config.publicUrl !== undefined || !listens ? { url: config.publicUrl } : undefined;
  const results = createResults({
    ...kept,
    media,
    fittings: createFittingStore(db),
    store: deliveries,
    clock,
    secretKey: keys.secretKeys.current,
    lifeMs: kept.keepMs,
    base: () => base,
  });
  let relayUrl: string | undefined;
  const relay = createRelay({ media, secretKey: keys.secretKeys.current, clock, baseUrl: () => relayUrl });
  const referenceUrls = createReferenceUrls({ relay, links, clock });
  const canServe = gateways.sandbox || config.publicUrl !== undefined;
  const canAnimate = canServe && gateways.video !== undefined;
  const platformOf = (view: BatchView): Platform | undefined => platforms.get(view.batch.conversation.platform);
  const progressBroadcast = createProgressBroadcast({ say: (payloads) => announceProgress(db, payloads), clock, log });
  const bus = createBus((progress) => progressBroadcast.send(progress));
  const changeBroadcast = createChangeBroadcast({ say: (batchIds) => announceChanges(db, batchIds), clock, log });
  // What is written down of jobs is in the database's time.
  const shared = { clock: databaseClock, random, log, media };
  const policy = adopt(
    await openPolicy({ db, accounts, keys: keys.credentials, ask: askForModels(http, videoUrl), clock, log }),
  );
  const asking = {
    approvals: policy.ports.approvals,
    decide: (...decided: Parameters<typeof jobs.decide>) => jobs.decide(...decided),
  };
  const quotas = openQuotas({ db, clock, log });
  const jobs = createJobService({
    ...shared,
    store: createJobStore(db, tell),
    deliveries,
    keys: keys.credentials,
    artifacts: kept.artifacts,
    openBody: (body) => openStoredBody(body, media),
    remotes: { image: images.client, video: createVideoClient({ http, clock }) },
    baseUrls: () => ({ image: images.currentUrl(), video: videoUrl }),
    urlOf: (reference) => referenceUrls.knownUrlOf(reference),
    bus,
    work,
    onRefusal: keys.onRefusal,
    keep: (batchId, shift) =>
      reconcileBatch(
        batchId,
        { ...shared, ...asking, store: deliveries, planAttachments: results.planAttachments, canAnimate, platformOf },
        shift,
      ),
    sandbox: gateways.sandbox,
    alone: config.databaseUrl === undefined,
    announceCancel: (batchId) => announceCancel(db, batchId),
    tellChanged: (batchId) => changeBroadcast.send(batchId),
    useMedia: (hashes) => kept.use(hashes),
    beside: async (workerId, sweeping) => {
      const looking = [kept.sweeper.run(workerId, sweeping), keys.beside(workerId, sweeping), quotas.beside(sweeping)];
      await Promise.all(looking);
    },
  });

  const working = new AbortController();
  const running = [changeBroadcast.run(working.signal), gatewayWatch.run(working.signal)];
  if (kept.watch) running.push(kept.watch.run(working.signal));
  started.defer(async () => {
    working.abort(new Error("stopping"));
    await Promise.all(running);
  });
  if (works) {
    running.push(jobs.run(working.signal), progressBroadcast.run(working.signal));
    started.defer(await hearNotifications(db, jobs.heard));
    started.defer(
      await hearProgress(db, (payload) => readProgress(payload).forEach((progress) => bus.heard(progress))),
    );
  }
  const acknowledged = createAcknowledged({ ...shared, store: deliveries, platforms });
  const takeEventsIn = (platform: Platform): Promise<void> =>
    platform.start(
      createDispatch({
        ...shared,
        jobs,
        ...policy.ports,
        ...people.ports,
        ...quotas.ports,
        platform,
        ...keys.ports,
        commands,
        takeFiles: createTakeFiles(intake, { links, media, platformOf: () => platform }),
        results: createResultStore(db, deliveries),
        canShowForms: () => platform.capabilities.forms,
        acknowledged,
        replyPriority,
        canLoad: (references) => referenceUrls.canLoad(references),
        canServe,
      }),
    );
  if (listens) {
    started.defer(() => chat.platform.stop());
    await takeEventsIn(chat.platform);
  }

  const memberships = (): PlatformStatus[] => beside.memberships();
  const health = started.use(
    openHealth({
      db,
      disk,
      memberships,
      gateways: gatewayWatch,
      store: kept.watch,
      unsignedPosts: slack?.unsignedPosts,
      access: healthAccess(config, chat),
    }),
  );
  const routes = { health: health.routes, console: chat.routes, relay: relay.routes, results: results.routes };
  const servers = createServers(config, checked, { ...routes, slack: slack?.routes ?? [] }, gateways.sandbox);
  const server = started.adopt(servers.local, (it) => it.close());
  const { url } = await server.listen();
  base ??= { url: onThisMachine(url) };
  relayUrl = gateways.sandbox ? onThisMachine(url) : config.publicUrl;
  // Before they connect, all that their requests need must be there.
  const others = listens ? [...platforms.values()].filter((one) => one !== chat.platform) : [];
  for (const platform of others) started.defer(() => platform.stop());
  await Promise.all(others.map(takeEventsIn));
  const outside = servers.outside && started.adopt(servers.outside, (it) => it.close());
  const outsideUrl = (await outside?.listen())?.url;
  signal.throwIfAborted();

  const all = started.move();
  return {
    ready: {
      role: config.role,
      discord: discord?.facts(),
      url: config.console.on ? url : undefined,
      slack: slack?.facts(outsideUrl),
      operatorCode: people.operatorCode,
      organisations: tenants,
      gateway: gateways.label,
      parts: health.parts(),
      lacksAddress: gateways.video !== undefined && !canServe,
      plainHttp: plainHttpOf(config),
      database: database.label,
    },
    stop: () => all.disposeAsync(),
  };
}
