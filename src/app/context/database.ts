import type { Config } from "../../config/config.ts";
import { startEmbeddedPostgres } from "../../db/embedded/embedded-postgres.ts";
import type { Logger } from "../../lib/log/log.ts";

export interface OpenedDatabase {
  readonly url: string;
  /** The variable that set it. */
  readonly variable: "DATABASE_URL" | "DATA_DIR";
  /** For people; holds no password. */
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
  const { host, pathname } = new URL(config.databaseUrl);
  return {
    url: config.databaseUrl,
    variable: "DATABASE_URL",
    label: `PostgreSQL at ${host}${pathname}`,
    stop: async () => {},
  };
}
