import { SANDBOX_RETENTION_MS } from "../limits.ts";
import type { VideoTask } from "./task.ts";

/** `docs/gateway.md#videos-states`. */
export const VIDEO_STATUSES = ["queued", "in_progress", "completed", "failed", "expired"] as const;
export type VideoStatus = (typeof VIDEO_STATUSES)[number];

/** A task's visible state at a time. */
export interface TaskState {
  readonly status: VideoStatus;
  /** 0 to 100. */
  readonly progress: number;
}

/** The highest progress shown while a task runs. */
const NEARLY = 99;

/** The state of a task, computed only from its record. */
export function stateAt(task: VideoTask, now: number): TaskState {
  if (now < task.startAt) return { status: "queued", progress: 0 };
  if (!hasEnded(task, now)) return { status: "in_progress", progress: progressAt(task, now) };
  if (task.failure) return { status: "failed", progress: progressAt(task, task.endAt) };
  return { status: now < expiresAt(task) * 1000 ? "completed" : "expired", progress: 100 };
}

export function hasEnded(task: VideoTask, now: number): boolean {
  return !task.pending && now >= task.endAt;
}

/** Unix seconds until which the clip of a completed task is kept; the contract doesn't state how long that is. */
export function expiresAt(task: VideoTask): number {
  return Math.floor((task.endAt + SANDBOX_RETENTION_MS) / 1000);
}

function progressAt({ startAt, endAt }: VideoTask, now: number): number {
  const share = (now - startAt) / Math.max(1, endAt - startAt);
  return Math.max(1, Math.min(NEARLY, Math.floor(share * 100)));
}
