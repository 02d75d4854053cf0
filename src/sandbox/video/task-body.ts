import { z } from "zod";
import { expiresAt, stateAt, VIDEO_STATUSES } from "./lifecycle.ts";
import type { VideoTask } from "./task.ts";

/** `docs/gateway.md#videos-task-object`. Times are Unix seconds. */
export const TaskBody = z.strictObject({
  id: z.string(),
  task_id: z.string().optional(),
  object: z.literal("video"),
  model: z.string(),
  status: z.enum(VIDEO_STATUSES),
  progress: z.int().min(0).max(100),
  created_at: z.int(),
  completed_at: z.int().optional(),
  expires_at: z.int().optional(),
  error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
  metadata: z
    .strictObject({
      url: z.url().optional(),
      generation_status: z.string(),
      delivery_status: z.string(),
      billing_status: z.string(),
    })
    .optional(),
});
export type TaskBody = z.infer<typeof TaskBody>;

/** The contract leaves the values open; these are the sandbox's. */
const FACTS = {
  queued: { generation_status: "queued", delivery_status: "pending", billing_status: "reserved" },
  in_progress: { generation_status: "running", delivery_status: "pending", billing_status: "reserved" },
  completed: { generation_status: "succeeded", delivery_status: "ready", billing_status: "charged" },
  failed: { generation_status: "failed", delivery_status: "none", billing_status: "released" },
  expired: { generation_status: "succeeded", delivery_status: "expired", billing_status: "charged" },
} as const;

/** The answer to a create: always queued, without any progress. */
export function createdBody(task: VideoTask): TaskBody {
  return { ...identity(task), status: "queued", progress: 0, created_at: inSeconds(task.createdAt) };
}

/** A task as its owner sees it at a time. `linkTo` returns the clip's address with that expiry (Unix seconds). */
export function taskBody(task: VideoTask, now: number, linkTo: (expires: number) => string): TaskBody {
  const { status, progress } = stateAt(task, now);
  const ended = status === "completed" || status === "expired";
  return {
    ...identity(task),
    status,
    progress,
    created_at: inSeconds(task.createdAt),
    ...(ended ? { completed_at: inSeconds(task.endAt), expires_at: expiresAt(task) } : {}),
    ...(status === "failed" && task.failure ? { error: task.failure } : {}),
    metadata: { ...(status === "completed" ? { url: linkTo(linkExpires(task, now)) } : {}), ...FACTS[status] },
  };
}

/** A link is valid for as long as the clip is kept, unless the prompt asks for less: reading the task again then renews it. */
function linkExpires(task: VideoTask, now: number): number {
  if (task.linkSeconds === undefined) return expiresAt(task);
  return Math.min(expiresAt(task), inSeconds(now) + task.linkSeconds);
}

function identity(task: VideoTask): Pick<TaskBody, "id" | "task_id" | "object" | "model"> {
  return { id: task.id, ...(task.named ? { task_id: task.id } : {}), object: "video", model: task.clip.model };
}

function inSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
