import { BACKUP_OLD_MS } from "../../core/account/doctor.ts";
import { hasEmbeddedDatabase, runningServerUrl } from "../../db/embedded/running.ts";
import { readDatabaseReport, type DatabaseReport, type StuckWork } from "../../db/doctor/database-report.ts";
import {
  checkPooler,
  checkSessions,
  type DatabaseAddresses,
  type PoolerFacts,
} from "../../db/pooler/check-database.ts";
import type { Clock } from "../../lib/clock.ts";
import { bad, checked, well, type Line } from "./line.ts";

const DEADLINE_MS = 15_000;
/** From this response time on, people notice that the database is slow. */
const SLOW_MS = 100;
/** Beyond this, times in messages and the validity of links are visibly wrong. */
const SKEW_MS = 5_000;
/** A job that waits longer than this is not simply next in line. */
const LONG_WAIT_MINUTES = 10;

/** Checks the configured database and the work in it. Changes nothing. Throws a `ConfigError` if the database can't be used. */
export async function databaseLines(addresses: DatabaseAddresses, clock: Clock): Promise<Line[]> {
  const { url, directUrl } = addresses;
  const own = await checkSessions(addresses, DEADLINE_MS);
  const report = await readDatabaseReport(directUrl ?? url, DEADLINE_MS, clock);
  const pooler = await checked("The pooler", async () => [
    directUrl === undefined ? ownLine(own) : pooledLine(await checkPooler(url, directUrl, DEADLINE_MS)),
  ]);
  return [...serverLines(report), ...pooler, ...contentLines(report)];
}

/**
 * Checks the embedded database if another process is running it. Never starts it, because that could interfere with a start of
 * Easel.
 */
export async function embeddedLines(dataDir: string, clock: Clock): Promise<Line[]> {
  const url = await runningServerUrl(dataDir);
  if (url !== undefined) {
    const report = await readDatabaseReport(url, DEADLINE_MS, clock, "DATA_DIR");
    return [well("Database: embedded, in DATA_DIR. It is running."), ...serverLines(report), ...contentLines(report)];
  }
  return [
    (await hasEmbeddedDatabase(dataDir))
      ? well(
          "Database: embedded, in DATA_DIR. It is not running; it starts with Easel. Ask again then, for the work in it.",
        )
      : well("Database: embedded, in DATA_DIR. The first start creates it."),
  ];
}

function contentLines(report: DatabaseReport): Line[] {
  return [schemaLine(report), ...(report.work ? workLines(report.work) : [])];
}

/** Without `DATABASE_DIRECT_URL`. */
function ownLine({ mode, dropsSettings }: PoolerFacts): Line {
  if (mode === "none") return well("Pooler: none; DATABASE_URL leads to PostgreSQL itself.");
  if (!dropsSettings) return well(`Pooler: in ${mode} mode.`);
  return bad(
    `Pooler: in ${mode} mode, and it drops the time limits of Easel's sessions (ignore_startup_parameters): keep DATABASE_URL, and ` +
      "set DATABASE_DIRECT_URL to PostgreSQL's own address. Easel then sets them in each transaction.",
  );
}

function pooledLine({ mode, prepares }: PoolerFacts): Line {
  if (mode === "none") {
    return well("Pooler: none; DATABASE_URL leads to PostgreSQL itself, and DATABASE_DIRECT_URL is not needed.");
  }
  const line = `Pooler: in ${mode} mode, ${prepares ? "with" : "without"} prepared statements; DATABASE_DIRECT_URL leads past it.`;
  return well(prepares ? line : `${line} PgBouncer has them from 1.21 on, with max_prepared_statements = 500.`);
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
  const { running, waiting, waitingMinutes, unknown, unknownSlots, undelivered, workers, bloated, otherVersions } =
    work;
  const { application, publicConnects, keys } = work;
  const jobs = `Jobs: ${running} at the gateway, ${waiting} waiting, ${unknown} without an answer from the gateway.`;
  const isLong = waiting > 0 && waitingMinutes > LONG_WAIT_MINUTES;
  return [
    isLong ? bad(`${jobs} The first has waited for ${waitingMinutes} minutes: ${whyTheyWait(workers)}`) : well(jobs),
    ...otherVersions.map(({ kind, version, isNewer, processes }) => {
      const which = version ? ` (${version.name}, schema ${version.schema})` : "";
      const who = `${kind === "worker" ? "Workers" : "Processes that take requests"}: ${processes} ${processes === 1 ? "runs" : "run"} ${isNewer ? "a newer" : "an older"} version of Easel${which}`;
      return bad(
        isNewer ? `${who}: install it here too.` : `${who}: replace ${processes === 1 ? "it" : "them"} with this one.`,
      );
    }),
    ...(unknownSlots > 0
      ? [
          bad(
            `Slots: ${unknownSlots} held by requests without an answer from the gateway. They free up by themselves; /easel-admin keys free frees them now.`,
          ),
        ]
      : []),
    ...(application.is_usable
      ? []
      : [
          bad(
            `Database: its user can't act as the role ${application.role}, so only triggers guard the audit and the ledger. ${FIXED}`,
          ),
        ]),
    ...(publicConnects ? [bad(`Database: every user of the PostgreSQL server can connect to it. ${FIXED}`)] : []),
    ...keys.map(({ name, masked, trouble }) => bad(`Key “${name}” ${masked}: ${KEY_TROUBLES[trouble]}`)),
    ...(undelivered > 0
      ? [
          bad(
            `Results: ${undelivered} could not be delivered in the last day. The log says why; /easel-admin doctor in the channel lists missing permissions.`,
          ),
        ]
      : []),
    backupLine(work.backupAgeMs),
    ...(bloated !== ""
      ? [
          bad(
            `Tables: autovacuum does not keep up with ${bloated}. Look for old transactions in pg_stat_activity, then run VACUUM on them.`,
          ),
        ]
      : []),
  ];
}

const HOUR_MS = 3_600_000;

function backupLine(ageMs: number | null): Line {
  if (ageMs === null) return well("Backup: none was made with npm run backup.");
  const hours = Math.floor(ageMs / HOUR_MS);
  const when = hours < 1 ? "within the last hour" : `${hours === 1 ? "one hour" : `${hours} hours`} ago`;
  const line = `Backup: the last one was made ${when}.`;
  return ageMs > BACKUP_OLD_MS
    ? bad(`${line} See whether npm run backup still runs regularly, and what it says.`)
    : well(line);
}

const FIXED = "The log of the last start has the statements that fix it.";
const KEY_TROUBLES: Readonly<Record<StuckWork["keys"][number]["trouble"], string>> = {
  refused: "the gateway refused it. Replace it, or ask again with /easel-admin keys check.",
  spent: "its cap or balance is used up. Easel tries it again within minutes.",
  unreadable: "it was encrypted with another SECRET_KEY. Set that one as SECRET_KEY_PREVIOUS, or add the key again.",
};

function whyTheyWait(workers: number): string {
  return workers === 0
    ? "no worker is running; start a process with ROLE=all or ROLE=worker."
    : "is the gateway reachable, and does a key have free slots?";
}
