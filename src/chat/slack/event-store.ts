import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../db/connection.ts";
import { slackEvents } from "../../db/schema/slack.ts";
import { DATABASE_BACKGROUND_CALL_MS, SLACK_EVENT_CLAIM_MS, SLACK_EVENT_KEPT_MS } from "../../limits.ts";

/** Which events were taken in, by all processes and for all time that Slack may deliver them again. */
export interface EventStore {
  /** `done`: it was taken in before, under one of these names. `busy`: somebody is at it, and may yet fail. */
  claim(names: readonly string[]): Promise<"mine" | "done" | "busy">;
  /** It is taken in. */
  done(names: readonly string[]): Promise<void>;
  /** Nothing was taken: whoever gets it next shall try. */
  release(names: readonly string[]): Promise<void>;
  /** Clears away what Slack will not deliver any more. */
  forgetOld(): Promise<void>;
}

const Claimed = z.array(z.object({ key: z.string() }));

export function createEventStore(db: Database): EventStore {
  const list = (names: readonly string[]) => sql`${sql.param([...names])}::text[]`;
  return {
    claim: (names) =>
      db.transaction(async (queries) => {
        const claimed = Claimed.parse(
          await queries.execute(sql`
            insert into ${slackEvents} (key, done) select name, false from unnest(${list(names)}) as name order by name
            on conflict (key) do update set taken_at = now()
              where not slack_events.done
                and slack_events.taken_at < now() - ${SLACK_EVENT_CLAIM_MS} * interval '1 millisecond'
            returning key`),
        );
        if (claimed.length === names.length) return "mine";
        // Known by its other name: the claims made just now must not stand in anyone's way.
        await queries.execute(
          sql`delete from ${slackEvents} where key = any(${list(claimed.map((row) => row.key))}) and not done`,
        );
        const known = await queries.execute(
          sql`select key from ${slackEvents} where key = any(${list(names)}) and done`,
        );
        return known.length > 0 ? "done" : "busy";
      }),

    async done(names) {
      await db.run((queries) =>
        queries.execute(sql`update ${slackEvents} set done = true where key = any(${list(names)})`),
      );
    },

    async release(names) {
      await db.run((queries) =>
        queries.execute(sql`delete from ${slackEvents} where key = any(${list(names)}) and not done`),
      );
    },

    async forgetOld() {
      await db.run(
        (queries) =>
          queries.execute(
            sql`delete from ${slackEvents} where taken_at < now() - ${SLACK_EVENT_KEPT_MS} * interval '1 millisecond'`,
          ),
        DATABASE_BACKGROUND_CALL_MS,
      );
    },
  };
}
