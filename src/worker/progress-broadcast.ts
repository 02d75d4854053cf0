import { z } from "zod";
import { shortened } from "../core/chat/message.ts";
import type { Clock } from "../lib/clock.ts";
import { createWakeup } from "../lib/wakeup.ts";
import type { Logger } from "../lib/log/log.ts";
import type { JobProgress } from "../core/job/bus.ts";

/** How often a process broadcasts progress: more often than a platform allows edits. */
const PROGRESS_INTERVAL_MS = 500;
/** PostgreSQL accepts notifications of less than 8,000 bytes. */
export const PROGRESS_PAYLOAD_BYTES = 7_900;

/** A job's progress as it is broadcast: what a notice shows, and nothing that is stored. */
const ProgressPayload = z.array(
  z.object({
    job: z.uuid(),
    batch: z.uuid(),
    phase: z.enum(["queued", "running", "completed", "failed", "cancelled", "expired"]),
    queue: z.number().optional(),
    percent: z.number().optional(),
    message: z.string().optional(),
  }),
);
type ProgressPayload = z.infer<typeof ProgressPayload>;

/** Longest message: it is only a hint, and no more of it is ever shown. */
const MESSAGE_CHARACTERS = 200;

/** Carries progress to the process that shows it. */
export interface ProgressBroadcast {
  /** Returns immediately. If a job is reported several times, only the last report is sent. */
  send(progress: JobProgress): void;
  /** Sends the collected progress at intervals until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

export interface ProgressBroadcastContext {
  /** Sends these payloads to the other processes. A failed one is dropped: newer progress follows. */
  readonly say: (payloads: readonly string[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Broadcasts the progress of all jobs together, at most once per `PROGRESS_INTERVAL_MS`. If sending is slow, only the
 * last report on each job is kept, and nobody waits.
 */
export function createProgressBroadcast({ say, clock, log }: ProgressBroadcastContext): ProgressBroadcast {
  const latest = new Map<string, JobProgress>();
  const wakeup = createWakeup(clock);
  return {
    send(progress) {
      latest.set(progress.jobId, progress);
      wakeup.wake();
    },
    async run(signal) {
      while (!signal.aborted) {
        await wakeup.wait(PROGRESS_INTERVAL_MS, signal).catch(() => {});
        if (latest.size === 0 || signal.aborted) continue;
        const payloads = payloadsOf([...latest.values()]);
        latest.clear();
        await say(payloads).catch((error: unknown) => log.debug({ err: error }, "progress not broadcast"));
        await clock.sleep(PROGRESS_INTERVAL_MS, signal).catch(() => {});
      }
    },
  };
}

/** The progress that another process sent; empty if it can't be read. */
export function readProgress(payload: string): JobProgress[] {
  const read = ProgressPayload.safeParse(parsed(payload));
  if (!read.success) return [];
  return read.data.map(({ job, batch, phase, queue, percent, message }) => ({
    jobId: job,
    batchId: batch,
    snapshot: {
      phase,
      queuePosition: queue,
      percent,
      message,
      startedAt: undefined,
      finishedAt: undefined,
      fault: undefined,
      usage: undefined,
    },
  }));
}

/** The fewest payloads that hold everything, each small enough for one notification. */
function payloadsOf(all: readonly JobProgress[]): string[] {
  const payloads: string[] = [];
  let open = "";
  for (const progress of all) {
    const one = JSON.stringify(payloadItem(progress));
    if (open !== "" && Buffer.byteLength(open) + Buffer.byteLength(one) + 2 > PROGRESS_PAYLOAD_BYTES) {
      payloads.push(`[${open}]`);
      open = "";
    }
    open = open === "" ? one : `${open},${one}`;
  }
  return [...payloads, `[${open}]`];
}

function payloadItem({ jobId, batchId, snapshot }: JobProgress): ProgressPayload[number] {
  return {
    job: jobId,
    batch: batchId,
    phase: snapshot.phase,
    queue: snapshot.queuePosition,
    percent: snapshot.percent,
    message: snapshot.message === undefined ? undefined : shortened(snapshot.message, MESSAGE_CHARACTERS),
  };
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
