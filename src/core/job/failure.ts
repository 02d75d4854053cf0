import { z } from "zod";
import { shortened } from "../chat/message.ts";

/** Why the gateway refused or failed, in its own words; `gateway-faults.ts` interprets it. */
export interface Fault {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly type: string | undefined;
  readonly message: string | undefined;
  readonly param: string | undefined;
  readonly requestId: string | undefined;
}

/** What is wrong with the file that the gateway sent as an artifact. Asking again rarely helps. */
export const ArtifactFlaw = z.enum([
  /** The wrong type of file, such as a web page, or a picture instead of a clip. */
  "wrong_type",
  /** It can't be opened, or its end is missing. */
  "damaged",
  "empty",
  "too_large",
  /** The file's address redirects; the key and the member's data may go to the configured gateway only. */
  "redirected",
  /** Easel must not fetch from the file's address. */
  "bad_address",
]);
export type ArtifactFlaw = z.infer<typeof ArtifactFlaw>;

/**
 * Why a job produced nothing, as stored: the gateway's fault in its own words, or one of our reasons. The text for the member is
 * made at the chat edge.
 */
export const JobFailure = z.object({
  reason: z.enum([
    /** The gateway refused it or reported its failure; `fault` says how. */
    "gateway",
    /** The gateway could not be reached; it waits for another try. */
    "gateway_away",
    "unknown_outcome",
    "waited_too_long",
    /** An admin declined it. */
    "declined",
    /** No admin approved it in time. */
    "not_approved",
    "expired",
    "never_answered",
    "unretrievable",
    /** What the gateway sent is not a valid picture or clip; `flaw` says why, `found` its file type. */
    "unusable",
  ]),
  status: z.number().optional(),
  code: z.string().optional(),
  type: z.string().optional(),
  message: z.string().optional(),
  param: z.string().optional(),
  requestId: z.string().optional(),
  /** The admin who declined it, and the reason, if given. */
  by: z.string().optional(),
  why: z.string().optional(),
  flaw: ArtifactFlaw.optional(),
  found: z.string().optional(),
});
export type JobFailure = z.infer<typeof JobFailure>;

/** The limit for stored texts of the gateway, which are for people and for the log. */
const KEPT_CHARACTERS = 500;

/** The gateway's fault, as stored. */
export function gatewayFailure(fault: Fault | undefined): JobFailure {
  return { reason: "gateway", ...kept(fault) };
}

/** One of our reasons, with what the gateway said, if anything. */
export function ownFailure(
  reason: Exclude<JobFailure["reason"], "gateway" | "unusable" | "declined">,
  fault?: Partial<Fault>,
): JobFailure {
  return { reason, ...kept(fault) };
}

/** An admin declined it. */
export function declinedFailure({ by, why }: { readonly by?: string; readonly why?: string }): JobFailure {
  return { reason: "declined", ...(by === undefined ? {} : { by }), ...(why === undefined ? {} : { why }) };
}

/** The gateway reported success, but what it sent can't be used. */
export function unusableFailure(file: {
  readonly flaw: ArtifactFlaw;
  readonly found?: string | undefined;
  readonly requestId?: string | undefined;
}): JobFailure {
  const { flaw, found, requestId } = file;
  return { reason: "unusable", flaw, ...(found === undefined ? {} : { found }), ...kept({ requestId }) };
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
