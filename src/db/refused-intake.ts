import { z } from "zod";
import { TooManyWaitingError } from "../core/account/bounds.ts";
import { Excess, NoPriceError, OverQuotaError } from "../core/account/quota/quota.ts";

/** The error that `reserve_quota` raises. */
const OverQuota = z.object({ code: z.literal("EA001"), detail: z.string() });

/** The error that `reserve_quota` raises when a quota in money counts a request without a price. */
const NoPrice = z.object({ code: z.literal("EA004"), detail: z.string() });
const Unpriced = Excess.pick({ scope: true, unit: true, span: true });

/** The error that `ensure_room` raises; its detail is how many of the member's jobs wait. */
const NoRoom = z.object({ code: z.literal("EA002"), detail: z.coerce.number() });

/** Translates the error of a statement that failed because a quota has too little left; undefined for other errors. */
export function overQuota(error: unknown): OverQuotaError | undefined {
  const raised = raisedOf(error, OverQuota);
  return raised && new OverQuotaError(z.array(Excess).parse(JSON.parse(raised.detail)));
}

/** Translates the error of a statement that failed because a quota in money counts a request without a price; undefined for other errors. */
export function noPrice(error: unknown): NoPriceError | undefined {
  const raised = raisedOf(error, NoPrice);
  return raised && new NoPriceError(z.array(Unpriced).parse(JSON.parse(raised.detail)));
}

/** Translates the error of a statement that failed because its member has too many waiting jobs; undefined for other errors. */
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
