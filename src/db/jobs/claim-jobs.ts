import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Service } from "../../core/job/job.ts";
import type { Job, JobStore } from "../../core/job/job-store.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { readJob } from "./job-row.ts";
import { listed } from "./sql-arrays.ts";
import { withSteadyQuotas } from "./write-jobs.ts";

/** Jobs per statement. Further claims follow immediately, so that none holds its locks for long. */
const CLAIM_AT_ONCE = 20;
/** Organisations that take turns in one statement: more than wait concurrently, except on the largest servers. */
const ORGANISATIONS_AT_ONCE = 50;
/** After this many statements without a job, a claim ends before it has looked at all organisations. The next claim continues. */
const LOOKS = 4;
/** The id before all others. */
const FIRST = "00000000-0000-0000-0000-000000000000";

/** A process's claims. */
export interface Claims {
  readonly claim: JobStore["claim"];
  readonly noteNews: JobStore["noteNews"];
}

const Look = z.object({ next_after: z.string(), are_all: z.boolean(), id: z.string().nullable() });

/**
 * Claims waiting jobs, ordered by when their organisations and members were last served (`claim_jobs`). A statement looks at a
 * limited number of organisations (`waiting_organisations`), so that it costs the same however many wait.
 */
export function claimsOn(db: Database): Claims {
  /** The organisation after which the next statement continues. */
  let after = FIRST;
  /** Organisations with something new to claim. */
  const news = new Set<string>();

  /** One statement. `isLast`: it has looked at everything that waits. */
  async function look(
    workerId: string,
    baseUrls: Readonly<Record<Service, string | undefined>>,
    jobless: readonly string[],
  ): Promise<{ jobs: Job[]; isLast: boolean }> {
    const [image, video] = [baseUrls.image ?? null, baseUrls.video ?? null];
    const heard = [...news];
    news.clear();
    const withNews = sql`array${listed(heard)}`;
    const claimed = sql`claim_jobs(${workerId}::uuid, ${image}::text, ${video}::text, ${CLAIM_AT_ONCE}::integer, turns.organisations)`;
    const rows = await db
      .run(
        (queries) =>
          queries.execute(
            jobless.length > 0
              ? sql`
              -- The worker's row first: the lock order of a take-over.
              with me as materialized (
                select id from workers where id = ${workerId}::uuid for key share
              ), written as materialized (
                select write_jobs(${withSteadyQuotas(jobless)}),
                  array(select organisation_id from batches where id in ${listed(jobless)}) as organisations
                from (select count(*) from me) as held
              )
              select turns.next_after, turns.are_all, claimed.*
              from written
              cross join waiting_organisations(written.organisations || ${withNews}, ${after}::uuid, ${ORGANISATIONS_AT_ONCE}::integer) turns
              left join ${claimed} claimed on true`
              : sql`
              select turns.next_after, turns.are_all, claimed.*
              from waiting_organisations(${withNews}, ${after}::uuid, ${ORGANISATIONS_AT_ONCE}::integer) turns
              left join ${claimed} claimed on true
              -- Most of the time nothing waits, which is told much sooner. In the index's order: without it, PostgreSQL reads
              -- all jobs for one that waits if there were many when it last counted.
              where (
                select true from jobs
                where indexed_as = 'waiting' and not_before <= now() and cancel_requested_at is null
                order by organisation_id, service, account_id
                limit 1
              )`,
          ),
        DATABASE_BACKGROUND_CALL_MS,
      )
      .catch((error: unknown) => {
        // Left for the next statement.
        for (const id of heard) news.add(id);
        throw error;
      });
    const looks = rows.map((row) => ({ row, look: Look.parse(row) }));
    after = looks[0]?.look.next_after ?? after;
    return {
      jobs: looks.filter(({ look: { id } }) => id !== null).map(({ row }) => readJob(row)),
      isLast: looks[0]?.look.are_all ?? true,
    };
  }

  return {
    noteNews: (organisationId) => void news.add(organisationId),
    async claim(workerId, baseUrls, jobless = []) {
      let due = jobless;
      for (let looks = 0; looks < LOOKS; looks++) {
        const { jobs, isLast } = await look(workerId, baseUrls, due);
        if (jobs.length > 0 || isLast) return jobs;
        due = [];
      }
      return [];
    },
  };
}
