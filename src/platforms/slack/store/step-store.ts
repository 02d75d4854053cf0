import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { JobFailure } from "../../../core/job/failure.ts";
import type { Database } from "../../../db/connection.ts";
import { slackSteps } from "../../../db/schema/slack.ts";
import { DATABASE_BACKGROUND_CALL_MS, DAY_MS } from "../../../lib/limits.ts";
import { LOCALES, type Locale } from "../../../lib/locale.ts";

/** How long the person may agree, as for every proposal, and a while for a yes at the last moment. */
const STEP_OPEN_MS = 24 * 3_600_000 + 5 * 60_000;
/** A process that has not reported within this time whether Slack was told is presumed dead; also the pause after a failed try. */
const STEP_TRY_MS = 30_000;
/** How many steps are told at a time: Slack allows a workspace about 50 such calls a minute. */
const STEPS_AT_A_TIME = 2;
/** How long a step is remembered. A day to agree, one for an admin's approval and three for the gateway fit into it. */
const STEP_KEPT_MS = 7 * 24 * 3_600_000;

/** How many steps may ask: a workflow may run in a loop, and each step writes to a person. Refused ones don't count. */
export const STEP_BOUNDS = {
  /** Open questions to one person. */
  openOfPerson: 5,
  /** Questions to one person in a day: they may decline, and be asked again. */
  dayOfPerson: 20,
  /** For one channel in a day. */
  dayOfChannel: 100,
  /** Open steps of a workspace. Further ones are not stored. */
  openOfWorkspace: 500,
} as const;

/** A step that asks. */
export interface AskingStep {
  readonly executionId: string;
  readonly workspace: string;
  readonly channel: string;
  /** The person in whose name it asks; undefined if it names none. */
  readonly userId: string | undefined;
}

/** What was offered, or why nothing was. */
export type Asked = { readonly keys: readonly string[] } | { readonly refusal: string };

const Counts = z.object({
  open: z.coerce.number(),
  ofPerson: z.coerce.number(),
  dayOfPerson: z.coerce.number(),
  dayOfChannel: z.coerce.number(),
  hasEnded: z.boolean().nullable(),
});

const Row = z.object({
  executionId: z.string(),
  locale: z.enum(LOCALES).catch("en"),
  refusal: z.string().nullable(),
  /** Null if nothing was requested. */
  request: z.object({ prompt: z.string() }).nullable(),
  service: z.enum(["image", "video"]).nullable(),
  conversation: z.string().nullable(),
  posted: z.string().nullable(),
  made: z.coerce.number(),
  states: z.array(z.string()),
  failures: z.array(JobFailure).catch([]),
});
/** A step whose outcome is known: what was made from it, or why nothing was. */
export type EndedStep = z.infer<typeof Row>;

export interface StepStore {
  /**
   * Stores that a step asks. `over`: it may not ask, because too many did. `full`: so many are open that it is not stored. `ended`:
   * Slack knows already how it ended.
   */
  begin(step: AskingStep): Promise<"begun" | "over" | "full" | "ended">;
  /** Stores what came of it, and the language of its person. */
  asked(executionId: string, outcome: Asked, locale: Locale): Promise<void>;
  /** Takes steps of a workspace whose outcome is known, and that Slack has to be told. No other process gets the same ones for a while. */
  take(workspace: string): Promise<readonly EndedStep[]>;
  /** Slack knows how it ended, or will never take it. */
  ended(executionId: string): Promise<void>;
  /** Deletes steps that are known no more. */
  forgetOld(): Promise<void>;
}

/** Steps of workflows, on PostgreSQL. */
export function createStepStore(db: Database): StepStore {
  const background = DATABASE_BACKGROUND_CALL_MS;
  const ago = (ms: number) => sql`now() - ${ms} * interval '1 millisecond'`;
  return {
    begin: ({ executionId, workspace, channel, userId = null }) =>
      db.transaction(async (queries) => {
        // One at a time for a workspace, so that steps that come together are all counted.
        await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slack_steps:${workspace}`}, 0))`);
        const counted = await queries.execute(sql`
          select
            count(*) filter (where ended_at is null) as open,
            count(*) filter (where ended_at is null and user_id = ${userId}) as "ofPerson",
            count(*) filter (where user_id = ${userId}) as "dayOfPerson",
            count(*) filter (where channel = ${channel}) as "dayOfChannel",
            (select ended_at is not null from slack_steps where execution_id = ${executionId}) as "hasEnded"
          from slack_steps
          where workspace = ${workspace} and refusal is null and execution_id <> ${executionId}
            and (ended_at is null or created_at > ${ago(DAY_MS)})`);
        const { open, ofPerson, dayOfPerson, dayOfChannel, hasEnded } = Counts.parse(counted[0]);
        if (hasEnded) return "ended";
        if (open >= STEP_BOUNDS.openOfWorkspace) return "full";
        const step = { executionId, workspace, channel, userId, locale: "en" };
        await queries.insert(slackSteps).values(step).onConflictDoNothing();
        const isOver =
          ofPerson >= STEP_BOUNDS.openOfPerson ||
          dayOfPerson >= STEP_BOUNDS.dayOfPerson ||
          dayOfChannel >= STEP_BOUNDS.dayOfChannel;
        return isOver ? "over" : "begun";
      }),

    async asked(executionId, outcome, locale) {
      const what = "keys" in outcome ? { keys: [...outcome.keys] } : { refusal: outcome.refusal };
      await db.run((queries) =>
        queries
          .update(slackSteps)
          .set({ ...what, locale })
          .where(eq(slackSteps.executionId, executionId)),
      );
    },

    async take(workspace) {
      // A result that is still being posted is waited for. Without keys, Slack may deliver the step again until it is offered.
      const rows = await db.run(
        (queries) =>
          queries.execute(sql`
            with ready as (
              select s.execution_id, b.id as batch_id, b.request, b.service, b.conversation, r.message_id, r.state as result_state
              from slack_steps s
              left join lateral (
                select * from batches
                where platform = 'slack' and event_key = any(s.keys)
                order by created_at limit 1
              ) b on true
              left join posts r on r.batch_id = b.id and r.kind = 'result'
              where s.workspace = ${workspace} and s.ended_at is null
                and (s.tried_at is null or s.tried_at < ${ago(STEP_TRY_MS)})
                and case
                  when s.refusal is not null then true
                  when b.id is not null then b.closed_at is not null or coalesce(r.state, 'intended') <> 'intended'
                          when s.keys = '{}' then s.created_at < ${ago(STEP_OPEN_MS)}
                  else not exists (
                    select from proposals
                    where created_at > ${ago(STEP_OPEN_MS)}
                      and id in (select substr(key, length('proposal:') + 1)::uuid from unnest(s.keys) as key)
                  )
                end
              order by s.created_at limit ${STEPS_AT_A_TIME}
              for update of s skip locked
            ), taken as (
              update slack_steps set tried_at = now() from ready
              where slack_steps.execution_id = ready.execution_id
              returning slack_steps.execution_id, slack_steps.locale, slack_steps.refusal
            )
            select taken.execution_id as "executionId", taken.locale, taken.refusal, ready.request, ready.service,
              ready.conversation,
              case when ready.result_state = 'posted' then ready.message_id end as posted,
              (select count(*) from artifacts where batch_id = ready.batch_id and post = 'result') as made,
              coalesce((select jsonb_agg(state) from jobs where batch_id = ready.batch_id), '[]') as states,
              coalesce((
                select jsonb_agg(failure order by ordinal) from jobs
                where batch_id = ready.batch_id and failure is not null
              ), '[]') as failures
            from taken join ready using (execution_id)`),
        background,
      );
      return rows.map((row) => Row.parse(row));
    },

    async ended(executionId) {
      await db.run(
        (queries) => queries.execute(sql`update slack_steps set ended_at = now() where execution_id = ${executionId}`),
        background,
      );
    },

    async forgetOld() {
      await db.run(
        (queries) => queries.execute(sql`delete from slack_steps where created_at < ${ago(STEP_KEPT_MS)}`),
        background,
      );
    },
  };
}
