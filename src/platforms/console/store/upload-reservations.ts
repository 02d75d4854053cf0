import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { consoleFiles } from "../../../db/schema/console.ts";
import type { PersonId } from "../api/people.ts";

/** Uploads that no message uses within this time are deleted, because the person has given up. */
export const CONSOLE_UPLOAD_MS = 24 * 3_600_000;

const MIB = 1024 * 1024;

/** Space for each person's uploads that no message uses yet. */
export interface UploadReservations {
  /**
   * Reserves space for incoming bytes. Call `release` when they are stored or have failed. Without enough space,
   * returns how many MiB are in use.
   */
  reserve(
    person: PersonId,
    bytes: number,
    mostMib: number,
  ): Promise<{ readonly release: () => void } | { readonly usedMib: number }>;
}

/** Only this process knows about its incoming uploads. Stored ones are in the database. */
export function createUploadReservations(db: Database): UploadReservations {
  const coming = new Map<PersonId, number>();
  return {
    async reserve(person, bytes, mostMib) {
      const wanted = mibOf(bytes);
      // Added before the check, so that concurrent reservations see each other.
      coming.set(person, (coming.get(person) ?? 0) + wanted);
      const release = (): void => void coming.set(person, (coming.get(person) ?? 0) - wanted);
      try {
        const usedMib = (await unusedMib(db, person)) + (coming.get(person) ?? 0) - wanted;
        if (usedMib + wanted <= mostMib) return { release };
        release();
        return { usedMib: usedMib };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** Records that a form has taken these uploads, so they no longer use space. */
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
