import type { Config } from "../../config/config.ts";
import { startEmbeddedPostgres } from "../../db/embedded/embedded-postgres.ts";
import type { DatabaseAddresses } from "../../db/pooler/check-database.ts";
import type { Logger } from "../../lib/log/log.ts";

export interface OpenedDatabase {
  /** An address at which each session belongs to Easel alone. */
  readonly url: string;
  /** The address of a pooler, which shares sessions between transactions. */
  readonly poolerUrl?: string;
  /** The variable that set it. */
  readonly variable: "DATABASE_URL" | "DATA_DIR";
  /** For people. Contains no password. */
  readonly label: string;
  stop(): Promise<void>;
}

/** Opens the configured database; without one, starts the embedded database or attaches to a running one. */
export async function openDatabase(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  durable: boolean,
): Promise<OpenedDatabase> {
  if (config.databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log, signal, durable });
    const found = embedded.attached ? "found running" : "started";
    return {
      url: embedded.url,
      variable: "DATA_DIR",
      label: `embedded PostgreSQL in ${config.dataDir}, ${found} (DATABASE_URL uses one of yours)`,
      stop: () => embedded.stop(),
    };
  }
  const { databaseUrl, databaseDirectUrl } = config;
  const own = databaseDirectUrl ?? databaseUrl;
  const label = `PostgreSQL at ${placeOf(own)}`;
  return {
    url: own,
    ...(databaseDirectUrl === undefined ? {} : { poolerUrl: databaseUrl }),
    variable: "DATABASE_URL",
    label: databaseDirectUrl === undefined ? label : `${label}, through the pooler at ${placeOf(databaseUrl)}`,
    stop: async () => {},
  };
}

/** The address without user and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The addresses to check before the database is opened; undefined for the embedded one. */
export function addressesToCheck({ databaseUrl, databaseDirectUrl }: Config): DatabaseAddresses | undefined {
  return databaseUrl === undefined ? undefined : { url: databaseUrl, directUrl: databaseDirectUrl };
}
