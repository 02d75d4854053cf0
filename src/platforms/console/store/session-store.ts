import { and, eq, gt, lte, ne, or } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { consoleSessions } from "../../../db/schema/console.ts";
import { CONSOLE_SESSION_IDLE_MS, CONSOLE_SESSION_MS } from "../../../lib/limits.ts";

/** How often the use of a session is recorded. Each record is a write, and a minute doesn't matter for a limit of hours. */
const CONSOLE_SESSION_NOTE_MS = 60_000;

/** The sessions opened with one password. Ids are hashes of tokens; times are Unix milliseconds. */
export interface SessionStore {
  /** Ends the sessions opened with any other password. */
  endOthers(): Promise<void>;
  /** Stores a new session and deletes expired ones. */
  begin(id: string, now: number): Promise<void>;
  /** Whether the session is valid. `isUsed` means that the person acted, so the session counts as used now. */
  goesOn(id: string, now: number, isUsed: boolean): Promise<boolean>;
  end(id: string): Promise<void>;
  endAll(): Promise<void>;
}

export function createSessionStore(db: Database, passwordMark: string): SessionStore {
  const idleSince = (now: number): Date => new Date(now - CONSOLE_SESSION_IDLE_MS);
  const begunBy = (now: number): Date => new Date(now - CONSOLE_SESSION_MS);

  return {
    async endOthers() {
      await db.run((queries) => queries.delete(consoleSessions).where(ne(consoleSessions.passwordMark, passwordMark)));
    },
    async begin(id, now) {
      const { seenAt, createdAt } = consoleSessions;
      const at = new Date(now);
      await db.run(async (queries) => {
        await queries.delete(consoleSessions).where(or(lte(seenAt, idleSince(now)), lte(createdAt, begunBy(now))));
        await queries.insert(consoleSessions).values({ tokenHash: id, passwordMark, createdAt: at, seenAt: at });
      });
    },
    goesOn(id, now, isUsed) {
      const { tokenHash, seenAt, createdAt } = consoleSessions;
      const isThis = and(eq(tokenHash, id), eq(consoleSessions.passwordMark, passwordMark));
      return db.run(async (queries) => {
        const [found] = await queries
          .select({ seenAt })
          .from(consoleSessions)
          .where(and(isThis, gt(seenAt, idleSince(now)), gt(createdAt, begunBy(now))));
        if (!found) return false;
        if (isUsed && now - found.seenAt.getTime() >= CONSOLE_SESSION_NOTE_MS) {
          await queries
            .update(consoleSessions)
            .set({ seenAt: new Date(now) })
            .where(isThis);
        }
        return true;
      });
    },
    async end(id) {
      await db.run((queries) => queries.delete(consoleSessions).where(eq(consoleSessions.tokenHash, id)));
    },
    async endAll() {
      await db.run((queries) => queries.delete(consoleSessions));
    },
  };
}
