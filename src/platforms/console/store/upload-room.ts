import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { consoleFiles } from "../../../db/schema/console.ts";
import type { PersonId } from "../api/people.ts";

/** An upload that is in no message by then is forgotten: whoever attached it has given up. */
export const CONSOLE_UPLOAD_MS = 24 * 3_600_000;

const MIB = 1024 * 1024;

/** Room for uploads that no message shows yet, for each person. */
export interface UploadRoom {
  /**
   * Sets room aside for bytes that are about to come in; `release` when they are kept, or not. Without enough room, how many MiB
   * are taken.
   */
  reserve(
    person: PersonId,
    bytes: number,
    mostMib: number,
  ): Promise<{ readonly release: () => void } | { readonly takenMib: number }>;
}

/** What is coming in at the moment is known to this process only; what has come in is in the database. */
export function createUploadRoom(db: Database): UploadRoom {
  const coming = new Map<PersonId, number>();
  return {
    async reserve(person, bytes, mostMib) {
      const wanted = mibOf(bytes);
      // Before the look, so that of two at once each sees the other.
      coming.set(person, (coming.get(person) ?? 0) + wanted);
      const release = (): void => void coming.set(person, (coming.get(person) ?? 0) - wanted);
      try {
        const takenMib = (await unusedMib(db, person)) + (coming.get(person) ?? 0) - wanted;
        if (takenMib + wanted <= mostMib) return { release };
        release();
        return { takenMib };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** A form has taken these uploads: they take no room any more. */
export async function noteTaken(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.run((queries) =>
    queries
      .update(consoleFiles)
      .set({ takenAt: sql`now()` })
      .where(inArray(consoleFiles.id, [...ids])),
  );
}

/** What a person has uploaded without a message, each file as at least one MiB. What is too old is forgotten first. */
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
