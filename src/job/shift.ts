import type { Keeper } from "../delivery/keeper.ts";
import type { Gate } from "../gate.ts";
import { HEARTBEAT_MS, RECOUNT_MS, STUMBLE_MS, SWEEP_MS, UNKNOWN_LIMIT_MS, WAITING_LIMIT_MS } from "../limits.ts";
import { createTasks } from "../tasks.ts";
import { untilAnswered } from "../until-answered.ts";
import { ownFailure, type JobFailure } from "./failure.ts";
import type { Service } from "./job.ts";
import { liveJob, type LifeContext } from "./life.ts";
import type { Job, TakenOver } from "./store.ts";
import type { Lease } from "./worker.ts";
import { writeEvent } from "./write.ts";

export interface ShiftContext extends LifeContext {
  /** Where new creates go; a service without an address is off. */
  readonly baseUrls: () => Readonly<Record<Service, string | undefined>>;
  /** Starts to look after a batch's messages. */
  readonly keep: (batchId: string, signal: AbortSignal) => Keeper;
  /** Rung when there may be something to claim. */
  readonly work: Gate;
}

/** What one worker does while its lease lasts. */
export interface Shift {
  readonly workerId: string;
  /** Is it this worker that posts for the workspace (`encodeWorkspace`)? Once it is, it stays so. */
  postsFor(workspace: string): boolean;
  /** Looks after a batch that was given to this worker. */
  adopt(batchId: string): void;
  /** A batch was given to that worker, or wants to be taken by whoever is first. */
  offer(batchId: string, workerId: string | undefined): void;
  /** Something may have been left to this worker. */
  lookAround(): void;
  /** Something about a batch has changed. */
  poke(batchId: string): void;
  /** The member wants these jobs cancelled. */
  cancel(jobIds: readonly string[]): void;
  /** Resolves when everything is down; that is after the lease's signal is aborted. */
  readonly done: Promise<void>;
}

/**
 * Starts a shift: claims jobs and brings them to their end, takes over what dead workers left, keeps the messages of its
 * batches. `inherit`: everything of every other worker is ours at once, because no other process can be alive.
 */
export function startShift(context: ShiftContext, lease: Lease, inherit: boolean): Shift {
  const { store, clock, log } = context;
  const { workerId, signal } = lease;
  const tasks = createTasks(log, signal);
  const cancels = new Map<string, AbortController>();
  const keepers = new Map<string, Keeper>();
  const workspaces = new Set<string>();
  let takeOverAt = 0;
  let recountAt = clock.now() + RECOUNT_MS;

  const unsubscribe = context.bus.subscribe(({ batchId, jobId, snapshot }) => {
    const keeper = keepers.get(batchId);
    keeper?.progress(jobId, snapshot);
    return keeper !== undefined;
  });
  tasks.start("claim", claimLoop);
  tasks.start("sweep", sweepLoop);

  return {
    workerId,
    postsFor: (workspace) => !signal.aborted && workspaces.has(workspace),
    adopt,
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
      takeOverAt = 0;
      recountAt = 0;
    },
    poke: (batchId) => keepers.get(batchId)?.poke(),
    cancel(jobIds) {
      for (const id of jobIds) cancels.get(id)?.abort();
    },
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

  function adopt(batchId: string): void {
    if (signal.aborted || keepers.has(batchId)) return;
    const keeper = context.keep(batchId, signal);
    keepers.set(batchId, keeper);
    tasks.start("keeper", () => keeper.done.finally(() => keepers.delete(batchId)));
  }

  function keep(taken: Omit<TakenOver, "jobs">): void {
    for (const workspace of taken.workspaces) workspaces.add(workspace);
    for (const id of taken.batchIds) adopt(id);
  }

  function live(job: Job): void {
    if (signal.aborted || cancels.has(job.id)) return;
    const cancelAsked = new AbortController();
    cancels.set(job.id, cancelAsked);
    tasks.start("job", async () => {
      try {
        await liveToEnd(job, cancelAsked);
      } finally {
        cancels.delete(job.id);
        // Its slot may be free, and its member's next job may follow.
        context.work.ring();
        keepers.get(job.batchId)?.poke();
      }
    });
  }

  /** Goes on after any failure for as long as the job is ours: nobody else will while this worker lives. */
  async function liveToEnd(job: Job, cancelAsked: AbortController): Promise<void> {
    let current: Job | undefined = job;
    while (current) {
      try {
        return await liveJob(current, context, cancelAsked, signal);
      } catch (error) {
        signal.throwIfAborted();
        log.error({ job: job.id, err: error }, "a job stumbled and is taken up again");
      }
      await clock.sleep(STUMBLE_MS, signal);
      const now: Job | undefined = await untilAnswered(() => store.find(job.id), context, signal);
      current = now?.workerId === workerId ? now : undefined;
    }
  }

  async function claimLoop(): Promise<void> {
    while (!signal.aborted) {
      const claimed = await attempt("claim", () => store.claim(workerId, context.baseUrls()));
      for (const job of claimed ?? []) live(job);
      if (!claimed || claimed.length === 0) await context.work.wait(SWEEP_MS, signal);
    }
  }

  async function sweepLoop(): Promise<void> {
    let all = inherit;
    while (!signal.aborted) {
      if (clock.now() >= takeOverAt) {
        const taken = await attempt("take over", () => store.takeOver(workerId, all));
        if (taken) {
          if (taken.jobs.length > 0)
            log.info({ jobs: taken.jobs.length, batches: taken.batchIds.length }, "taken over");
          for (const job of taken.jobs) live(job);
          keep(taken);
          all = false;
          takeOverAt = clock.now() + HEARTBEAT_MS;
          await attempt("overdue waits", endOverdueWaits);
        }
      }
      if (clock.now() >= recountAt) {
        const given = await attempt("recount", () => store.batchesOf(workerId));
        for (const id of given ?? []) adopt(id);
        if (given) recountAt = clock.now() + RECOUNT_MS;
      }
      const asked = await attempt("cancels", () => store.cancelsAskedOf(workerId));
      for (const id of asked ?? []) cancels.get(id)?.abort();
      await clock.sleep(SWEEP_MS, signal);
    }
  }

  /** Jobs that nobody works on, and that have waited too long to be of use. */
  async function endOverdueWaits(): Promise<void> {
    for (const job of await store.overdueWaits(WAITING_LIMIT_MS, UNKNOWN_LIMIT_MS)) {
      const event =
        job.state === "waiting"
          ? { type: "waited_too_long" as const, failure: ownFailure("waited_too_long") }
          : { type: "unknown_given_up" as const, failure: whyUnknown(job) };
      await writeEvent(job, event, context, signal);
    }
  }

  /** The database may be away for a while; the loops go on when it is back. */
  async function attempt<T>(what: string, act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error, what }, "will be tried again");
      return undefined;
    }
  }
}

function whyUnknown(job: Job): JobFailure {
  return job.failure?.reason === "quarantined" ? job.failure : ownFailure("unknown_outcome");
}
