import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { slackEvents } from "../../../db/schema/slack.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../../lib/limits.ts";

/** A process that claimed an event and has not reported the outcome within this time is presumed dead. */
const SLACK_EVENT_CLAIM_MS = 90_000;
/** How long events are remembered. Slack stops repeating an event within hours. */
const SLACK_EVENT_KEPT_MS = 7 * 24 * 3_600_000;

/** Records which events were accepted, across all processes, for as long as Slack may repeat them. */
export interface EventStore {
  /**
   * `done` means that the event was accepted before under one of these names. `busy` means that another process is
   * handling it and may still fail.
   */
  claim(names: readonly string[]): Promise<"mine" | "done" | "busy">;
  /** Records that the event was accepted. */
  done(names: readonly string[]): Promise<void>;
  /** Records that nothing was accepted, so that the next delivery tries again. */
  release(names: readonly string[]): Promise<void>;
  /** Deletes events that Slack will not deliver again. */
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
          // Sorted, so that two concurrent claims can't deadlock.
          .values(names.toSorted().map((key) => ({ key, done: false })))
          .onConflictDoUpdate({
            target: slackEvents.key,
            set: { takenAt: sql`now()` },
            setWhere: sql`not ${slackEvents.done} and ${slackEvents.takenAt} < ${ago(SLACK_EVENT_CLAIM_MS)}`,
          })
          .returning({ key: slackEvents.key });
        if (claimed.length === names.length) return "mine";
        // The event is known under another name, so the new claims are removed.
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
