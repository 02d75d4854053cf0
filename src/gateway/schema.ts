import type { Fault } from "../core/job/failure.ts";
import { z } from "zod";
import type { DurationGuidance, Milestone, RemoteSnapshot } from "../core/job/remote.ts";
import { FETCH_WINDOW_MS, MILESTONES } from "../lib/limits.ts";
import { redacted } from "../lib/log/redact.ts";
import { cleanOpaque, cleanText } from "./http/sanitize-text.ts";

/** The gateway's texts are for people; longer ones are cut. */
export const GATEWAY_TEXT_CHARACTERS = 2_000;
/** A longer id is not an id; it must fit into a path. */
const REMOTE_ID_CHARACTERS = 512;

/**
 * The image service's answers. Source: `docs/gateway.md#images`. Tolerant of everything we don't need: a new field is ignored,
 * and a malformed hint counts as missing. Fields that decide (`jobId`, `phase`) must be right.
 */
const text = z.string().transform((value) => cleanText(value, GATEWAY_TEXT_CHARACTERS));
export const optionalText = text.optional().catch(undefined);
const optionalNumber = z.number().optional().catch(undefined);
/** Unix milliseconds. */
const optionalTime = z.number().int().nonnegative().optional().catch(undefined);
/** Without its parameters. */
const optionalType = z
  .string()
  .transform((value) => value.split(";")[0]?.trim().toLowerCase())
  .pipe(z.string().regex(/^[\w.+-]{1,60}\/[\w.+-]{1,60}$/))
  .optional()
  .catch(undefined);
const opaque = z.unknown().transform(cleanOpaque).optional();

/** The whole id is stored and used in paths, so it must be valid there. */
export const RemoteId = z
  .string()
  .min(1)
  .max(REMOTE_ID_CHARACTERS)
  .regex(/^\P{Cc}+$/u)
  .refine((value) => value.isWellFormed());

const MilestoneSchema = z.object({
  percentile: z.number(),
  seconds: z.number().nonnegative(),
  level: text.catch(""),
  cardMessage: text.catch(""),
  detailTitle: text.catch(""),
  detailBody: text.catch(""),
}) satisfies z.ZodType<Milestone>;

const Guidance = z
  .object({
    tier: optionalText,
    timeoutSeconds: z
      .number()
      .positive()
      // A time-out longer than results are kept can't be meant.
      .transform((seconds) => Math.min(seconds, FETCH_WINDOW_MS / 1000)),
    milestones: z.array(z.unknown()).catch([]).transform(readableMilestones),
  })
  .optional()
  .catch(undefined);

export const CreatedAnswer = z.object({ jobId: RemoteId, durationGuidance: Guidance });
export type CreatedAnswer = z.infer<typeof CreatedAnswer>;

export const SnapshotAnswer = z.object({
  jobId: z.string().optional(),
  phase: z.enum(["queued", "running", "completed", "failed", "cancelled"]),
  queuePosition: z.number().nonnegative().optional().catch(undefined),
  message: optionalText,
  startedAt: optionalTime,
  finishedAt: optionalTime,
  error: z.unknown().optional(),
  usage: opaque,
  durationGuidance: Guidance,
});
export type SnapshotAnswer = z.infer<typeof SnapshotAnswer>;

/** A result whose `base64` was removed while it was read, see `split-field.ts`. */
export const ResultAnswer = z.object({
  images: z
    .array(
      z.object({
        url: z.string().optional().catch(undefined),
        base64: z.string().optional().catch(undefined),
        mimeType: optionalType,
      }),
    )
    .min(1),
  usage: opaque,
});
export type ResultAnswer = z.infer<typeof ResultAnswer>;

const code = z
  .union([z.string(), z.number()])
  .transform((value) => cleanText(String(value), 200))
  .optional()
  .catch(undefined);

const ErrorFields = z.object({ code, type: code, message: optionalText, param: optionalText });
const SnapshotErrorFields = ErrorFields.extend({ status: optionalNumber });
const ErrorBody = z.object({ error: ErrorFields });

/**
 * The fault of an HTTP error answer, or undefined without an error body: then the gateway itself has said nothing. Source:
 * `docs/gateway.md#images-error-body`.
 */
export function faultOfBody(status: number, body: unknown, requestId: string | undefined): Fault | undefined {
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return undefined;
  const { error } = parsed.data;
  if (error.code === undefined && error.type === undefined && error.message === undefined) return undefined;
  return { ...fields(error), status, requestId };
}

/** The fault in a snapshot. Its fields are not documented, so those of an error body are used where present. */
export function faultOfSnapshot(error: unknown, requestId: string | undefined): Fault | undefined {
  if (error === undefined || error === null) return undefined;
  if (typeof error === "string") {
    return { ...fields({ message: cleanText(error, GATEWAY_TEXT_CHARACTERS) }), status: undefined, requestId };
  }
  const parsed = SnapshotErrorFields.safeParse(error);
  return { ...fields(parsed.data ?? {}), status: parsed.data?.status, requestId };
}

/** Error fields reach the log, the database and people, so secrets are removed here. */
function fields(error: Partial<z.infer<typeof ErrorFields>>): Pick<Fault, "code" | "type" | "message" | "param"> {
  const { code: name, type, message, param } = error;
  return {
    code: name,
    type,
    message: message === undefined ? undefined : redacted(message),
    param: param === undefined ? undefined : redacted(param),
  };
}

/** The snapshot in the job service's terms. */
export function toSnapshot(answer: SnapshotAnswer, requestId: string | undefined): RemoteSnapshot {
  return {
    phase: answer.phase,
    queuePosition: answer.queuePosition,
    percent: undefined,
    message: answer.message,
    startedAt: answer.startedAt,
    finishedAt: answer.finishedAt,
    fault: faultOfSnapshot(answer.error, requestId),
    usage: answer.usage,
    guidance: toGuidance(answer.durationGuidance),
  };
}

export function toGuidance(guidance: z.infer<typeof Guidance>): DurationGuidance | undefined {
  return guidance && { tier: guidance.tier, timeoutSeconds: guidance.timeoutSeconds, milestones: guidance.milestones };
}

function readableMilestones(items: readonly unknown[]): Milestone[] {
  return items.slice(0, MILESTONES).flatMap((item) => {
    const parsed = MilestoneSchema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}
