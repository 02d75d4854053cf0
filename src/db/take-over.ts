import { sql } from "drizzle-orm";
import type { TakenOver } from "../job/store.ts";
import { WORKER_EXPIRED_MS } from "../limits.ts";
import type { Queries } from "./connection.ts";
import { readJob } from "./job-row.ts";

/**
 * Gives a worker everything of the workers that fell silent, by the database's clock, and of none; part of one transaction.
 * `all`: everything that is not its own, also of workers that nobody knows any more. Growing the fence is what stops a worker that was only slow from writing on. A create that was under way counts as sent:
 * nobody can know better.
 */
export async function takeOver(queries: Queries, workerId: string, all: boolean): Promise<TakenOver> {
  const [me] = await queries.execute(sql`select id from workers where id = ${workerId} for key share`);
  if (!me) return { jobs: [], batchIds: [] };
  const dead = await queries.execute<{ id: string }>(sql`
    select id from workers
    where id <> ${workerId} and (${all} or beat < now() - ${WORKER_EXPIRED_MS} * interval '1 millisecond')
    for update skip locked`);
  const ids = dead.map((row) => row.id);
  const theirs = all ? sql`worker_id <> ${workerId}` : ids.length === 0 ? undefined : sql`worker_id in ${ids}`;
  const taken =
    theirs === undefined
      ? []
      : await queries.execute(sql`
          update jobs set worker_id = ${workerId}, fence = fence + 1,
            create_tries = create_tries + case when state = 'submitting' then 1 else 0 end
          where ${theirs} returning *`);
  const batches = await queries.execute<{ id: string }>(sql`
    update batches set worker_id = ${workerId}
    where id in (
      select id from batches
      where closed_at is null and (worker_id is null ${theirs === undefined ? sql`` : sql`or ${theirs}`})
      for update skip locked
    )
    returning id`);
  if (ids.length > 0) await queries.execute(sql`delete from workers where id in ${ids}`);
  return { jobs: taken.map((row) => readJob(row)), batchIds: batches.map((row) => row.id) };
}
