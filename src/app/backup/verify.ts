import { rowsInCopy } from "../../db/backup/rows-in-copy.ts";
import { knownSchema } from "../../db/schema-version.ts";
import { checkContents, type CheckedContents } from "../../media/store/check-contents.ts";
import { openFolder } from "../../media/store/folder-store.ts";
import { placesIn, readManifest, type Manifest } from "./backup-manifest.ts";

export interface Verified {
  readonly manifest: Manifest;
  readonly rows: number;
  /** Undefined if the copy has no media. */
  readonly media: CheckedContents | undefined;
  /** Whether this Easel can restore it. */
  readonly isForThis: boolean;
}

/**
 * Reads the whole copy in `folder`, and restores nothing: every row of every table, and every file by its hash. Needs no database
 * and no settings. Files that were missing when the copy was made are not part of it.
 *
 * @throws CopyError if the copy is incomplete, or its database is damaged.
 */
export async function verify(folder: string, signal: AbortSignal): Promise<Verified> {
  const manifest = await readManifest(folder);
  const places = placesIn(folder);
  const { database } = manifest;
  let rows = 0;
  for (const table of database.tables) rows += await rowsInCopy(table, places.database, signal);
  const media = manifest.media && (await checkContents(manifest.media, openFolder(places.media), signal));
  const { migrations } = await knownSchema();
  return { manifest, rows, media: media ?? undefined, isForThis: migrations === database.migrations };
}
