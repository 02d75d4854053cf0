import { randomUUID } from "node:crypto";
import { TooManyWaitingError } from "../core/account/bounds.ts";
import { NoPriceError, OverQuotaError } from "../core/account/quota/quota.ts";
import { report } from "../lib/crash-points.ts";
import { timeOrderedId } from "../lib/time-ordered-id.ts";
import { priceOf, type PriceTable } from "../core/request/prices.ts";
import type { Reference } from "../core/request/reference.ts";
import { CommitUnknownError, DatabaseBusyError, DatabaseUnavailableError, EaselError } from "../lib/errors.ts";
import { retryWhileBusy } from "../lib/retry-until-available.ts";
import { encodeWorkspace, type PlatformName } from "../core/chat/conversation.ts";
import { bodyOf, countOf, filesOf } from "../core/request/request.ts";
import { DECISION_MS, type Decide } from "./decide.ts";
import type { CurrentLoop } from "./current-loop.ts";
import { startWorkerLoop, type WorkerLoopContext } from "./worker-loop.ts";
import { hasEnded } from "../core/job/job.ts";
import type { Batch, Job, ListedBatch, NewBatch, News, NewRequest, Within } from "../core/job/job-store.ts";
import { holdLease } from "./lease.ts";
import { writeEvent } from "./write-transition.ts";

/** How often a lost lease is retried while the database is unavailable. */
const LEASE_RETRY_MS = 1_000;
/** How long a request waits while its organisation's quotas are being changed. Short enough to answer within 2.5 s. */
const QUOTAS_CHANGE_MS = 1_000;

/** The job service. The commands use it, and `app.ts` runs it. */
export interface JobService {
  /**
   * Accepts a validated request; resolves when it is committed. A key that was accepted before changes nothing. Rejects with a
   * `FilesGoneError` when files of the request are no longer kept, with an `OverQuotaError` when a quota has less left, with a
   * `DatabaseBusyError` when the organisation's quotas are being changed for too long, and with a `CommitUnknownError` when the
   * connection was lost during the commit.
   */
  accept(request: NewRequest): Promise<void>;
  /** Cancels what can still be cancelled. */
  cancel(batchId: string): Promise<"cancelled" | "asked" | "too_late">;
  readonly decide: Decide;
  batch(batchId: string): Promise<{ batch: Batch; jobs: Job[] } | undefined>;
  /** The batch that was accepted for a platform's event. */
  batchOfEvent(platform: PlatformName, eventKey: string): Promise<{ batch: Batch; jobs: Job[] } | undefined>;
  /** Newest first, each with the beginning of its prompt. */
  latest(organisationId: string, within: Within, limit: number): Promise<readonly ListedBatch[]>;
  /**
   * Works until the signal is aborted; resolves when everything has stopped. `background` runs while this process has a lease.
   */
  run(signal: AbortSignal, background?: WorkerLoopContext["background"]): Promise<void>;
  /** News from other processes. */
  readonly heard: (news: News) => void;
  /** Called when this process has written something about a batch, so that the batch's reconciler can react. */
  readonly changed: (batchId: string) => void;
}

export interface ServiceContext extends Omit<WorkerLoopContext, "background"> {
  /** Results of the embedded sandbox are labelled. */
  readonly sandbox: boolean;
  /** The operator's prices, if any. */
  readonly prices: PriceTable | undefined;
  /** Whether no other process can be using this database. If so, abandoned work is taken over immediately. */
  readonly alone: boolean;
  /** The address from which the gateway can load a reference of a clip. */
  readonly urlOf: (reference: Reference) => string;
  readonly announceCancel: (batchId: string) => Promise<void>;
  readonly decide: Decide;
  readonly changed: (batchId: string) => void;
  readonly currentLoop: CurrentLoop;
  /** Keeps these contents until the request is accepted. Returns those that are no longer stored. */
  readonly holdMedia: (hashes: readonly string[]) => Promise<readonly string[]>;
  /** Marks these contents as needed now (`MediaLedger.use`). */
  readonly useMedia: (hashes: readonly string[]) => Promise<void>;
}

/** References of a request are no longer kept. */
export class FilesGoneError extends EaselError {
  /** As people named them. */
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super("files_gone", `${names.length} files of the request are no longer kept`);
    this.names = names;
  }
}

export function createJobService(context: ServiceContext): JobService {
  const { store, currentLoop } = context;

  /** Returns immediately. If this fails, the batch's worker finds the batch by itself some seconds later. */
  const handOver = (batchId: string): void => {
    void store
      .handOver(batchId)
      .catch((error: unknown) => context.log.info({ batch: batchId, err: error }, "batch deferred to sweep"));
  };

  /**
   * Called after acceptance, because a refused request does not use its files. An open batch keeps its files; without this, they
   * could be removed as soon as it closes.
   */
  const noteUsed = (hashes: readonly string[]): void => {
    void context
      .useMedia(hashes)
      .catch((error: unknown) => context.log.info({ err: error }, "files not noted as used"));
  };

  async function batchWithJobs(batchId: string): Promise<{ batch: Batch; jobs: Job[] } | undefined> {
    const batch = await store.batch(batchId);
    return batch && { batch, jobs: await store.jobsOf(batchId) };
  }

  return {
    async accept(request) {
      const files = filesOf(request.request);
      const hashes = files.map((file) => file.hash);
      const gone = new Set(await context.holdMedia(hashes));
      if (gone.size > 0) throw new FilesGoneError(files.filter(({ hash }) => gone.has(hash)).map(({ name }) => name));
      const { path, body } = bodyOf(request.request, context.urlOf);
      const id = randomUUID();
      // Another loop may begin in the meantime, but the batch belongs to this one.
      const now = currentLoop.get();
      const loop = now?.postsFor(encodeWorkspace(request.conversation)) ? now : undefined;
      // A held batch needs its jobs immediately, because admins are asked about it.
      const jobsLater = request.held === undefined;
      report("intake:before-commit");
      try {
        const batch: NewBatch = {
          ...request,
          id,
          service: request.request.kind,
          sandbox: context.sandbox,
          // Stored with the request, because prices change.
          price: priceOf(request.request, context.prices),
          workerId: loop?.workerId,
          jobsLater,
          jobs: Array.from({ length: countOf(request.request) }, (_, index) => {
            const jobId = timeOrderedId(context.clock.now());
            return { id: jobId, ordinal: index + 1, path, body, idempotencyKey: `easel-${jobId}` };
          }),
        };
        const outcome = await retryWhileBusy(() => store.insertBatch(batch), QUOTAS_CHANGE_MS, context);
        report("intake:after-commit");
        if (outcome === "known") return;
      } catch (error) {
        // Unless the request was refused, it may have been written.
        const isRefused =
          error instanceof OverQuotaError ||
          error instanceof NoPriceError ||
          error instanceof TooManyWaitingError ||
          error instanceof DatabaseBusyError;
        if (!isRefused) loop?.recheck();
        throw error instanceof DatabaseUnavailableError && error.mayHaveRun ? new CommitUnknownError(error) : error;
      }
      // Answer the requester first: HTTP clients send their data at the next immediate, or before.
      setImmediate(() =>
        setImmediate(() => {
          context.log.info({ event: request.eventKey, batch: id }, "request accepted");
          if (!jobsLater) {
            loop?.adopt(id);
            context.work.wake();
          } else if (loop) loop.begin(id);
          else handOver(id);
          noteUsed(hashes);
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
        currentLoop.get()?.cancel(jobs.map((job) => job.id));
        await context.announceCancel(batchId);
      }
      if (asked > 0) return "asked";
      return ended > 0 ? "cancelled" : "too_late";
    },

    decide: context.decide,
    changed: context.changed,

    batch: batchWithJobs,

    async batchOfEvent(platform, eventKey) {
      const batchId = await store.batchOfEvent(platform, eventKey);
      return batchId === undefined ? undefined : batchWithJobs(batchId);
    },

    latest: (organisationId, within, limit) => store.latestBatches(organisationId, within, limit),

    async run(signal, background) {
      let former: string | undefined;
      while (!signal.aborted) {
        try {
          former = await holdLease(
            context,
            async (lease) => {
              const loop = startWorkerLoop({ ...context, background }, lease, context.alone);
              currentLoop.change(loop);
              await loop.done;
            },
            signal,
            former,
          );
        } catch (error) {
          if (signal.aborted) return;
          context.log.warn({ err: error }, "could not get a worker lease; trying again");
        } finally {
          currentLoop.change(undefined);
        }
        if (!signal.aborted) await context.clock.sleep(LEASE_RETRY_MS, signal).catch(() => {});
      }
    },

    heard(news) {
      switch (news.kind) {
        case "work":
          if (news.organisationId !== undefined) store.noteNews(news.organisationId);
          return context.work.wake();
        case "batch":
          return void currentLoop.get()?.wake(news.batchId);
        case "keep":
          return currentLoop.get()?.offer(news.batchId, news.workerId);
        case "fetch":
          return currentLoop.get()?.fetchNow(news.batchId);
        case "paused":
          return currentLoop.get()?.wakeForNotices();
        case "left":
        case "missed":
          return currentLoop.get()?.lookAround();
        case "cancel":
          void store
            .jobsOf(news.batchId)
            .then((jobs) => currentLoop.get()?.cancel(jobs.map((job) => job.id)))
            .catch((error: unknown) =>
              context.log.info({ batch: news.batchId, err: error }, "cancel deferred to sweep"),
            );
      }
    },
  };
}
