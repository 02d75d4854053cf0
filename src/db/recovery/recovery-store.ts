import { sql } from "drizzle-orm";
import { z } from "zod";
import type { AuditEntry } from "../../core/account/audit.ts";
import { RECOVERY_KINDS, type RecoverySums } from "../../core/job/recovery/plan.ts";
import {
  RECOVERY_ASKED_MS,
  RETRY_OUTCOMES,
  type Confirmed,
  type Recoveries,
  type RecoveryState,
  type RetryOutcome,
} from "../../core/job/recovery/recoveries.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import { writeAudit } from "../accounts/audit.ts";
import { refundJobs, type RefundedJob } from "../accounts/refund-jobs.ts";
import type { Database } from "../connection.ts";
import { moment } from "../jobs/job-row.ts";
import type { Queries } from "../queries.ts";
import { failuresOf } from "./failed-jobs.ts";

/** Unconfirmed recoveries kept per organisation. Older ones can't be confirmed any more. */
const RECOVERIES_ASKED = 10;
/** How long a finished recovery is listed. */
const RECOVERY_KEPT = sql`interval '30 days'`;

const json = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value): unknown => (typeof value === "string" ? JSON.parse(value) : value), schema);

/** `RecoverySums`. */
export const Sums = json(
  z.object({
    requests: z.number(),
    images: z.number(),
    seconds: z.number(),
    members: z.number(),
    uncertain: z.number(),
  }),
);
const Choice = z.object({
  hours: z.number(),
  credentialId: z.string().exactOptional(),
  code: z.string().exactOptional(),
  uncertain: z.boolean().exactOptional(),
});
const Asked = z.object({
  kind: z.enum(RECOVERY_KINDS),
  state: z.enum(["asked", "running", "done"]),
  sums: Sums,
  choice: json(Choice),
  is_late: z.boolean(),
});
/** How many requests ended in each way. */
export const Outcomes = json(
  z.record(z.string(), z.number()).transform((counts): RecoveryState["outcomes"] => {
    const known: Partial<Record<RetryOutcome, number>> = {};
    for (const [name, count] of Object.entries(counts)) {
      // During an upgrade, a process of a newer version may have written an outcome that this one doesn't know.
      const outcome = RETRY_OUTCOMES.find((one) => one === name) ?? "failed";
      known[outcome] = (known[outcome] ?? 0) + count;
    }
    return known;
  }),
);
const State = z
  .object({
    kind: z.enum(RECOVERY_KINDS),
    sums: Sums,
    outcomes: Outcomes,
    done: z.boolean(),
    confirmed_at: moment,
  })
  .transform(({ done: isDone, confirmed_at: confirmedAt, ...rest }): RecoveryState => ({
    ...rest,
    isDone,
    confirmedAt,
  }));

/** The settled requests of a recovery (the row `recoveries`), counted by outcome. */
export const OUTCOMES = sql`(
  select coalesce(json_object_agg(outcome, requests), '{}') from (
    select outcome, count(*) as requests from recovery_items
    where recovery_id = recoveries.id and outcome is not null group by outcome
  ) counted)`;

/** Recoveries on PostgreSQL. */
export function createRecoveryStore(db: Database): Recoveries {
  return {
    failures: (organisationId, hours) =>
      db.run((queries) => failuresOf(queries, organisationId, hours), DATABASE_BACKGROUND_CALL_MS),

    ask: ({ id, organisationId, kind, hours, choice, items, sums, locale }) =>
      db.transaction(async (queries) => {
        const [added] = await queries.execute(sql`
          insert into recoveries (id, organisation_id, kind, choice, sums, locale)
          values (${id}::uuid, ${organisationId}::uuid, ${kind}, ${JSON.stringify({ hours, ...choice })}::text::jsonb,
            ${JSON.stringify(sums)}::text::jsonb, ${locale})
          on conflict do nothing returning id`);
        if (!added) return;
        const given = items.map((item, index) => ({ batch: item.batchId, place: index + 1, jobs: item.jobIds }));
        await queries.execute(sql`
          insert into recovery_items (recovery_id, batch_id, ordinal, job_ids)
          select ${id}::uuid, batch, place, array(select jsonb_array_elements_text(jobs)::uuid)
          from jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) as given (batch uuid, place integer, jobs jsonb)`);
        await queries.execute(sql`
          delete from recoveries where organisation_id = ${organisationId}::uuid and (
            state = 'done' and done_at < now() - ${RECOVERY_KEPT}
            or state = 'asked' and id not in (
              select id from recoveries where organisation_id = ${organisationId}::uuid and state = 'asked'
              order by created_at desc, id limit ${RECOVERIES_ASKED}
            )
          )`);
      }),

    confirm: (change, id) =>
      db.changeQuotas(change.organisationId, async (queries): Promise<Confirmed> => {
        const { organisationId } = change;
        const [row] = await queries.execute(sql`
          select kind, state, sums, choice,
            created_at < now() - ${RECOVERY_ASKED_MS}::float8 * interval '1 millisecond' as is_late
          from recoveries where id = ${id}::uuid and organisation_id = ${organisationId}::uuid for update`);
        if (!row) return { kind: "gone" };
        const { kind: of, state, sums, choice: chosen, is_late: isLate } = Asked.parse(row);
        const { hours, ...choice } = chosen;
        if (state !== "asked") return { kind: "already", of, sums, hours, choice };
        if (isLate) return { kind: "gone" };
        const confirmed = of === "refund" ? await refundAll(queries, organisationId, id) : sums;
        await queries.execute(sql`
          update recoveries set confirmed_at = now(), sums = ${JSON.stringify(confirmed)}::text::jsonb,
            state = ${of === "refund" ? "done" : "running"}, done_at = ${of === "refund" ? sql`now()` : sql`null`}
          where id = ${id}::uuid`);
        await writeAudit(queries, { ...change, ...auditFacts(of, confirmed, chosen) });
        return { kind: "begun", of, sums: confirmed, hours, choice };
      }),

    async latest(organisationId, limit) {
      const rows = await db.run((queries) =>
        queries.execute(sql`
          select kind, sums, ${OUTCOMES} as outcomes, state = 'done' as done, confirmed_at from recoveries
          where organisation_id = ${organisationId}::uuid and state <> 'asked'
          order by created_at desc, id limit ${limit}`),
      );
      return rows.map((row) => State.parse(row));
    },
  };
}

/** Refunds the jobs of a recovery whose charge is still assumed. */
async function refundAll(queries: Queries, organisationId: string, id: string): Promise<RecoverySums> {
  const listed = sql`jobs.id in (select unnest(job_ids) from recovery_items where recovery_id = ${id}::uuid)`;
  const jobs = await refundJobs(queries, organisationId, listed);
  const of = (service: RefundedJob["service"]): number =>
    jobs.filter((job) => job.service === service).reduce((sum, { cost }) => sum + cost, 0);
  const requests = new Set(jobs.map(({ batchId }) => batchId)).size;
  return {
    requests,
    images: of("image"),
    seconds: of("video"),
    members: new Set(jobs.map(({ accountId }) => accountId)).size,
    uncertain: requests,
  };
}

function auditFacts(
  of: "refund" | "retry",
  sums: RecoverySums,
  { credentialId, ...choice }: z.infer<typeof Choice>,
): Pick<AuditEntry, "action" | "scope" | "after"> {
  const { members: people, ...amounts } = sums;
  return {
    action: of === "refund" ? "requests.refunded" : "requests.retried",
    ...(credentialId === undefined ? {} : { scope: { kind: "key", id: credentialId } }),
    after: { ...amounts, people, hours: choice.hours, ...(choice.code === undefined ? {} : { code: choice.code }) },
  };
}
