import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { hasEmbeddedDatabase, runningServerUrl } from "../../db/embedded/running.ts";
import { lockDataDir } from "../../lib/data-folder/data-lock.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log/log.ts";
import { createFolderStore } from "../../media/store/folder-store.ts";
import type { MediaStore } from "../../media/store/media-store.ts";
import { createStaging } from "../../media/store/staging.ts";
import { openDatabase, type OpenedDatabase } from "../context/database.ts";

/**
 * The configured database, whether Easel runs or not. An embedded database that does not run is started, and runs until `opened`
 * is disposed of. Throws a `ConfigError` if there is no database.
 */
export async function reachDatabase(
  config: Config,
  opened: AsyncDisposableStack,
  log: Logger,
  signal: AbortSignal,
): Promise<Pick<OpenedDatabase, "url" | "variable">> {
  if (config.databaseUrl === undefined) {
    const url = await runningServerUrl(config.dataDir);
    if (url !== undefined) return { url, variable: "DATA_DIR" };
    if (!(await hasEmbeddedDatabase(config.dataDir))) {
      throw new ConfigError("DATA_DIR", `DATA_DIR ${config.dataDir} has no database; set DATA_DIR or DATABASE_URL.`);
    }
  }
  return startDatabase(config, opened, log, signal);
}

/** The configured database. An embedded one is created if necessary, and must not be in use by another process. */
export async function startDatabase(
  config: Config,
  opened: AsyncDisposableStack,
  log: Logger,
  signal: AbortSignal,
): Promise<OpenedDatabase> {
  if (config.databaseUrl === undefined) {
    const lock = await lockDataDir(config.dataDir);
    opened.defer(() => lock.release());
  }
  return opened.adopt(await openDatabase(config, log, signal, true), (database) => database.stop());
}

/** The configured media store, without its ledger. */
export async function openPlainStore(config: Config, opened: AsyncDisposableStack): Promise<MediaStore> {
  if (!config.s3) return createFolderStore(join(config.dataDir, "media"));
  const { openS3Store } = await import("../../media/store/s3-store.ts");
  const staging = createStaging(join(config.dataDir, "fetching"));
  return opened.adopt(openS3Store(config.s3, { staging }), (store) => store.close());
}
