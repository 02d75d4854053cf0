import { z } from "zod";
import { Excess, OverQuotaError } from "../account/quota.ts";

/** What `reserve_quota` raises. */
const Raised = z.object({ code: z.literal("EA001"), detail: z.string() });

/** The error of a statement that was ended because a quota has less left; undefined for any other. */
export function overQuota(error: unknown, asked: number): OverQuotaError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const raised = Raised.safeParse(current);
    if (raised.success) return new OverQuotaError(asked, z.array(Excess).parse(JSON.parse(raised.data.detail)));
  }
  return undefined;
}
