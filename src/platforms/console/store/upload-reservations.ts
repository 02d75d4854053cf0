import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Clock } from "../../../lib/clock.ts";
import type { Database } from "../../../db/connection.ts";
import { consoleFiles } from "../../../db/schema/console.ts";
import type { PersonId } from "../api/people.ts";
import { createDailyUploads } from "./daily-uploads.ts";

/** Uploads that no message uses within this time are deleted: the person has given up. */
export const CONSOLE_UPLOAD_MS = 24 * 3_600_000;

/**
 * The bound for a day's uploads, sent or not, as a multiple of the bound for unsent ones. Sent files stay for `MEDIA_DAYS`, so
 * sending must not make room for an unlimited number. The refusal and `docs/using.md` name this number.
 */
const BOUNDS_PER_DAY = 5;

const MIB = 1024 * 1024;

/** `full` and `full_today` carry the MiB in use and their maximum. */
export type Reserved =
  | {
      readonly kind: "reserved";
      /** Counts a file whose bytes have been stored. */
      readonly stored: (bytes: number) => void;
      /** Call when all bytes have been stored or have failed. */
      readonly release: () => void;
    }
  | { readonly kind: "full" | "full_today"; readonly usedMib: number; readonly mostMib: number };

/** Reserves space for each person's uploads. Bounds those that no message uses yet, and those of a day. */
export interface UploadReservations {
  /** Reserves space for incoming bytes. A person may have at most `mostMib` unsent. */
  reserve(person: PersonId, bytes: number, mostMib: number): Promise<Reserved>;
}

/** Incoming uploads and those of a day are counted per process. Unsent ones are counted in the database. */
export function createUploadReservations(db: Database, clock: Pick<Clock, "elapsed">): UploadReservations {
  const coming = new Map<PersonId, number>();
  const daily = createDailyUploads(clock);
  return {
    async reserve(person, bytes, mostMib) {
      const wanted = mibOf(bytes);
      // Added before the check, so that concurrent reservations see each other.
      coming.set(person, (coming.get(person) ?? 0) + wanted);
      const release = (): void => void coming.set(person, (coming.get(person) ?? 0) - wanted);
      try {
        const unused = await unusedMib(db, person);
        const before = (coming.get(person) ?? 0) - wanted;
        const today = { usedMib: daily.of(person) + before, mostMib: mostMib * BOUNDS_PER_DAY };
        const unsent = { usedMib: unused + before, mostMib };
        const isFull = (one: typeof unsent): boolean => one.usedMib + wanted > one.mostMib;
        if (!isFull(today) && !isFull(unsent)) {
          return { kind: "reserved", stored: (stored) => daily.add(person, mibOf(stored)), release };
        }
        release();
        // Report the daily bound first, because sending files makes no room in it.
        return isFull(today) ? { kind: "full_today", ...today } : { kind: "full", ...unsent };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** Records that a form uses these uploads, so that they no longer count as unsent. */
export async function noteTaken(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.run((queries) =>
    queries
      .update(consoleFiles)
      .set({ takenAt: sql`now()` })
      .where(inArray(consoleFiles.id, [...ids])),
  );
}

/** The MiB of a person's unused uploads, with at least one MiB per file. Expired uploads are deleted first. */
async function unusedMib(db: Database, person: PersonId): Promise<number> {
  const isUnused = and(
    eq(consoleFiles.uploadedBy, person),
    isNull(consoleFiles.messageId),
    isNull(consoleFiles.takenAt),
  );
  const oldest = sql`now() - ${CONSOLE_UPLOAD_MS}::float8 * interval '1 millisecond'`;
  return db.run(async (queries) => {
    await queries.delete(consoleFiles).where(and(isUnused, lt(consoleFiles.createdAt, oldest)));
    const [row] = await queries
      .select({ mib: sql<number>`coalesce(sum(greatest(1, ceil(${consoleFiles.bytes} / ${MIB}::float8))), 0)::float8` })
      .from(consoleFiles)
      .where(isUnused);
    return row?.mib ?? 0;
  });
}

function mibOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / MIB));
}
