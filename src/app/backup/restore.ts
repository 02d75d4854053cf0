import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { createSeal } from "../../core/account/keys/seal.ts";
import { checkSessions } from "../../db/pooler/check-database.ts";
import { CopyError } from "../../db/backup/copy-error.ts";
import { loadDatabase, requireEmptyDatabase } from "../../db/backup/load-database.ts";
import { settleDatabase } from "../../db/backup/settle-database.ts";
import type { Settled, SinceTheCopy } from "../../db/backup/settle-restored.ts";
import { migrate } from "../../db/migrate.ts";
import { knownSchema, ownVersion } from "../../db/schema-version.ts";
import { systemClock } from "../../lib/clock.ts";
import { makeDataDir } from "../../lib/data-folder/data-lock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { copyContents, type CopiedContents } from "../../media/store/copy-contents.ts";
import { openFolder } from "../../media/store/folder-store.ts";
import { restoredText } from "./restored-text.ts";
import { addressesToCheck } from "../context/database.ts";
import { secretKeysFor } from "../context/secret-key.ts";
import { placesIn, readManifest, type Manifest } from "./backup-manifest.ts";
import { openPlainStore, startDatabase } from "./open-places.ts";

export interface Restored extends Settled {
  readonly manifest: Manifest;
  /** When it was restored. Undefined if Easel has not run since the copy, so that nothing is missing. */
  readonly now: Date | undefined;
  /** Undefined if the copy has no media. */
  readonly media: CopiedContents | undefined;
}

export interface RestoreOptions {
  readonly since: SinceTheCopy;
  /** Restores secrets although this `SECRET_KEY` can't open them. */
  readonly withoutKeys: boolean;
}

/**
 * Restores the copy in `folder` into the configured database, which must be empty, and into the configured media store. Files
 * that are already in the store are left alone. The database is restored last, in one transaction, so after a failure the same
 * call can simply be repeated.
 *
 * @throws ConfigError, CopyError: what a person can fix.
 */
export async function restore(
  config: Config,
  folder: string,
  { since, withoutKeys }: RestoreOptions,
  log: Logger,
  signal: AbortSignal,
): Promise<Restored> {
  const manifest = await readManifest(folder);
  await requireSameSchema(manifest);
  const addresses = addressesToCheck(config);
  if (addresses) await checkSessions(addresses);
  await makeDataDir(config.dataDir);
  if (!withoutKeys) await requireSecretKey(config, manifest);
  await using opened = new AsyncDisposableStack();
  const { url, variable } = await startDatabase(config, opened, log, signal);
  // Check before migrating, which would upgrade an older Easel's database.
  await requireEmptyDatabase(url);
  await migrate(url, { variable, log });
  const places = placesIn(folder);
  const media =
    manifest.media &&
    (await copyContents(manifest.media, openFolder(places.media), await openPlainStore(config, opened), signal));
  const note = { now: new Date(systemClock.now()), textOf: restoredText };
  const settled = await loadDatabase(url, manifest.database, places.database, since, signal, note);
  return { ...settled, manifest, now: since === "stopped" ? undefined : note.now, media: media ?? undefined };
}

/**
 * Prepares the configured database for a start after it was restored by other means to its state at `at`: see `settleDatabase`.
 *
 * @throws ConfigError, CopyError: what a person can fix.
 */
export async function settle(
  config: Config,
  at: Date,
  since: SinceTheCopy,
  log: Logger,
  signal: AbortSignal,
): Promise<Settled> {
  const addresses = addressesToCheck(config);
  if (addresses) await checkSessions(addresses);
  await using opened = new AsyncDisposableStack();
  const { url, variable } = await startDatabase(config, opened, log, signal);
  await migrate(url, { variable, log });
  return settleDatabase(url, at, since, { now: new Date(systemClock.now()), textOf: restoredText });
}

async function requireSameSchema({ easel, database }: Manifest): Promise<void> {
  const { migrations } = await knownSchema();
  if (database.migrations === migrations) return;
  throw new CopyError(
    `the copy was made by Easel ${easel} with ${database.migrations} migrations, and this is Easel ${await ownVersion()} with ` +
      `${migrations}: restore it with that version, then upgrade`,
  );
}

async function requireSecretKey(config: Config, { database: { sealedWith } }: Manifest): Promise<void> {
  const file = join(config.dataDir, "secret.key");
  const isKept = await access(file).then(
    () => true,
    () => false,
  );
  // Otherwise `secretKeysFor` would generate a key, which can't be the right one.
  const keys = config.secretKey !== undefined || isKept ? await secretKeysFor(config) : undefined;
  const known = new Set(keys && [keys.current, ...keys.previous].map((key) => createSeal(key).keyId));
  if (sealedWith.every((id) => known.has(id))) return;
  throw new CopyError(
    `the copy's gateway keys were encrypted with another SECRET_KEY: set that one, or put its file at ${file}; ` +
      "with --new-secret they are restored unreadable, and have to be added again",
  );
}
