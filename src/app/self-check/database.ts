import { checkConnection } from "../../db/check-connection.ts";
import { readDatabaseReport, type DatabaseReport, type StuckWork } from "../../db/database-report.ts";
import type { Clock } from "../../lib/clock.ts";
import { bad, well, type Line } from "./line.ts";

const DEADLINE_MS = 15_000;
/** From this delay on, people notice that the database is slow. */
const SLOW_MS = 100;
/** Beyond this, times in messages and the validity of links are visibly wrong. */
const SKEW_MS = 5_000;
/** A job that waits longer than this is not simply next in line. */
const LONG_WAIT_MINUTES = 10;

/** The configured database, and the work in it. Changes nothing. Throws a `ConfigError` if it can't be used. */
export async function databaseLines(databaseUrl: string | undefined, clock: Clock): Promise<Line[]> {
  if (databaseUrl === undefined) {
    return [well("Database: embedded, in DATA_DIR. It runs with Easel, where /easel-admin doctor checks it.")];
  }
  await checkConnection(databaseUrl, DEADLINE_MS);
  const report = await readDatabaseReport(databaseUrl, DEADLINE_MS, clock);
  return [...serverLines(report), schemaLine(report), ...(report.work ? workLines(report.work) : [])];
}

function schemaLine({ schema, knownSchema }: DatabaseReport): Line {
  if (schema === undefined) return well("Schema: none yet; the first start creates it.");
  return well(
    schema === knownSchema ? `Schema: ${schema}.` : `Schema: ${schema}; the next start upgrades it to ${knownSchema}.`,
  );
}

function serverLines({ version, ms, aheadMs }: DatabaseReport): Line[] {
  const line = `Database: PostgreSQL ${version} answers in ${ms} ms.`;
  return [
    ms > SLOW_MS ? bad(`${line} That is slow: look at its load and its network.`) : well(line),
    ...(Math.abs(aheadMs) > SKEW_MS
      ? [
          bad(
            `The database's clock is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? "ahead of" : "behind"} this machine's: correct the wrong one (NTP).`,
          ),
        ]
      : []),
  ];
}

function workLines(work: StuckWork): Line[] {
  const { running, waiting, waitingMinutes, unknown, unknownSlots, undeliverable, workers, bloated } = work;
  const jobs = `Jobs: ${running} at the gateway, ${waiting} waiting, ${unknown} without an answer from the gateway.`;
  const isLong = waiting > 0 && waitingMinutes > LONG_WAIT_MINUTES;
  return [
    isLong ? bad(`${jobs} The first has waited for ${waitingMinutes} minutes: ${whyTheyWait(workers)}`) : well(jobs),
    ...(unknownSlots > 0
      ? [
          bad(
            `Slots: ${unknownSlots} held by requests without an answer from the gateway. They free up by themselves; /easel-admin keys free frees them now.`,
          ),
        ]
      : []),
    ...(undeliverable > 0
      ? [
          bad(
            `Results: ${undeliverable} could not be delivered in the last day. The log says why; /easel-admin doctor in the channel lists missing permissions.`,
          ),
        ]
      : []),
    ...(bloated !== ""
      ? [
          bad(
            `Tables: autovacuum does not keep up with ${bloated}. Look for old transactions in pg_stat_activity, then run VACUUM on them.`,
          ),
        ]
      : []),
  ];
}

function whyTheyWait(workers: number): string {
  return workers === 0
    ? "no worker is running; start a process with ROLE=all or ROLE=worker."
    : "is the gateway reachable, and does a key have free slots?";
}
