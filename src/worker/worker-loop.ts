import { report } from "../lib/crash-points.ts";
import type { BatchReconciler } from "./delivery/batch-reconciler.ts";
import { createChildSignals, type ChildSignal } from "../lib/child-signals.ts";
import type { Wakeup } from "../lib/wakeup.ts";
import { HEARTBEAT_MS, STATEMENT_TIMEOUT_MS, SWEEP_MS, WRITTEN_TOGETHER } from "../lib/limits.ts";
import { createTaskGroup } from "../lib/task-group.ts";
import { createSerialQueue } from "../lib/serial-queue.ts";
import { expireWaiting } from "./expire-waiting.ts";
import type { Service } from "../core/job/job.ts";
import { takeStep, type RunJobContext } from "./run-job.ts";
import { createRetryWaits } from "./retry-waits.ts";
import { Cancellation } from "./watch/cancellation.ts";
import type { Job, TakenOver } from "../core/job/job-store.ts";
import { resumeJob } from "./resume-job.ts";
import type { Lease } from "./lease.ts";

/** The delay before a job is resumed after an unexpected error. */
const RESUME_JOB_MS = 5_000;

/** From this many jobs in progress, claims in quick succession are combined, because each costs a commit. */
export const CLAIM_AT_ONCE_BELOW = 8;
/** How long claims may be combined. A slot stays free for at most this long, and nobody notices. */
export const CLAIM_TOGETHER_MS = 20;

export interface WorkerLoopContext extends Omit<RunJobContext, "retryWaits"> {
  /** The address for new creates of each service. A service without an address is off. */
  readonly baseUrls: () => Readonly<Record<Service, string | undefined>>;
  /** Starts to reconcile a batch's messages. */
  readonly keep: (batchId: string, signal: AbortSignal) => BatchReconciler;
  /** Woken when there may be something to claim. */
  readonly work: Wakeup;
  /** Other work of a worker, for as long as its lease lasts. */
  readonly background?: ((workerId: string, signal: AbortSignal) => Promise<void>) | undefined;
}

/** What one worker does while its lease lasts. */
export interface WorkerLoop {
  readonly workerId: string;
  /** Whether this worker posts for the workspace (`encodeWorkspace`). Once it does, that doesn't change. */
  postsFor(workspace: string): boolean;
  /** Takes over a batch that was given to this worker. */
  adopt(batchId: string): void;
  /** Takes over a batch whose jobs are not written yet. The next claim writes them. */
  begin(batchId: string): void;
  /** Call when a batch was given to that worker. Without a worker, the batch is for the first one that takes it. */
  offer(batchId: string, workerId: string | undefined): void;
  /** Call when this worker may have been given something. */
  lookAround(): void;
  /** Call when a batch has changed. Returns false if this worker doesn't have it. */
  wake(batchId: string): boolean;
  /** Call when something has changed that every notice may show. */
  wakeForNotices(): void;
  /** Call when a member wants a batch's artifacts fetched now. */
  fetchNow(batchId: string): void;
  /** Call when a member wants these jobs cancelled. */
  cancel(jobIds: readonly string[]): void;
  /** Call when a database answer was lost that may have given this worker jobs. The loop looks for them until that is certain. */
  recheck(): void;
  /** Resolves when everything has stopped after the lease's signal was aborted. */
  readonly done: Promise<void>;
}

/**
 * Starts a worker loop: claims jobs and takes them to their end, takes over from dead workers, and manages its batches' messages.
 * `inherit` means that this worker takes over from all others immediately, because no other process can be alive.
 */
export function startWorkerLoop(context: WorkerLoopContext, lease: Lease, inherit: boolean): WorkerLoop {
  const { store, clock, log } = context;
  const { workerId, signal } = lease;
  const tasks = createTaskGroup(log, signal);
  const living = new Map<string, Cancellation>();
  /** How many jobs of each batch this worker has. */
  const livingOf = new Map<string, number>();
  const childSignal = createChildSignals(signal);
  const retryWaits = createRetryWaits(clock);
  const runJobContext: RunJobContext = { ...context, retryWaits };
  const reconcilers = new Map<string, BatchReconciler>();
  const workspaces = new Set<string>();
  /** Batches accepted here whose jobs are not written yet. */
  const jobless: string[] = [];
  let takeOverAt = Number.NEGATIVE_INFINITY;
  // Steps that give us jobs run one at a time. Otherwise, a job that was just given to us would look as if nobody here worked on
  // it.
  const inTurn = createSerialQueue();
  let doubtfulUntil: number | undefined;

  const unsubscribe = context.bus.subscribe(({ batchId, jobId, snapshot }, isHeard) => {
    const reconciler = reconcilers.get(batchId);
    reconciler?.progress(jobId, snapshot, isHeard && living.has(jobId));
    return reconciler !== undefined;
  });
  tasks.start("claim", claimLoop);
  tasks.start("sweep", sweepLoop);
  if (context.background) tasks.start("background", async () => context.background?.(workerId, signal));

  return {
    workerId,
    postsFor: (workspace) => !signal.aborted && workspaces.has(workspace),
    adopt,
    begin(batchId) {
      jobless.push(batchId);
      context.work.wake();
    },
    offer(batchId, chosen) {
      if (chosen === workerId) adopt(batchId);
      if (chosen !== undefined || signal.aborted) return;
      // If the answer is lost, the next takeover finds the batch.
      tasks.start("take a batch", async () => {
        const taken = await attempt("take a batch", () => store.takeBatch(batchId, workerId));
        if (taken) keep(taken);
      });
    },
    lookAround() {
      takeOverAt = Number.NEGATIVE_INFINITY;
      recheck();
    },
    wake,
    wakeForNotices() {
      for (const reconciler of reconcilers.values()) reconciler.wakeForNotice();
    },
    fetchNow: (batchId) => retryWaits.wake(batchId),
    cancel(jobIds) {
      for (const id of jobIds) living.get(id)?.ask();
    },
    recheck,
    done: stopped(),
  };

  async function stopped(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
    unsubscribe();
    await tasks.settled();
  }

  function wake(batchId: string): boolean {
    const reconciler = reconcilers.get(batchId);
    // While this worker has jobs of the batch, its result can't be due. The end of the last job wakes it.
    if (livingOf.has(batchId)) reconciler?.wakeForNotice();
    else reconciler?.wake();
    return reconciler !== undefined;
  }

  function adopt(batchId: string): void {
    if (signal.aborted || reconcilers.has(batchId)) return;
    const until = childSignal();
    const reconciler = context.keep(batchId, until.signal);
    reconcilers.set(batchId, reconciler);
    const forget = (): void => {
      reconcilers.delete(batchId);
      until.end();
    };
    tasks.start("reconciler", () => reconciler.done, forget);
  }

  function keep(taken: Omit<TakenOver, "jobs">): void {
    for (const workspace of taken.workspaces) workspaces.add(workspace);
    for (const id of taken.batchIds) adopt(id);
  }

  function live(job: Job): void {
    if (living.has(job.id)) {
      // The job was claimed again before its last run here had quite ended.
      recheck();
      return;
    }
    const cancellation = new Cancellation();
    living.set(job.id, cancellation);
    livingOf.set(job.batchId, (livingOf.get(job.batchId) ?? 0) + 1);
    const until = childSignal();
    tasks.start("job", () => liveToEnd(job, cancellation, until.signal), whenLived(job, until));
  }

  /** A function of its own, so that the closure doesn't keep the whole job in memory while it is followed. */
  function whenLived({ id, batchId }: Job, until: ChildSignal): () => void {
    return () => {
      until.end();
      living.delete(id);
      const left = (livingOf.get(batchId) ?? 1) - 1;
      if (left > 0) {
        livingOf.set(batchId, left);
        return;
      }
      livingOf.delete(batchId);
      wake(batchId);
    };
  }

  /** Retries until we lose ownership. Starting again elsewhere could duplicate the create. */
  async function liveToEnd(first: Job, cancellation: Cancellation, until: AbortSignal): Promise<void> {
    const { id, batchId } = first;
    let job: Job | undefined = first;
    for (let hasFailed = false; ; hasFailed = true) {
      if (hasFailed) await clock.sleep(RESUME_JOB_MS, until);
      try {
        if (hasFailed) job = await resumeJob(id, workerId, context, until);
        while (job) job = await takeStep(job, runJobContext, cancellation, until);
        return;
      } catch (error) {
        until.throwIfAborted();
        log.error({ job: id, batch: batchId, err: error }, "unexpected error in a job: it is resumed");
      }
    }
  }

  async function claimLoop(): Promise<void> {
    while (!signal.aborted) {
      const began = clock.elapsed();
      const claimed = await attempt("claim", () => inTurn(claim));
      if ((claimed === undefined || claimed === 0) && jobless.length === 0) await context.work.wait(SWEEP_MS, signal);
      const pauseMs = living.size < CLAIM_AT_ONCE_BELOW ? 0 : began + CLAIM_TOGETHER_MS - clock.elapsed();
      if (pauseMs > 0) await clock.sleep(pauseMs, signal);
    }
  }

  async function claim(): Promise<number> {
    report("claim:before-commit");
    // If the answer is lost, these are found later among our jobs.
    const taken = jobless.splice(0, WRITTEN_TOGETHER);
    const claimed = await store.claim(workerId, context.baseUrls(), taken);
    if (claimed.length > 0) report("claim:after-commit");
    for (const id of taken) adopt(id);
    for (const job of claimed) live(job);
    return claimed.length;
  }

  async function sweepLoop(): Promise<void> {
    let all = inherit;
    while (!signal.aborted) {
      if (clock.elapsed() >= takeOverAt) {
        if (await attempt("take over", () => inTurn(() => takeOver(all)))) {
          all = false;
          takeOverAt = clock.elapsed() + HEARTBEAT_MS;
          await attempt("overdue waits", () => expireWaiting(context, signal));
          await attempt("slots of unknown jobs", () => store.freeUnknownSlots());
          // Runs even without doubt on our side, because the previous worker may have received an id late.
          await attempt("owned", () => inTurn(takeUpOwned));
        }
      }
      if (doubtfulUntil !== undefined) await attempt("recheck", () => inTurn(takeUpOwned));
      await attempt("ready batches", wakeReady);
      const asked = await attempt("cancels", () => store.cancelsAskedOf(workerId));
      for (const id of asked ?? []) living.get(id)?.ask();
      await clock.sleep(SWEEP_MS, signal);
    }
  }

  /**
   * Wakes batches whose result may be due. The worker that writes a batch's last job notifies the reconciler, possibly
   * in another process, but it may die before that.
   */
  async function wakeReady(): Promise<void> {
    const quiet = [...reconcilers.keys()].filter((batchId) => !livingOf.has(batchId));
    if (quiet.length === 0) return;
    for (const batchId of await store.readyBatches(quiet)) wake(batchId);
  }

  async function takeOver(all: boolean): Promise<true> {
    const taken = await store.takeOver(workerId, all);
    if (taken.jobs.length > 0) log.info({ jobs: taken.jobs.length, batches: taken.batchIds.length }, "taken over");
    for (const job of taken.jobs) live(job);
    keep(taken);
    return true;
  }

  function recheck(): void {
    // A statement that we stopped waiting for may still run for this long, and succeed.
    doubtfulUntil = clock.elapsed() + STATEMENT_TIMEOUT_MS;
  }

  /**
   * Takes up jobs that belong to us in the database but that nobody here works on, for example because the answer to a
   * claim was lost.
   */
  async function takeUpOwned(): Promise<void> {
    const began = clock.elapsed();
    const livedBefore = new Set(living.keys());
    const owned = await store.ownedBy(workerId);
    for (const id of owned.batchIds) adopt(id);
    for (const id of owned.jobIds.filter((one) => !livedBefore.has(one))) {
      const job = await store.find(id);
      if (job?.workerId === workerId) live(job);
    }
    if (doubtfulUntil !== undefined && began >= doubtfulUntil) doubtfulUntil = undefined;
  }

  /** The database may be unavailable for a while; the loops continue when it is back. */
  async function attempt<T>(what: string, act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error, what }, "will be tried again");
      recheck();
      return undefined;
    }
  }
}
