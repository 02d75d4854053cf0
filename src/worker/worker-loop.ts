import { report } from "../lib/steps.ts";
import type { BatchReconciler } from "./delivery/batch-reconciler.ts";
import { createChildSignals } from "../lib/child-signals.ts";
import type { Wakeup } from "../lib/wakeup.ts";
import { HEARTBEAT_MS, STATEMENT_TIMEOUT_MS, STUMBLE_MS, SWEEP_MS, WRITTEN_TOGETHER } from "../lib/limits.ts";
import { createTaskGroup } from "../lib/task-group.ts";
import { createSerialQueue } from "../lib/serial-queue.ts";
import { expireWaiting } from "./expire-waiting.ts";
import type { Service } from "../core/job/job.ts";
import { runJob, type RunJobContext } from "./run-job.ts";
import { createPauses } from "../core/job/pauses.ts";
import type { Job, TakenOver } from "../core/job/job-store.ts";
import { resumeJob } from "./resume-job.ts";
import type { Lease } from "./lease.ts";

/** Where this many jobs are under way, claims that would follow each other sooner are made as one: each costs a commit. */
export const CLAIM_AT_ONCE_BELOW = 8;
/** So long they may be put together: a slot is free no longer than that, and nobody sees it. */
export const CLAIM_TOGETHER_MS = 20;

export interface WorkerLoopContext extends Omit<RunJobContext, "pauses"> {
  /** Where new creates go; a service without an address is off. */
  readonly baseUrls: () => Readonly<Record<Service, string | undefined>>;
  /** Starts to look after a batch's messages. */
  readonly keep: (batchId: string, signal: AbortSignal) => BatchReconciler;
  /** Rung when there may be something to claim. */
  readonly work: Wakeup;
  /** Other work of a worker, for as long as its lease lasts. */
  readonly beside?: (workerId: string, signal: AbortSignal) => Promise<void>;
}

/** What one worker does while its lease lasts. */
export interface WorkerLoop {
  readonly workerId: string;
  /** Is it this worker that posts for the workspace (`encodeWorkspace`)? Once it is, it stays so. */
  postsFor(workspace: string): boolean;
  /** Looks after a batch that was given to this worker. */
  adopt(batchId: string): void;
  /** The same for one whose jobs are still to be written: with the next claim. */
  begin(batchId: string): void;
  /** A batch was given to that worker, or wants to be taken by whoever is first. */
  offer(batchId: string, workerId: string | undefined): void;
  /** Something may have been left to this worker. */
  lookAround(): void;
  /** Something about a batch has changed. False when it is not kept here. */
  poke(batchId: string): boolean;
  /** Something that all notices may tell of has changed. */
  stirAll(): void;
  /** Someone wants what a batch has made fetched now. */
  fetchNow(batchId: string): void;
  /** The member wants these jobs cancelled. */
  cancel(jobIds: readonly string[]): void;
  /** An answer of the database got lost that may have given this worker something: looks for it until that is certain. */
  recheck(): void;
  /** Resolves when everything is down; that is after the lease's signal is aborted. */
  readonly done: Promise<void>;
}

/**
 * Starts a shift: claims jobs and brings them to their end, takes over what dead workers left, keeps the messages of its
 * batches. `inherit`: everything of every other worker is ours at once, because no other process can be alive.
 */
export function startWorkerLoop(context: WorkerLoopContext, lease: Lease, inherit: boolean): WorkerLoop {
  const { store, clock, log } = context;
  const { workerId, signal } = lease;
  const tasks = createTaskGroup(log, signal);
  const living = new Map<string, AbortController>();
  /** How many jobs of each batch live here. */
  const livingOf = new Map<string, number>();
  const childSignal = createChildSignals(signal);
  const pauses = createPauses(clock);
  const lifeContext: RunJobContext = { ...context, pauses };
  const keepers = new Map<string, BatchReconciler>();
  const workspaces = new Set<string>();
  /** Taken in here, and without jobs so far. */
  const jobless: string[] = [];
  let takeOverAt = Number.NEGATIVE_INFINITY;
  // What gives us jobs happens one at a time, so that a job that is ours and that nobody works on is seen as such.
  const inTurn = createSerialQueue();
  let doubtfulUntil: number | undefined;

  const unsubscribe = context.bus.subscribe(({ batchId, jobId, snapshot }, isHeard) => {
    const reconciler = keepers.get(batchId);
    reconciler?.progress(jobId, snapshot, isHeard && living.has(jobId));
    return reconciler !== undefined;
  });
  tasks.start("claim", claimLoop);
  tasks.start("sweep", sweepLoop);
  if (context.beside) tasks.start("beside", async () => context.beside?.(workerId, signal));

  return {
    workerId,
    postsFor: (workspace) => !signal.aborted && workspaces.has(workspace),
    adopt,
    begin(batchId) {
      jobless.push(batchId);
      context.work.ring();
    },
    offer(batchId, chosen) {
      if (chosen === workerId) adopt(batchId);
      if (chosen !== undefined || signal.aborted) return;
      // Without an answer the next take-over finds it.
      tasks.start("take a batch", async () => {
        const taken = await attempt("take a batch", () => store.takeBatch(batchId, workerId));
        if (taken) keep(taken);
      });
    },
    lookAround() {
      takeOverAt = Number.NEGATIVE_INFINITY;
      recheck();
    },
    poke,
    stirAll() {
      for (const reconciler of keepers.values()) reconciler.stir();
    },
    fetchNow: (batchId) => pauses.wake(batchId),
    cancel(jobIds) {
      for (const id of jobIds) living.get(id)?.abort();
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

  function poke(batchId: string): boolean {
    const reconciler = keepers.get(batchId);
    // While jobs of it live here its result can't be due; the last one's end says when.
    if (livingOf.has(batchId)) reconciler?.stir();
    else reconciler?.poke();
    return reconciler !== undefined;
  }

  function adopt(batchId: string): void {
    if (signal.aborted || keepers.has(batchId)) return;
    const until = childSignal();
    const reconciler = context.keep(batchId, until.signal);
    keepers.set(batchId, reconciler);
    const forget = (): void => {
      keepers.delete(batchId);
      until.end();
    };
    tasks.start("keeper", () => reconciler.done.finally(forget));
  }

  function keep(taken: Omit<TakenOver, "jobs">): void {
    for (const workspace of taken.workspaces) workspaces.add(workspace);
    for (const id of taken.batchIds) adopt(id);
  }

  function live(job: Job): void {
    if (living.has(job.id)) {
      // Claimed anew before its last round here is quite over.
      recheck();
      return;
    }
    const cancelAsked = new AbortController();
    living.set(job.id, cancelAsked);
    livingOf.set(job.batchId, (livingOf.get(job.batchId) ?? 0) + 1);
    const until = childSignal();
    tasks.start("job", async () => {
      try {
        await liveToEnd(job, cancelAsked, until.signal);
      } finally {
        until.end();
        hasLived(job);
      }
    });
  }

  function hasLived(job: Job): void {
    living.delete(job.id);
    const left = (livingOf.get(job.batchId) ?? 1) - 1;
    if (left > 0) {
      livingOf.set(job.batchId, left);
      return;
    }
    livingOf.delete(job.batchId);
    poke(job.batchId);
  }

  /** Goes on after any failure for as long as the job is ours: nobody else may, and who took it for new would create it again. */
  async function liveToEnd(job: Job, cancelAsked: AbortController, until: AbortSignal): Promise<void> {
    for (let stumbled = false; ; stumbled = true) {
      if (stumbled) await clock.sleep(STUMBLE_MS, until);
      try {
        const current = stumbled ? await resumeJob(job.id, workerId, context, until) : job;
        if (current) await runJob(current, lifeContext, cancelAsked, until);
        return;
      } catch (error) {
        until.throwIfAborted();
        log.error({ job: job.id, err: error }, "a job stumbled and is taken up again");
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
    // Without an answer they are found as ours.
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
          // Also without a doubt of ours: an id may have come late from whoever had the job before.
          await attempt("owned", () => inTurn(takeUpOwned));
        }
      }
      if (doubtfulUntil !== undefined) await attempt("recheck", () => inTurn(takeUpOwned));
      await attempt("ready batches", pokeReady);
      const asked = await attempt("cancels", () => store.cancelsAskedOf(workerId));
      for (const id of asked ?? []) living.get(id)?.abort();
      await clock.sleep(SWEEP_MS, signal);
    }
  }

  /** Whoever wrote the last of a batch tells its keeper, if need be in another process; but they may die before they could. */
  async function pokeReady(): Promise<void> {
    const quiet = [...keepers.keys()].filter((batchId) => !livingOf.has(batchId));
    if (quiet.length === 0) return;
    for (const batchId of await store.readyBatches(quiet)) poke(batchId);
  }

  async function takeOver(all: boolean): Promise<true> {
    const taken = await store.takeOver(workerId, all);
    if (taken.jobs.length > 0) log.info({ jobs: taken.jobs.length, batches: taken.batchIds.length }, "taken over");
    for (const job of taken.jobs) live(job);
    keep(taken);
    return true;
  }

  function recheck(): void {
    // A statement that we gave up may still run for this long, and then be done.
    doubtfulUntil = clock.elapsed() + STATEMENT_TIMEOUT_MS;
  }

  /** Takes up what the database says is ours and nobody here works on: its answer to a claim, say, got lost. */
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

  /** The database may be away for a while; the loops go on when it is back. */
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
