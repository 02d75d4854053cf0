import type { ImageJob } from "./image-job.ts";

/** `docs/gateway.md#images-states`. */
export type ImagePhase = "queued" | "running" | "completed" | "failed" | "cancelled";

/** A job's visible state from `at` on, until the next step. */
export interface Step {
  /** Unix milliseconds. */
  readonly at: number;
  readonly phase: ImagePhase;
  readonly queuePosition: number | undefined;
  readonly message: string;
}

/** The visible progress of a picture, by the share of its running time. */
const STAGES = [
  { share: 0, message: "Sketching the composition" },
  { share: 0.35, message: "Laying in light and colour" },
  { share: 0.75, message: "Finishing the details" },
] as const;

export function isTerminal(phase: ImagePhase): boolean {
  return phase === "completed" || phase === "failed" || phase === "cancelled";
}

/** Everything that happens to a job, in order; computed only from its record. Never empty. */
export function timeline(job: ImageJob): Step[] {
  const steps = [...queued(job), ...running(job), ...(job.pending ? [] : [ended(job)])];
  if (job.cancelledAt === undefined || job.cancelledAt >= endOf(job)) return steps;
  const cancelledAt = job.cancelledAt;
  const before = steps.filter((step) => step.at <= cancelledAt);
  return [...before, { at: cancelledAt, phase: "cancelled", queuePosition: undefined, message: "Cancelled" }];
}

/** The job's step at a time, and when the next one comes (undefined after the last). */
export function stepAt(job: ImageJob, now: number): { step: Step; nextAt: number | undefined } {
  const steps = timeline(job);
  // Steps share a time if nothing is between them (speed 0): the last one of that time counts.
  const index = Math.max(
    0,
    steps.findLastIndex((step) => step.at <= now),
  );
  const step = steps[index];
  if (!step) throw new Error("a job has at least one step");
  return { step, nextAt: steps[index + 1]?.at };
}

/** Whether the job has ended at this time. Cheaper than its timeline. */
export function hasEnded(job: ImageJob, now: number): boolean {
  return now >= Math.min(endOf(job), job.cancelledAt ?? Infinity);
}

/** When the job ends by itself; never while its images are being downloaded. */
function endOf(job: ImageJob): number {
  return job.pending ? Infinity : job.endAt;
}

/** When the job's execution started, if it has started. */
export function startedAt(job: ImageJob, now: number): number | undefined {
  if (now < job.startAt) return undefined;
  return job.cancelledAt !== undefined && job.cancelledAt < job.startAt ? undefined : job.startAt;
}

function queued(job: ImageJob): Step[] {
  const places = Math.max(1, job.place);
  return Array.from({ length: places }, (_, index) => {
    const position = places - index;
    return {
      at: job.createdAt + ((job.startAt - job.createdAt) * index) / places,
      phase: "queued" as const,
      queuePosition: position,
      message: `Waiting at place ${position} of the queue`,
    };
  }).map((step) => ({ ...step, at: Math.round(step.at) }));
}

function running(job: ImageJob): Step[] {
  return STAGES.map(({ share, message }) => ({
    at: Math.round(job.startAt + (job.endAt - job.startAt) * share),
    phase: "running" as const,
    queuePosition: undefined,
    message,
  }));
}

function ended(job: ImageJob): Step {
  return job.failCode === undefined
    ? { at: job.endAt, phase: "completed", queuePosition: undefined, message: "The picture is ready" }
    : { at: job.endAt, phase: "failed", queuePosition: undefined, message: "The picture could not be made" };
}
