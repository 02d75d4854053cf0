import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { JobFailure } from "../../../core/job/failure.ts";
import type { Database } from "../../../db/connection.ts";
import { slackSteps } from "../../../db/schema/slack.ts";
import { DATABASE_BACKGROUND_CALL_MS, DAY_MS, PROPOSAL_KEPT_MS } from "../../../lib/limits.ts";
import { LOCALES, type Locale } from "../../../lib/locale.ts";

/** Slack delivers a step for some minutes. One that has offered nothing by then never will. */
export const STEP_ASK_MS = 30 * 60_000;
/** A process that took a step and reports no outcome within this time is presumed dead. Also the pause after a failed attempt. */
const STEP_TRY_MS = 30_000;
/** How many steps are completed at a time: Slack allows a workspace about 50 such calls a minute. */
const STEPS_AT_A_TIME = 2;
/** How long a step is kept. This covers a day to agree, a day for an admin's approval and three days at the gateway. */
const STEP_KEPT_MS = 7 * DAY_MS;
const HOUR_MS = 3_600_000;

/**
 * How many steps can ask. A workflow might run in a loop, and each step messages a person or at least looks things up. Refused steps
 * don't count, so a loop locks nobody out for longer than the period of a bound.
 */
export const STEP_BOUNDS = {
  /** Open questions to one person. */
  openOfPerson: 5,
  /** Questions to one person in a day, including declined ones. */
  dayOfPerson: 20,
  /** Questions for one channel in a day. */
  dayOfChannel: 100,
  /** Open questions of a workspace. */
  openOfWorkspace: 500,
  /** Steps in one person's name in an hour, asked or refused. Each can look up the person and the channel. */
  hourOfPerson: 40,
  /** Steps of a workspace in an hour, asked or refused. Slack allows about 50 such look-ups a minute. */
  hourOfWorkspace: 600,
} as const;

/** A step that asks. */
export interface AskingStep {
  readonly executionId: string;
  readonly workspace: string;
  readonly channel: string;
  /** The person in whose name it asks. */
  readonly userId: string;
  /** The refusal to store if too many steps ask. */
  readonly tooMany: string;
}

/** What was offered, or why nothing was. */
export type Asked = { readonly keys: readonly string[] } | { readonly refusal: string };

const Bound = z.enum([
  "openOfPerson",
  "dayOfPerson",
  "dayOfChannel",
  "openOfWorkspace",
  "hourOfPerson",
  "hourOfWorkspace",
] as const satisfies readonly (keyof typeof STEP_BOUNDS)[]);
const Counts = z.record(Bound, z.coerce.number());
const Known = z.object({ decided: z.boolean() });

const Row = z.object({
  executionId: z.string(),
  locale: z.enum(LOCALES).catch("en"),
  refusal: z.string().nullable(),
  /** Null if nothing was requested. */
  request: z.object({ prompt: z.string() }).nullable(),
  service: z.enum(["image", "video"]).nullable(),
  /** Whether the person was asked. */
  offered: z.boolean(),
  /** Whether the person was forgotten before the end. */
  forgotten: z.boolean(),
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
   * Stores a step before anything is looked up for it. `over`: too many steps ask, so it is stored as refused. `decided`: it was
   * refused before, its person was forgotten, or its outcome is being sent to Slack.
   */
  begin(step: AskingStep): Promise<"begun" | "over" | "decided">;
  /** Stores a step that would be refused for any person, so that nothing is looked up for it. */
  refuse(step: Pick<AskingStep, "executionId" | "workspace">, refusal: string): Promise<void>;
  /**
   * Stores the offer or refusal, and the person's language. Returns false and stores nothing if the step was decided meanwhile; then
   * nobody may be asked.
   */
  asked(executionId: string, outcome: Asked, locale: Locale): Promise<boolean>;
  /** Takes steps of a workspace whose outcome must be sent to Slack. Other processes don't get the same ones for a while. */
  take(workspace: string): Promise<readonly EndedStep[]>;
  /** Records that Slack has the outcome, or will never accept it. */
  ended(executionId: string): Promise<void>;
  /** Deletes steps that are no longer kept. */
  forgetOld(): Promise<void>;
}

/** Steps of workflows, on PostgreSQL. */
export function createStepStore(db: Database): StepStore {
  const background = DATABASE_BACKGROUND_CALL_MS;
  const ago = (ms: number) => sql`now() - ${ms} * interval '1 millisecond'`;
  return {
    begin: ({ executionId, workspace, channel, userId, tooMany }) =>
      db.transaction(async (queries) => {
        // One at a time for a workspace, so that simultaneous steps are all counted.
        await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slack_steps:${workspace}`}, 0))`);
        const [known] = await queries.execute(sql`
          select refusal is not null or user_id is null or tried_at is not null or ended_at is not null as decided
          from slack_steps where execution_id = ${executionId}`);
        // Redelivered: already admitted and counted.
        if (known) return Known.parse(known).decided ? "decided" : "begun";
        const asks = sql`refusal is null`;
        const isTheirs = sql`user_id = ${userId}`;
        const counted = await queries.execute(sql`
          select
            count(*) filter (where ended_at is null and ${asks} and ${isTheirs}) as "openOfPerson",
            count(*) filter (where ${asks} and ${isTheirs}) as "dayOfPerson",
            count(*) filter (where ${asks} and channel = ${channel}) as "dayOfChannel",
            count(*) filter (where ended_at is null and ${asks}) as "openOfWorkspace",
            count(*) filter (where created_at > ${ago(HOUR_MS)} and ${isTheirs}) as "hourOfPerson",
            count(*) filter (where created_at > ${ago(HOUR_MS)}) as "hourOfWorkspace"
          from slack_steps
          where workspace = ${workspace} and user_id is not null and (ended_at is null or created_at > ${ago(DAY_MS)})`);
        const counts = Counts.parse(counted[0]);
        const step = { executionId, workspace, locale: "en" };
        if (Bound.options.some((bound) => counts[bound] >= STEP_BOUNDS[bound])) {
          // Stored without its person, so that it does not count.
          await queries.insert(slackSteps).values({ ...step, channel: "", refusal: tooMany });
          return "over";
        }
        await queries.insert(slackSteps).values({ ...step, channel, userId });
        return "begun";
      }),

    async refuse({ executionId, workspace }, refusal) {
      const step = { executionId, workspace, channel: "", locale: "en", refusal };
      await db.run((queries) => queries.insert(slackSteps).values(step).onConflictDoNothing());
    },

    async asked(executionId, outcome, locale) {
      const what = "keys" in outcome ? { keys: [...outcome.keys] } : { refusal: outcome.refusal };
      const rows = await db.run((queries) =>
        queries
          .update(slackSteps)
          .set({ ...what, locale })
          .where(
            and(
              eq(slackSteps.executionId, executionId),
              isNull(slackSteps.refusal),
              // Otherwise the person was forgotten meanwhile.
              isNotNull(slackSteps.userId),
              isNull(slackSteps.triedAt),
            ),
          )
          .returning({ id: slackSteps.executionId }),
      );
      return rows.length > 0;
    },

    async take(workspace) {
      // A result that is still being posted is waited for. Without keys, Slack may still deliver the step again.
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
                  when s.refusal is not null or s.user_id is null then true
                  when b.id is not null then b.closed_at is not null or coalesce(r.state, 'intended') <> 'intended'
                  when s.keys = '{}' then s.created_at < ${ago(STEP_ASK_MS)}
                  else not exists (
                    select from proposals
                    where created_at > ${ago(PROPOSAL_KEPT_MS)}
                      and id in (select substr(key, length('proposal:') + 1)::uuid from unnest(s.keys) as key)
                  )
                end
              order by s.created_at limit ${STEPS_AT_A_TIME}
              for update of s skip locked
            ), taken as (
              update slack_steps set tried_at = now() from ready
              where slack_steps.execution_id = ready.execution_id
              returning slack_steps.execution_id, slack_steps.locale, slack_steps.refusal, slack_steps.keys,
                slack_steps.user_id
            )
            select taken.execution_id as "executionId", taken.locale, taken.refusal, taken.keys <> '{}' as offered,
              taken.refusal is null and taken.user_id is null as forgotten, ready.request, ready.service, ready.conversation,
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
