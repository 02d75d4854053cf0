import type { Settled } from "../../db/backup/settle-restored.ts";
import type { BackedUp } from "./back-up.ts";
import type { Restored } from "./restore.ts";
import type { Verified } from "./verify.ts";

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

/** What was found in a copy, and whether it can be restored. */
export function verifiedReport(folder: string, { manifest, rows, media, isForThis }: Verified) {
  const damaged = media?.damaged ?? [];
  const { easel, database } = manifest;
  const lines = [
    `${folder}: ${rows} rows, as they were at ${database.copiedAt.toISOString()}, copied by Easel ${easel}.`,
    media === undefined
      ? "The copy has no pictures, clips and files."
      : `Pictures, clips and files: ${media.files}, ${media.bytes} bytes.`,
    ...(damaged.length === 0 ? [] : [`Missing or damaged: ${damaged.length}, such as ${damaged[0]}.`]),
    ...(isForThis ? [] : [`This Easel has another schema: restore the copy with Easel ${easel}, then upgrade.`]),
    damaged.length === 0 ? "The copy is complete." : "The copy is damaged: make another one.",
  ];
  return { text: lines.join("\n"), isWell: damaged.length === 0 };
}

/** The outcome of a restore. */
export function restoredReport({ manifest, media, now, ...settled }: Restored): string {
  const { copiedAt } = manifest.database;
  return [
    `Restored the copy of ${copiedAt.toISOString()}. Start Easel now.`,
    media === undefined
      ? "The copy has no pictures, clips and files: restore the store as well."
      : `Pictures, clips and files: ${media.copied} restored, ${media.kept} were there already.`,
    ...missingLine(media?.missing ?? []),
    ...settledLines(settled),
    ...gapLine(copiedAt, now),
  ].join("\n");
}

/** The outcome for a database that was restored by other means. */
export function settledReport(at: Date, settled: Settled, now: Date): string {
  const first = `The database is as of ${at.toISOString()}. Start Easel now.`;
  return [first, ...settledLines(settled), ...gapLine(at, now)].join("\n");
}

function gapLine(from: Date, to: Date | undefined): string[] {
  if (to === undefined) return [];
  return [
    `What was asked and changed between ${from.toISOString()} and ${to.toISOString()} is not in it: members must send these requests ` +
      "again, and admins repeat their changes. The admin channels are told so.",
  ];
}

function settledLines({ lookedFor, uncertain }: Settled): string[] {
  const looked = `Pictures that waited: ${lookedFor}. Their creates are sent with their idempotency keys, so the gateway returns those that it has made.`;
  const unsure = `Reported as uncertain: ${uncertain}. They may have been sent since, and are not sent again.`;
  return [...(lookedFor > 0 ? [looked] : []), ...(uncertain > 0 ? [unsure] : [])];
}

function missingLine(missing: readonly string[]): string[] {
  return missing.length === 0 ? [] : [`Missing in the store, or damaged: ${missing.length}, such as ${missing[0]}.`];
}
