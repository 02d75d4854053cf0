import { codeEntry } from "../errors/codes.ts";
import { typeForStatus } from "../errors/error-type.ts";
import { guidanceFor, type Guidance } from "./guidance.ts";
import type { ImageJob } from "./image-job.ts";
import { isTerminal, startedAt, stepAt, type ImagePhase } from "./lifecycle.ts";

/** `docs/gateway.md#images-created-response`. */
export interface CreatedBody {
  readonly jobId: string;
  readonly phase: ImagePhase;
  readonly durationGuidance: Guidance;
}

/** `docs/gateway.md#images-job-snapshot`; missing values are left out. */
export interface SnapshotBody {
  readonly jobId: string;
  readonly model: string;
  readonly hasInputImage: boolean;
  readonly phase: ImagePhase;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly queuePosition?: number;
  readonly message: string;
  readonly usage?: UsageBody;
  readonly error?: { status: number; message: string; type: string; code: string; param: null };
  readonly durationGuidance: Guidance;
}

/** What a picture used. The contract leaves the fields open; these are the sandbox's. */
export interface UsageBody {
  readonly images: number;
  readonly inputImages: number;
  readonly tier: string;
}

/** A job as its owner sees it at a time. */
export function snapshotOf(job: ImageJob, now: number): SnapshotBody {
  const { step } = stepAt(job, now);
  const started = startedAt(job, now);
  return {
    jobId: job.id,
    model: job.picture.model,
    hasInputImage: job.picture.images.length > 0,
    phase: step.phase,
    createdAt: job.createdAt,
    updatedAt: step.at,
    ...(started === undefined ? {} : { startedAt: started }),
    ...(isTerminal(step.phase) ? { finishedAt: step.at } : {}),
    ...(step.queuePosition === undefined ? {} : { queuePosition: step.queuePosition }),
    message: step.message,
    ...(step.phase === "completed" ? { usage: usageOf(job) } : {}),
    ...(step.phase === "failed" ? { error: failure(job.failCode ?? "generation_error") } : {}),
    durationGuidance: guidanceFor(job.picture.tier),
  };
}

export function createdBody(job: ImageJob, phase: ImagePhase): CreatedBody {
  return { jobId: job.id, phase, durationGuidance: guidanceFor(job.picture.tier) };
}

export function usageOf(job: ImageJob): UsageBody {
  return { images: 1, inputImages: job.picture.images.length, tier: job.picture.tier };
}

function failure(code: string): NonNullable<SnapshotBody["error"]> {
  const entry = codeEntry(code);
  const status = entry?.status ?? 500;
  return { status, message: entry?.meaning ?? code, type: entry?.type ?? typeForStatus(status), code, param: null };
}
