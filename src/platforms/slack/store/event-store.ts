import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { slackEvents } from "../../../db/schema/slack.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";

/** Someone who took an event in and has not said by then what became of it is taken for dead. */
const SLACK_EVENT_CLAIM_MS = 90_000;
/** Slack gives up delivering an event again within hours. */
const SLACK_EVENT_KEPT_MS = 7 * 24 * 3_600_000;

/** Which events were taken in, by all processes and for all time that Slack may deliver them again. */
export interface EventStore {
  /** `done`: it was taken in before, under one of these names. `busy`: somebody is at it, and may yet fail. */
  claim(names: readonly string[]): Promise<"mine" | "done" | "busy">;
  /** It is accepted. */
  done(names: readonly string[]): Promise<void>;
  /** Nothing was accepted: the next process to receive it tries again. */
  release(names: readonly string[]): Promise<void>;
  /** Clears away what Slack will not deliver any more. */
  forgetOld(): Promise<void>;
}

export function createEventStore(db: Database): EventStore {
  const open = (names: readonly string[]) => and(inArray(slackEvents.key, [...names]), eq(slackEvents.done, false));
  const ago = (ms: number) => sql`now() - ${ms} * interval '1 millisecond'`;
  return {
    claim: (names) =>
      db.transaction(async (queries) => {
        const claimed = await queries
          .insert(slackEvents)
          // In one order everywhere, so that two of these can't wait for each other.
          .values(names.toSorted().map((key) => ({ key, done: false })))
          .onConflictDoUpdate({
            target: slackEvents.key,
            set: { takenAt: sql`now()` },
            setWhere: sql`not ${slackEvents.done} and ${slackEvents.takenAt} < ${ago(SLACK_EVENT_CLAIM_MS)}`,
          })
          .returning({ key: slackEvents.key });
        if (claimed.length === names.length) return "mine";
        // Known by its other name: the claims made just now must not stand in anyone's way.
        if (claimed.length > 0) await queries.delete(slackEvents).where(open(claimed.map(({ key }) => key)));
        const known = await queries
          .select({ key: slackEvents.key })
          .from(slackEvents)
          .where(and(inArray(slackEvents.key, [...names]), eq(slackEvents.done, true)));
        return known.length > 0 ? "done" : "busy";
      }),

    async done(names) {
      await db.run((queries) =>
        queries
          .update(slackEvents)
          .set({ done: true })
          .where(inArray(slackEvents.key, [...names])),
      );
    },

    async release(names) {
      await db.run((queries) => queries.delete(slackEvents).where(open(names)));
    },

    async forgetOld() {
      await db.run(
        (queries) => queries.delete(slackEvents).where(sql`${slackEvents.takenAt} < ${ago(SLACK_EVENT_KEPT_MS)}`),
        DATABASE_BACKGROUND_CALL_MS,
      );
    },
  };
}
