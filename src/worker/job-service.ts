import { randomUUID } from "node:crypto";
import { TooManyWaitingError } from "../core/account/bounds.ts";
import { OverQuotaError } from "../core/account/quota/quota.ts";
import { report } from "../lib/steps.ts";
import type { Reference } from "../core/request/reference.ts";
import { CommitUnknownError, DatabaseUnavailableError, EaselError } from "../lib/errors.ts";
import { encodeWorkspace } from "../core/chat/conversation.ts";
import type { Decision } from "../core/delivery/approvals.ts";
import { bodyOf, countOf, filesOf } from "../core/request/request.ts";
import { decideHeld } from "./decide.ts";
import { startWorkerLoop, type WorkerLoop, type WorkerLoopContext } from "./worker-loop.ts";
import { hasEnded } from "../core/job/job.ts";
import type { Batch, Job, News, NewRequest, Within } from "../core/job/job-store.ts";
import { holdLease } from "./lease.ts";
import { writeEvent } from "./write-transition.ts";

/** How often a lost lease is asked for again while the database is away. */
const LEASE_RETRY_MS = 1_000;

/** A person waits for a decision to be written: no longer than the platforms do. */
const DECISION_MS = 2_000;

/** What the commands use, and what `app.ts` runs. */
export interface JobService {
  /**
   * Takes a validated request in; resolves when it is committed. A known key changes nothing. Rejects with a
   * `FilesGoneError` when files of the request are no longer kept, with an `OverQuotaError` when a quota has less left, and with
   * a `CommitUnknownError` when the connection was lost during the commit.
   */
  accept(wish: NewRequest): Promise<void>;
  /** Takes back what can still be taken back. */
  cancel(batchId: string): Promise<"cancelled" | "asked" | "too_late">;
  /** Lets a held batch be made, or ends it. `too_late`: nothing of it is held any more. */
  decide(batchId: string, decision: Decision): Promise<"done" | "too_late">;
  batch(batchId: string): Promise<{ batch: Batch; jobs: Job[] } | undefined>;
  /** The newest first. */
  latest(organisationId: string, within: Within, limit: number): Promise<{ batch: Batch; jobs: Job[] }[]>;
  /** Works until the signal is aborted; resolves when everything is down. */
  run(signal: AbortSignal): Promise<void>;
  /** News from other processes. */
  readonly heard: (news: News) => void;
  /** This process has written something about a batch: whoever keeps it is told. */
  readonly changed: (batchId: string) => void;
}

export interface ServiceContext extends WorkerLoopContext {
  /** Results of the embedded sandbox say so. */
  readonly sandbox: boolean;
  /** True when no other process can be using this database: what others left is taken over at once. */
  readonly alone: boolean;
  /** The address from which the gateway can load a reference of a clip. */
  readonly urlOf: (reference: Reference) => string;
  readonly announceCancel: (batchId: string) => Promise<void>;
  /** Tells the other processes that a batch has changed; returns at once. */
  readonly tellChanged: (batchId: string) => void;
  /** These contents are needed from now on (`MediaLedger.use`). Returns those that are no longer kept. */
  readonly useMedia: (hashes: readonly string[]) => Promise<readonly string[]>;
}

/** Files that a request goes by are no longer kept. */
export class FilesGoneError extends EaselError {
  /** As people call them. */
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super("files_gone", `${names.length} files of the request are no longer kept`);
    this.names = names;
  }
}

export function createJobService(context: ServiceContext): JobService {
  const { store } = context;
  let shift: WorkerLoop | undefined;

  /** Returns at once. Whoever looks after it would also find it by themselves, some seconds later. */
  const handOver = (batchId: string): void => {
    void store
      .handOver(batchId)
      .catch((error: unknown) => context.log.warn({ err: error }, "a batch waits for the sweep"));
  };

  return {
    async accept(wish) {
      const files = filesOf(wish.request);
      const gone = new Set(await context.useMedia(files.map((file) => file.hash)));
      if (gone.size > 0) throw new FilesGoneError(files.filter(({ hash }) => gone.has(hash)).map(({ name }) => name));
      const { path, body } = bodyOf(wish.request, context.urlOf);
      const id = randomUUID();
      // Another shift may begin meanwhile; the batch is this one's.
      const onDuty = shift?.postsFor(encodeWorkspace(wish.conversation)) ? shift : undefined;
      // What is held is asked about at once.
      const jobsLater = wish.held === undefined;
      report("intake:before-commit");
      try {
        const outcome = await store.accept({
          ...wish,
          id,
          service: wish.request.kind,
          sandbox: context.sandbox,
          workerId: onDuty?.workerId,
          jobsLater,
          jobs: Array.from({ length: countOf(wish.request) }, (_, index) => {
            const jobId = randomUUID();
            return { id: jobId, ordinal: index + 1, path, body, idempotencyKey: `easel-${jobId}` };
          }),
        });
        report("intake:after-commit");
        if (outcome === "known") return;
      } catch (error) {
        // Unless it was refused, it may have been written.
        const isRefused = error instanceof OverQuotaError || error instanceof TooManyWaitingError;
        if (!isRefused) onDuty?.recheck();
        throw error instanceof DatabaseUnavailableError && error.mayHaveRun ? new CommitUnknownError(error) : error;
      }
      // Whoever asked is told first: HTTP clients send what they are given at the next immediate, or before.
      setImmediate(() =>
        setImmediate(() => {
          if (!jobsLater) {
            onDuty?.adopt(id);
            context.work.ring();
          } else if (onDuty) onDuty.begin(id);
          else handOver(id);
        }),
      );
    },

    async cancel(batchId) {
      const jobs = await store.jobsOf(batchId);
      let ended = 0;
      let asked = 0;
      for (const job of jobs.filter((one) => !hasEnded(one.state))) {
        const written = await writeEvent(job, { type: "cancel_requested" }, context, AbortSignal.timeout(DECISION_MS));
        if (written?.state === "cancelled") ended++;
        else if (written) asked++;
      }
      if (asked > 0) {
        shift?.cancel(jobs.map((job) => job.id));
        await context.announceCancel(batchId);
      }
      if (asked > 0) return "asked";
      return ended > 0 ? "cancelled" : "too_late";
    },

    async decide(batchId, decision) {
      const outcome = await decideHeld(batchId, decision, context, AbortSignal.timeout(DECISION_MS));
      context.work.ring();
      shift?.poke(batchId);
      return outcome;
    },

    async batch(batchId) {
      const batch = await store.batch(batchId);
      return batch && { batch, jobs: await store.jobsOf(batchId) };
    },

    latest: (organisationId, within, limit) => store.latestBatches(organisationId, within, limit),

    async run(signal) {
      let former: string | undefined;
      while (!signal.aborted) {
        try {
          former = await holdLease(
            context,
            async (lease) => {
              shift = startWorkerLoop(context, lease, context.alone);
              await shift.done;
            },
            signal,
            former,
          );
        } catch (error) {
          if (signal.aborted) return;
          context.log.warn({ err: error }, "no lease");
        } finally {
          shift = undefined;
        }
        if (!signal.aborted) await context.clock.sleep(LEASE_RETRY_MS, signal).catch(() => {});
      }
    },

    changed(batchId) {
      if (!shift?.poke(batchId)) context.tellChanged(batchId);
    },

    heard(news) {
      switch (news.kind) {
        case "work":
          return context.work.ring();
        case "batch":
          return void shift?.poke(news.batchId);
        case "keep":
          return shift?.offer(news.batchId, news.workerId);
        case "fetch":
          return shift?.fetchNow(news.batchId);
        case "paused":
          return shift?.stirAll();
        case "left":
        case "missed":
          return shift?.lookAround();
        case "cancel":
          void store
            .jobsOf(news.batchId)
            .then((jobs) => shift?.cancel(jobs.map((job) => job.id)))
            .catch((error: unknown) => context.log.warn({ err: error }, "a wish to cancel waits for the sweep"));
      }
    },
  };
}
