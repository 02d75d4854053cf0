import { sql } from "drizzle-orm";
import type { Queries } from "../queries.ts";

/**
 * Intends a batch's results again that no conversation took, with the keys of their first try, in the caller's transaction, which
 * has locked the batch. What its requester got directly is delivered. Returns whether there were any.
 *
 * The notice that says so becomes a notice under way: it goes away with the result, or says why the next try was refused too.
 */
export async function intendAgain(queries: Queries, batchId: string): Promise<boolean> {
  const rows = await queries.execute(sql`
    with refused as (
      update posts set state = 'intended', failure = null, updated_at = now()
      where batch_id = ${batchId}::uuid and state = 'undeliverable'
        and (kind like 'late-%' or kind = 'result' and not exists (
          select from posts direct
          where direct.batch_id = posts.batch_id and direct.kind = 'direct' and direct.state <> 'undeliverable'))
      returning kind
    ), direct as (
      -- If the conversation refuses the result again, it is sent to its requester as the first time.
      delete from posts where batch_id = ${batchId}::uuid and kind = 'direct' and exists (select from refused where kind = 'result')
    ), notice as (
      update posts set state = 'posted', updated_at = now()
      where batch_id = ${batchId}::uuid and kind = 'notice' and state = 'folded' and message_id is not null
        and exists (select from refused where kind = 'result')
    )
    select kind from refused`);
  return rows.length > 0;
}
