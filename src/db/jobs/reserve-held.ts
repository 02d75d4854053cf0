import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { SPANS, UNITS } from "../../core/account/quota/quota.ts";
import { moment } from "./job-row.ts";

/** What an approval put on top of a quota, for one of its windows. */
const Grant = z.object({
  /** `encodeScope`. */
  scope: z.string(),
  unit: z.enum(UNITS),
  span: z.enum(SPANS),
  starts_at: moment,
  ends_at: moment,
  /** All that was granted on top, before and after. */
  before: z.coerce.number(),
  after: z.coerce.number(),
});

export type HeldGrant = z.infer<typeof Grant>;

/**
 * Reserves for the jobs of a batch that is held because it is over a quota, and grants on top of each quota what is missing
 * there; part of the transaction that approves it. Nothing for jobs that have reserved already or are held no more, so it may
 * be done again. Returns the grants.
 */
export async function reserveHeld(queries: Pick<Queries, "execute">, batchId: string): Promise<readonly HeldGrant[]> {
  const rows = await queries.execute(sql`select * from reserve_held(${batchId}::uuid)`);
  return z.array(Grant).parse([...rows]);
}
