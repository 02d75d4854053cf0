import type { FastifyPluginAsync } from "fastify";
import type { Database, DatabaseStatus } from "../../db/connection.ts";
import { ownProcessVersion, schemaNumber } from "../../db/schema-version.ts";
import { readScrapeFacts } from "../../db/scrape-facts.ts";
import type { Clock } from "../../lib/clock.ts";
import type { DiskAlarm } from "../../media/store/disk-alarm.ts";
import type { GatewayWatch } from "../context/check-gateways.ts";
import { freeBytes } from "../checks/disk-space.ts";
import { healthRoutes, type HealthAccess } from "./health-routes.ts";
import type { Meters } from "../metrics/meters.ts";
import { showState } from "../metrics/state.ts";
import { leaseParts, partOf, platformPart, type Part, type PlatformStatus } from "../service-status.ts";
import type { CurrentLoop } from "../../worker/current-loop.ts";
import type { Watch } from "./watch.ts";

/** Why Easel can't accept requests. */
const DATABASE_TROUBLE: Readonly<Record<DatabaseStatus, string | undefined>> = {
  up: undefined,
  away: "the database is away",
  outdated: "a newer Easel has changed the database; replace this process",
};

/** The health of Easel and the external services. */
export interface Health extends Disposable {
  readonly routes: FastifyPluginAsync;
  readonly parts: () => Part[];
}

export function openHealth(sources: {
  readonly db: Database;
  readonly disk: Pick<DiskAlarm, "isFull">;
  readonly statuses: () => readonly PlatformStatus[];
  readonly gateways: Pick<GatewayWatch, "parts">;
  /** Only for a store on another machine. */
  readonly store: Pick<Watch, "state"> | undefined;
  readonly currentLoop: Pick<CurrentLoop, "lost">;
  readonly meters: Meters;
  readonly clock: Clock;
  readonly databaseClock: Clock;
  readonly dataDir: string;
  readonly access: HealthAccess;
}): Health {
  const { db, disk, statuses, gateways, store, currentLoop, meters, clock, databaseClock, dataDir } = sources;
  let database: DatabaseStatus = "up";
  const forget = db.onStatus((status) => (database = status));
  const parts = (): Part[] => [
    ...statuses().map(platformPart),
    ...gateways.parts(),
    ...(store ? [partOf("store", store.state())] : []),
  ];
  const own = ownProcessVersion().then(({ version, ...schema }) => ({ version, schema: schemaNumber(schema) }));
  showState(meters, {
    own: () => own,
    diskFree: () => freeBytes(dataDir),
    databaseUp: () => database === "up",
    diskFull: () => disk.isFull(),
    parts,
    clockAheadMs: () => databaseClock.now() - clock.now(),
    facts: () => readScrapeFacts(db),
    clock,
  });
  return {
    routes: healthRoutes(
      () => DATABASE_TROUBLE[database],
      () => [...parts(), ...leaseParts(currentLoop.lost())],
      meters,
      sources.access,
    ),
    parts,
    [Symbol.dispose]: forget,
  };
}
