import { hasEnded } from "../../../src/core/job/job.ts";
import type { Job, JobStore } from "../../../src/core/job/job-store.ts";
import type { Transition } from "../../../src/core/job/transition.ts";

/** The port's methods that write jobs. */
export type WrittenWith = "apply" | "find" | "countTry" | "noteHandling" | "register" | "beat" | "retire";

/** A job store double with a real compare-and-set on one job, in memory, and failures on demand. */
export interface MemoryJobStore extends JobStore {
  /** The stored job. */
  current(): Job;
  /** Changes the job behind the worker's back. */
  change(changes: Partial<Job>): void;
  readonly applied: readonly Transition[];
  readonly calls: readonly WrittenWith[];
  /** Recorded changes of the job's handling, in order. */
  readonly handled: readonly boolean[];
  /** Makes the next calls of a method fail, before or after they take effect. */
  fail(method: WrittenWith, error: Error, when: "before" | "after", times?: number): void;
  /** What a heartbeat returns; true by default. */
  beats(answer: () => Promise<boolean>): void;
}

export function createMemoryJobStore(first: Job, now: () => number): MemoryJobStore {
  let job = first;
  let beat = async (): Promise<boolean> => true;
  const applied: Transition[] = [];
  const calls: WrittenWith[] = [];
  const handled: boolean[] = [];
  const troubles: { method: WrittenWith; error: Error; when: "before" | "after" }[] = [];

  async function call<T>(method: WrittenWith, act: () => T | Promise<T>): Promise<T> {
    calls.push(method);
    const at = troubles.findIndex((trouble) => trouble.method === method);
    const trouble = at === -1 ? undefined : troubles.splice(at, 1)[0];
    if (trouble?.when === "before") throw trouble.error;
    const result = await act();
    if (trouble) throw trouble.error;
    return result;
  }

  function apply(known: Job, move: Transition): Job | undefined {
    if (job.state !== move.from || (!move.ignoresFence && job.fence !== known.fence)) return undefined;
    applied.push(move);
    job = {
      ...job,
      state: move.to,
      refusals: job.refusals + (move.refused ? 1 : 0),
      ...(move.delayMs === undefined ? {} : { notBefore: new Date(now() + move.delayMs) }),
      ...(move.created
        ? { remoteId: move.created.remoteId, requestId: move.created.requestId, failure: undefined }
        : {}),
      ...(move.requestsCancel ? { cancelRequestedAt: job.cancelRequestedAt ?? new Date(now()) } : {}),
      ...(move.failure ? { failure: move.failure } : {}),
      ...(hasEnded(move.to) ? { endedAt: new Date(now()) } : {}),
    };
    return job;
  }

  const elsewhere = (method: string) => (): never => {
    throw new Error(`${method} is not used in these tests`);
  };

  return {
    current: () => job,
    change: (changes) => (job = { ...job, ...changes }),
    applied,
    calls,
    handled,
    fail(method, error, when, times = 1) {
      for (let count = 0; count < times; count++) troubles.push({ method, error, when });
    },
    beats: (answer) => (beat = answer),
    apply: (known, move) => call("apply", () => apply(known, move)),
    find: (id) => call("find", () => (id === job.id ? job : undefined)),
    countTry: (known) =>
      call("countTry", () => {
        if (job.state !== "submitting" || job.fence !== known.fence) return undefined;
        job = { ...job, createTries: job.createTries + 1 };
        return job;
      }),
    noteHandling: (known, isHandled) =>
      call("noteHandling", () => {
        if (job.fence === known.fence) handled.push(isHandled);
      }),
    register: () => call("register", () => {}),
    beat: () => call("beat", () => beat()),
    retire: () => call("retire", () => {}),
    insertBatch: elsewhere("insertBatch"),
    handOver: elsewhere("handOver"),
    claim: elsewhere("claim"),
    noteNews: elsewhere("noteNews"),
    takeOver: elsewhere("takeOver"),
    takeBatch: elsewhere("takeBatch"),
    ownedBy: elsewhere("ownedBy"),
    cancelsAskedOf: elsewhere("cancelsAskedOf"),
    overdueWaits: elsewhere("overdueWaits"),
    freeUnknownSlots: elsewhere("freeUnknownSlots"),
    readyBatches: elsewhere("readyBatches"),
    jobsOf: elsewhere("jobsOf"),
    batch: elsewhere("batch"),
    batchOfEvent: elsewhere("batchOfEvent"),
    latestBatches: elsewhere("latestBatches"),
  };
}
