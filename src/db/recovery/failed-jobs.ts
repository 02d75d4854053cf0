import { sql } from "drizzle-orm";
import { z } from "zod";
import { JobFailure } from "../../core/job/failure.ts";
import { SETTLEMENTS } from "../../core/job/job.ts";
import type { FailedJob, FailedRequest } from "../../core/job/recovery/plan.ts";
import type { Failures } from "../../core/job/recovery/recoveries.ts";
import type { Queries } from "../queries.ts";

/** Failed jobs to examine: several times a recovery's maximum, and cheap to read. */
const FAILED_JOBS = 4_000;

const Row = z.object({
  id: z.string(),
  batch_id: z.string(),
  account_id: z.string(),
  service: z.enum(["image", "video"]),
  cost: z.coerce.number(),
  failure: z.preprocess((value) => (typeof value === "string" ? JSON.parse(value) : value), JobFailure),
  settlement: z.enum(SETTLEMENTS),
  credential_id: z.string().nullable(),
  asked_again: z.boolean(),
});

/** An organisation's failures of the last hours, oldest first, except requests that admins declined. */
export async function failuresOf(queries: Queries, organisationId: string, hours: number): Promise<Failures> {
  const rows = await queries.execute(sql`
    with failed as materialized (
      select jobs.id, jobs.batch_id, jobs.account_id, jobs.service, jobs.cost, jobs.failure, jobs.settlement,
        jobs.credential_id, jobs.failed_at, batches.created_at, ${same("batches")} as request
      from jobs join batches on batches.id = jobs.batch_id
      where jobs.organisation_id = ${organisationId}::uuid
        and jobs.failed_at >= now() - ${hours}::float8 * interval '1 hour' and jobs.failure is not null
        and jobs.failure->>'reason' not in ('declined', 'not_approved')
        -- The requester was not forgotten.
        and batches.requester_id <> ''
      order by jobs.failed_at, jobs.id limit ${FAILED_JOBS + 1}
    ), latest as materialized (
      select account_id, ${same("batches")} as request, max(created_at) as at
      from batches
      where account_id in (select account_id from failed) and created_at > (select min(created_at) from failed)
      group by 1, 2
    )
    select failed.*, coalesce(latest.at > failed.created_at, false) as asked_again
    from failed left join latest using (account_id, request)
    order by failed.failed_at, failed.id`);
  const [open] = await queries.execute(sql`
    select count(*)::integer as jobs from jobs
    where organisation_id = ${organisationId}::uuid and indexed_as = 'unknown'`);
  return {
    requests: requestsFrom(rows.slice(0, FAILED_JOBS).map((row) => Row.parse(row))),
    open: Number(open?.["jobs"]),
    isCut: rows.length > FAILED_JOBS,
  };
}

/** A digest of a batch's request, ignoring the count. */
export function same(table: "batches" | "later"): ReturnType<typeof sql> {
  return sql`md5((${sql.identifier(table)}.request - 'count')::text)`;
}

function requestsFrom(rows: readonly z.infer<typeof Row>[]): FailedRequest[] {
  return [...Map.groupBy(rows, (row) => row.batch_id).values()].flatMap((ofBatch) => {
    const [first] = ofBatch;
    if (!first) return [];
    const { batch_id: batchId, account_id: accountId, service, cost, asked_again: isAskedAgain } = first;
    return [{ batchId, accountId, service, cost, isAskedAgain, jobs: ofBatch.map(jobFrom) }];
  });
}

function jobFrom({ id, failure, settlement, credential_id }: z.infer<typeof Row>): FailedJob {
  return { id, failure, settlement, credentialId: credential_id ?? undefined };
}
