import { join } from "node:path";
import type { AccountStore } from "../../core/account/account-store.ts";
import type { OrganisationStore } from "../../core/account/organisations.ts";
import type { DeliveryStore } from "../../core/delivery/delivery-store.ts";
import type { JobStore } from "../../core/job/job-store.ts";
import type { Config } from "../../config/config.ts";
import { createAccountStore } from "../../db/accounts/account-store.ts";
import { createOrganisationStore } from "../../db/accounts/organisation-store.ts";
import { connectDatabase, type Database, type Pooler } from "../../db/connection.ts";
import { createDatabaseClock, type DatabaseClock } from "../../db/database-clock.ts";
import { createDeliveryStore } from "../../db/delivery/delivery-store.ts";
import { createJobStore, type JobNotifications } from "../../db/jobs/job-store.ts";
import { migrate } from "../../db/migrate.ts";
import { announceChanges } from "../../db/notify.ts";
import { knownSchema, schemaNumber } from "../../db/schema-version.ts";
import { createGatewayHttp, type GatewayHttp } from "../../gateway/http/http.ts";
import { createImageClient } from "../../gateway/image/image-client.ts";
import { askForModels } from "../../gateway/model-list.ts";
import { systemClock } from "../../lib/clock.ts";
import { retryUntilAvailable } from "../../lib/retry-until-available.ts";
import { createReplyPriority, type ReplyPriority } from "../../lib/reply-priority.ts";
import { createWakeup, type Wakeup } from "../../lib/wakeup.ts";
import { createIntake, type Intake } from "../../media/intake.ts";
import { createLinks, type Links } from "../../media/link/linked-file.ts";
import type { PoolerFacts } from "../../db/pooler/check-database.ts";
import type { StartContext } from "../../platforms/entry.ts";
import { createChangeBroadcast, type ChangeBroadcast } from "../../worker/change-broadcast.ts";
import { createCurrentLoop, type CurrentLoop } from "../../worker/current-loop.ts";
import { createTracing, type Tracing } from "../traces/tracing.ts";
import type { Traces } from "../traces/traces.ts";
import { measuredDatabase } from "../metrics/database.ts";
import { measuredDeliveries } from "../metrics/delivery.ts";
import { measuredJobs } from "../metrics/jobs.ts";
import type { Meters } from "../metrics/meters.ts";
import { watchGateways, type GatewayWatch } from "./check-gateways.ts";
import type { CheckedStart } from "./check-start.ts";
import type { OpenedDatabase } from "./database.ts";
import type { Foundations } from "./foundations.ts";
import { imageService, type OpenedGateways } from "./gateways.ts";
import { openKeys, type OpenedKeys } from "./keys.ts";
import { openMedia, type OpenedMedia } from "./media.ts";
import { openOrganisations, type OrganisationFacts } from "./organisations.ts";
import { openPeople, type OpenedPeople } from "./people.ts";
import { openPolicy, type OpenedPolicy } from "./policy.ts";
import { openQuotas, type OpenedQuotas } from "./quotas.ts";

/** Everything that works on the database, media and gateways. It knows no platform. */
export interface Context extends StartContext, AsyncDisposable {
  readonly meters: Meters;
  readonly tracing: Tracing;
  readonly db: Database;
  /** Undefined for the embedded database. */
  readonly pooler: PoolerFacts | undefined;
  /** Jobs' times are stored by the database's clock. */
  readonly databaseClock: DatabaseClock;
  readonly gateways: OpenedGateways;
  readonly gatewayWatch: GatewayWatch;
  readonly http: GatewayHttp;
  readonly images: ReturnType<typeof imageService>;
  readonly kept: OpenedMedia;
  readonly intake: Intake;
  readonly links: Links;
  readonly accounts: AccountStore;
  readonly organisations: OrganisationStore;
  /** Every organisation, for the operator's list at the start. */
  readonly tenants: readonly OrganisationFacts[];
  readonly keys: OpenedKeys;
  readonly people: OpenedPeople;
  readonly policy: OpenedPolicy;
  readonly quotas: OpenedQuotas;
  readonly jobStore: JobStore;
  readonly deliveries: DeliveryStore;
  readonly currentLoop: CurrentLoop;
  /** Call after writing about a batch: notifies its reconciler, possibly in another process. */
  readonly changed: (batchId: string) => void;
  /** Woken when there may be a job to claim. */
  readonly work: Wakeup;
  readonly changeBroadcast: ChangeBroadcast;
  readonly replyPriority: ReplyPriority;
}

/** What the context is made from. */
export interface ContextParts {
  readonly checked: CheckedStart;
  readonly foundations: Foundations;
  readonly meters: Meters;
  /** Undefined if traces are off. */
  readonly traces: Traces | undefined;
}

export interface ContextSettings {
  readonly linkOrigin?: string;
  readonly reachDatabase?: (url: string) => Promise<string>;
}

/** Migrates the database and opens everything that depends on it. Throws a `ConfigError` for what a person can fix. */
export async function openContext(
  config: Config,
  { checked, foundations, meters, traces }: ContextParts,
  start: StartContext,
  settings: ContextSettings,
  signal: AbortSignal,
): Promise<Context> {
  const { clock, log } = start;
  const { database, gateways } = foundations;
  await using opened = new AsyncDisposableStack();
  const role = await migrate(database.url, { variable: database.variable, log });
  const databaseUrl = (await settings.reachDatabase?.(database.url)) ?? database.url;
  const pooler = await poolerOf(database, checked);
  const db = measuredDatabase(
    opened.adopt(connectDatabase(databaseUrl, log, role, pooler), (it) => it.close()),
    meters,
  );
  const replyPriority = createReplyPriority(systemClock);
  const gatewayWatch = watchGateways(config, checked.gateways, start);
  const http = opened.adopt(createGatewayHttp({ clock, log, onOutcome: gatewayWatch.heard }), (it) => it.close());
  const kept = opened.use(await openMedia(config, { ...start, db, replyPriority, meters }, signal));
  const { store: media, disk } = kept;
  const intake = opened.use(createIntake({ media, disk, log, folder: join(config.dataDir, "incoming") }));
  const links = opened.adopt(createLinks({ localOrigin: settings.linkOrigin }), (it) => it.close());
  const accounts = createAccountStore(db);
  const organisations = createOrganisationStore(db);
  // A slow database must delay the start, not make it fail. Both calls below can be repeated.
  const untilAvailable = <T>(open: () => Promise<T>): Promise<T> => retryUntilAvailable(open, start, signal);
  const keys = await untilAvailable(() => openKeys({ db, accounts, http, gateways, config, clock, log }));
  const people = openPeople({ config, db, accounts, ...keys });
  const tenants = await untilAvailable(() => openOrganisations({ config, organisations, log, ...keys }));
  const ask = askForModels(http, gateways.video?.baseUrl);
  const policy = opened.adopt(await openPolicy({ db, accounts, keys: keys.credentials, ask, clock, log }), (it) =>
    it.stop(),
  );
  const news = openNews(db, { meters, traces }, start);
  const parts = opened.move();
  return {
    ...start,
    ...news,
    meters,
    db,
    pooler: checked.pooler,
    gateways,
    gatewayWatch,
    http,
    images: imageService(gateways.image, createImageClient({ http, clock }), { ...checked.gateways, clock, log }),
    kept,
    intake,
    links,
    accounts,
    organisations,
    tenants,
    keys,
    people,
    policy,
    quotas: openQuotas({ db, clock, log }),
    replyPriority,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/** The stores of jobs and deliveries, and the notifications about their changes. */
function openNews(
  db: Database,
  { meters, traces }: Pick<ContextParts, "meters" | "traces">,
  { clock, log }: StartContext,
): Pick<
  Context,
  "databaseClock" | "tracing" | "currentLoop" | "changed" | "work" | "changeBroadcast" | "jobStore" | "deliveries"
> {
  const databaseClock = createDatabaseClock(clock);
  const tracing = createTracing(traces, databaseClock);
  const currentLoop = createCurrentLoop(clock);
  const work = createWakeup(clock);
  const changeBroadcast = createChangeBroadcast({ say: (batchIds) => announceChanges(db, batchIds), clock, log });
  const changed = (batchId: string): void => {
    if (!currentLoop.get()?.wake(batchId)) changeBroadcast.send(batchId);
  };
  const tell: JobNotifications = {
    changed,
    freed: () => work.wake(),
    time: (now) => databaseClock.learn(now),
  };
  return {
    databaseClock,
    tracing,
    currentLoop,
    changed,
    work,
    changeBroadcast,
    jobStore: tracing.jobs(measuredJobs(createJobStore(db, tell), meters)),
    deliveries: tracing.deliveries(measuredDeliveries(createDeliveryStore(db, tell), databaseClock, meters)),
  };
}

/** Undefined if the process connects to PostgreSQL directly. */
async function poolerOf({ poolerUrl }: OpenedDatabase, { pooler }: CheckedStart): Promise<Pooler | undefined> {
  if (poolerUrl === undefined) return undefined;
  return { url: poolerUrl, tag: pooler?.prepares ? schemaNumber(await knownSchema()) : undefined };
}
