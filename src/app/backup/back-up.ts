import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../../config/config.ts";
import { checkSessions } from "../../db/pooler/check-database.ts";
import { CopyError } from "../../db/backup/copy-error.ts";
import { dumpDatabase, type DatabaseCopy } from "../../db/backup/dump-database.ts";
import { recordBackup } from "../../db/backup/last-backup.ts";
import { ownVersion } from "../../db/schema-version.ts";
import { makeFolder } from "../../lib/data-folder/make-folder.ts";
import type { Logger } from "../../lib/log/log.ts";
import { copyContents, type CopiedContents } from "../../media/store/copy-contents.ts";
import { createFolderStore } from "../../media/store/folder-store.ts";
import type { MediaStore, StoredMedia } from "../../media/store/media-store.ts";
import { addressesToCheck } from "../context/database.ts";
import { placesIn, writeManifest } from "./backup-manifest.ts";
import { openPlainStore, reachDatabase } from "./open-places.ts";

export interface BackedUp {
  readonly database: DatabaseCopy;
  /** Undefined if the media were left out. */
  readonly media: CopiedContents | undefined;
}

export interface BackUpOptions {
  readonly withMedia: boolean;
}

/**
 * Copies the database and the media store into `folder`, which must be empty or missing, while Easel may be running. Copies a
 * consistent snapshot of the database, then the files it refers to: files never change, and are stored before they are referred
 * to. On failure, the folder is empty again. The key that encrypts secrets is not copied.
 *
 * @throws ConfigError, CopyError: what a person can fix.
 */
export async function backUp(
  config: Config,
  folder: string,
  { withMedia }: BackUpOptions,
  log: Logger,
  signal: AbortSignal,
): Promise<BackedUp> {
  const places = placesIn(folder);
  await makeEmptyFolder(folder);
  try {
    await using opened = new AsyncDisposableStack();
    const addresses = addressesToCheck(config);
    if (addresses) await checkSessions(addresses);
    const { url, variable } = await reachDatabase(config, opened, log, signal);
    await mkdir(places.database, { mode: 0o700 });
    const { copy: database, media } = await dumpDatabase(url, variable, places.database, signal);
    const copied = withMedia
      ? await copyMedia(media, await openPlainStore(config, opened), places.media, signal)
      : undefined;
    const missing = new Set(copied?.missing);
    const kept = copied ? media.filter(({ hash }) => !missing.has(hash)) : null;
    await writeManifest(folder, { easel: await ownVersion(), database, media: kept });
    await recordBackup(url, database.copiedAt).catch((error: unknown) =>
      log.warn({ err: error }, "the time of this copy could not be stored, so the doctor does not know it"),
    );
    return { database, media: copied };
  } catch (error) {
    for (const path of Object.values(places)) await rm(path, { recursive: true, force: true });
    throw error;
  }
}

async function copyMedia(
  media: readonly StoredMedia[],
  store: MediaStore,
  folder: string,
  signal: AbortSignal,
): Promise<CopiedContents> {
  const copied = await copyContents(media, store, await createFolderStore(folder), signal);
  await rmdir(join(folder, "incoming"));
  if (media.length > 0 && copied.missing.length === media.length) {
    throw new CopyError(
      `the store has none of the ${media.length} files that the database names: is it the one that Easel uses?`,
    );
  }
  return copied;
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await makeFolder(resolve(folder)).catch((error: unknown) => {
    throw new CopyError(`${folder} can't be created: change the permissions above it, or choose another folder`, error);
  });
  const names = await readdir(folder);
  if (names.length > 0) throw new CopyError(`${folder} is not empty: choose a new folder for each copy`);
}
