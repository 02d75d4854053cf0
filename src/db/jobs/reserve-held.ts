import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { QuotaUnit, SPANS } from "../../core/account/quota/quota.ts";
import { moment } from "./job-row.ts";

/** An approval's grant on one window of a quota. */
const Grant = z.object({
  /** `encodeScope`. */
  scope: z.string(),
  unit: QuotaUnit,
  span: z.enum(SPANS),
  starts_at: moment,
  ends_at: moment,
  /** The window's total grant, before and after. */
  before: z.coerce.number(),
  after: z.coerce.number(),
});

export type HeldGrant = z.infer<typeof Grant>;

/**
 * Reserves quota for the jobs of a batch that was held because it exceeds a quota, granting each quota what it lacks. Part of the
 * transaction that approves it. Skips jobs that have already reserved or are no longer held, so it can be repeated. Returns the
 * grants.
 */
export async function reserveHeld(queries: Pick<Queries, "execute">, batchId: string): Promise<readonly HeldGrant[]> {
  const rows = await queries.execute(sql`select * from reserve_held(${batchId}::uuid)`);
  return z.array(Grant).parse([...rows]);
}
