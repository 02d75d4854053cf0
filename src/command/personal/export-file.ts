import { Readable } from "node:stream";
import type { HistoryEntry, HistoryPlace, PersonalData } from "../../core/account/personal-data.ts";
import type { OutgoingFile } from "../../core/chat/message.ts";
import { SMALLEST_FILE_LIMIT_BYTES } from "../../lib/limits.ts";

/** Entries per database query. The largest have tens of kilobytes. */
const PAGE = 100;
/** Entries that are read for one file, including those left out. Bounds the work of one command. */
const MOST_ENTRIES = 30_000;
/** Bytes reserved for what follows the entries. */
const END_BYTES = 1024;

export interface Exporting {
  readonly organisationId: string;
  readonly accountId: string;
  /** The person asks for their own data. */
  readonly isOwn: boolean;
  readonly before: Date | undefined;
  /** If false, the entry is left out and counted. */
  readonly shows: (entry: HistoryEntry) => Promise<boolean>;
  readonly now: number;
}

export interface Exported {
  readonly file: OutgoingFile;
  readonly hidden: number;
  /** Older entries were left out: those before this moment. */
  readonly cutAt: Date | undefined;
}

/**
 * A person's data as one JSON file of a size that every platform accepts, newest entries first. Reads only entries that fit.
 * `description`: what the file is, for readers.
 */
export async function exportFile(
  { organisationId, accountId, isOwn, before, shows, now }: Exporting,
  description: string,
  personal: Pick<PersonalData, "profile" | "history">,
): Promise<Exported> {
  const profile = await personal.profile(organisationId, accountId, isOwn);
  const exportedAt = new Date(now).toISOString();
  const head = Buffer.from(`${JSON.stringify({ exportedAt, profile }).slice(0, -1)},"history":[`);
  const parts = [head];
  let bytes = head.length + END_BYTES;
  let entries = 0;
  let hidden = 0;
  let cutAt: Date | undefined;
  let place: HistoryPlace = { at: before?.toISOString() ?? "infinity", id: "" };
  read: for (;;) {
    const page = await personal.history(organisationId, accountId, place, PAGE);
    for (const entry of page) {
      const part = Buffer.from(`${parts.length === 1 ? "" : ","}\n${JSON.stringify(entry.content)}`);
      if (entries >= MOST_ENTRIES || bytes + part.length > SMALLEST_FILE_LIMIT_BYTES) {
        cutAt = justAfter(entry);
        break read;
      }
      entries += 1;
      if (await shows(entry)) {
        parts.push(part);
        bytes += part.length;
      } else hidden += 1;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    place = last;
  }
  parts.push(Buffer.from(`\n],"hidden":${hidden},"complete":${cutAt === undefined}}\n`));
  const file: OutgoingFile = {
    name: "easel-data.json",
    mimeType: "application/json",
    bytes: parts.reduce((sum, part) => sum + part.length, 0),
    description,
    open: async () => Readable.from(parts),
  };
  return { file, hidden, cutAt };
}

/** The next millisecond after an entry, so that the next file begins with that entry. */
function justAfter({ at }: HistoryPlace): Date {
  return new Date(new Date(at).getTime() + 1);
}
