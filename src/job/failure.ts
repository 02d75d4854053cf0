import { z } from "zod";
import { shortened } from "../chat/message.ts";
import type { Fault } from "./remote.ts";

/**
 * Why a job did not become a picture, as stored: the gateway's fault in its own words, or a reason of ours. What a member
 * reads of it is made at the chat edge.
 */
export const JobFailure = z.object({
  reason: z.enum([
    /** The gateway refused it or reported that it failed; `fault` says how. */
    "gateway",
    "unknown_outcome",
    "waited_too_long",
    /** An admin declined it. */
    "declined",
    /** No admin approved it in time. */
    "not_approved",
    "expired",
    "never_answered",
    "unretrievable",
    /** Process after process went down over it. */
    "quarantined",
  ]),
  status: z.number().optional(),
  code: z.string().optional(),
  type: z.string().optional(),
  message: z.string().optional(),
  param: z.string().optional(),
  requestId: z.string().optional(),
});
export type JobFailure = z.infer<typeof JobFailure>;

/** Texts of the gateway are kept at this length at most: they are for people and for the log. */
const KEPT_CHARACTERS = 500;

/** The gateway's fault, as stored. */
export function gatewayFailure(fault: Fault | undefined): JobFailure {
  return { reason: "gateway", ...kept(fault) };
}

/** A reason of ours, with what the gateway said, if anything. */
export function ownFailure(reason: Exclude<JobFailure["reason"], "gateway">, fault?: Partial<Fault>): JobFailure {
  return { reason, ...kept(fault) };
}

function kept(fault: Partial<Fault> | undefined): Omit<JobFailure, "reason"> {
  const result: Omit<JobFailure, "reason"> = {};
  if (fault?.status !== undefined) result.status = fault.status;
  for (const field of ["code", "type", "message", "param", "requestId"] as const) {
    const value = fault?.[field];
    if (value !== undefined) result[field] = shortened(value, KEPT_CHARACTERS);
  }
  return result;
}
