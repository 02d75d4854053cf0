import type { Settled } from "../../db/backup/settle-restored.ts";
import type { BackedUp } from "./back-up.ts";
import type { Restored } from "./restore.ts";

/** The outcome of a backup, for the operator, in English like the rest of the start's output. */
export function backedUpReport(folder: string, { database, media }: BackedUp): string {
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `Copied to ${folder}: ${rows} rows, as they were at ${database.copiedAt.toISOString()}.`,
    media === undefined
      ? "Pictures, clips and files were left out: copy the store after this, not before."
      : `Pictures, clips and files: ${media.copied}, ${media.bytes} bytes.`,
    ...missingLine(media?.missing ?? []),
    "Keep SECRET_KEY, or DATA_DIR/secret.key, in another place: the copy's gateway keys can't be read without it.",
  ].join("\n");
}

/** The outcome of a restore. */
export function restoredReport({ manifest, media, ...settled }: Restored): string {
  return [
    `Restored the copy of ${manifest.database.copiedAt.toISOString()}. Start Easel now.`,
    media === undefined
      ? "The copy has no pictures, clips and files: restore the store as well."
      : `Pictures, clips and files: ${media.copied} restored, ${media.kept} were there already.`,
    ...missingLine(media?.missing ?? []),
    ...settledLines(settled),
    "Requests that were accepted after the copy are not in it: their members must send them again.",
  ].join("\n");
}

/** The outcome for a database that was restored by other means. */
export function settledReport(at: Date, settled: Settled): string {
  return [`The database is as of ${at.toISOString()}. Start Easel now.`, ...settledLines(settled)].join("\n");
}

function settledLines({ lookedFor, uncertain }: Settled): string[] {
  const looked = `Pictures that waited: ${lookedFor}. Their creates are sent with their idempotency keys, so the gateway returns those that it has made.`;
  const unsure = `Reported as uncertain: ${uncertain}. They may have been sent since, and are not sent again.`;
  return [...(lookedFor > 0 ? [looked] : []), ...(uncertain > 0 ? [unsure] : [])];
}

function missingLine(missing: readonly string[]): string[] {
  return missing.length === 0 ? [] : [`Missing in the store, or damaged: ${missing.length}, such as ${missing[0]}.`];
}
