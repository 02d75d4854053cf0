import { z } from "zod";
import { TooManyWaitingError } from "../core/account/bounds.ts";
import { Excess, OverQuotaError } from "../core/account/quota/quota.ts";

/** What `reserve_quota` raises. */
const OverQuota = z.object({ code: z.literal("EA001"), detail: z.string() });

/** What `ensure_room` raises; the detail is how many jobs of the member wait. */
const NoRoom = z.object({ code: z.literal("EA002"), detail: z.coerce.number() });

/** The error of a statement that was ended because a quota has less left; undefined for any other. */
export function overQuota(error: unknown, asked: number): OverQuotaError | undefined {
  const raised = raisedOf(error, OverQuota);
  return raised && new OverQuotaError(asked, z.array(Excess).parse(JSON.parse(raised.detail)));
}

/** The error of a statement that was ended because its member would have too many jobs waiting; undefined for any other. */
export function tooManyWaiting(error: unknown): TooManyWaitingError | undefined {
  const raised = raisedOf(error, NoRoom);
  return raised && new TooManyWaitingError(raised.detail);
}

function raisedOf<T>(error: unknown, schema: z.ZodType<T>): T | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const raised = schema.safeParse(current);
    if (raised.success) return raised.data;
  }
  return undefined;
}
