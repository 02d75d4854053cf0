import { z } from "zod";
import type { RemotePhase, RemoteSnapshot } from "../../core/job/remote.ts";
import { faultOfSnapshot, optionalText, RemoteId } from "../schema.ts";

/** A signed link is a path and two query fields; a longer one is invalid. */
export const SIGNED_LINK_CHARACTERS = 8_192;

/**
 * The video service's answers. Source: `docs/gateway.md#videos-task-object`. Tolerant of everything we don't need; fields that
 * decide (`id`, `status`) must be right.
 */
const optionalId = RemoteId.optional().catch(undefined);

/** Unix seconds, as milliseconds. "Seconds in the documented responses": no Unix time in seconds has more than 11 digits. */
const optionalTime = z
  .number()
  .nonnegative()
  .transform((value) => Math.round(value < 1e11 ? value * 1000 : value))
  .optional()
  .catch(undefined);

/** The answer to a create. `task_id` has the same value, and replaces a missing `id`. */
export const CreatedTask = z
  .object({ id: optionalId, task_id: optionalId })
  .transform(({ id, task_id: taskId }) => ({ id: id ?? taskId }))
  .pipe(z.object({ id: RemoteId }));
export type CreatedTask = z.infer<typeof CreatedTask>;

const Metadata = z.object({
  url: z.string().max(SIGNED_LINK_CHARACTERS).optional().catch(undefined),
  message: optionalText,
  generation_status: optionalText,
  delivery_status: optionalText,
  billing_status: optionalText,
});

export const VideoTask = z.object({
  id: z.string().optional().catch(undefined),
  status: z.enum(["queued", "in_progress", "completed", "failed", "expired"]),
  progress: z
    .number()
    .transform((value) => Math.round(Math.min(Math.max(value, 0), 100)))
    .optional()
    .catch(undefined),
  message: optionalText,
  completed_at: optionalTime,
  error: z.unknown().optional(),
  metadata: Metadata.optional().catch(undefined),
});
export type VideoTask = z.infer<typeof VideoTask>;

const PHASES: Readonly<Record<VideoTask["status"], RemotePhase>> = {
  queued: "queued",
  in_progress: "running",
  completed: "completed",
  failed: "failed",
  expired: "expired",
};

/** The gateway's statements about making, delivering and billing a clip, in its own words; undefined if there are none. */
export function videoFacts(task: VideoTask): Readonly<Record<string, string>> | undefined {
  const { generation_status, delivery_status, billing_status } = task.metadata ?? {};
  const message = messageOf(task);
  // Most polls of a running clip have none.
  if ((generation_status ?? delivery_status ?? billing_status ?? message) === undefined) return undefined;
  const facts = Object.entries({ generation_status, delivery_status, billing_status, message });
  return Object.fromEntries(facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** The task in the job service's terms. `usage` holds the facts above: there is no other usage. */
export function toVideoSnapshot(task: VideoTask, requestId: string | undefined): RemoteSnapshot {
  return {
    phase: PHASES[task.status],
    queuePosition: undefined,
    percent: task.progress,
    message: messageOf(task),
    startedAt: undefined,
    finishedAt: task.completed_at,
    fault: faultOfSnapshot(task.error, requestId),
    usage: videoFacts(task),
  };
}

function messageOf(task: VideoTask): string | undefined {
  return task.message ?? task.metadata?.message;
}
