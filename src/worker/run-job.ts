import { report } from "../lib/crash-points.ts";
import { fetchArtifact } from "./delivery/result/fetch-artifact.ts";
import type { DeliveryStore } from "../core/delivery/delivery-store.ts";
import { IMAGE_POLL_MS, VIDEO_POLL_MS } from "../lib/limits.ts";
import type { ArtifactIntake } from "../media/artifact-intake.ts";
import type { Cancellation } from "./watch/cancellation.ts";
import { follow } from "./watch/watcher.ts";
import { retryUntilAvailable } from "../lib/retry-until-available.ts";
import type { Bus } from "../core/job/bus.ts";
import { isSetAside, type Service } from "../core/job/job.ts";
import type { Keys } from "../core/job/key-secrets.ts";
import type { RetryWaits } from "./retry-waits.ts";
import type { CreateOutcome, DurationGuidance, RemoteService } from "../core/job/remote.ts";
import type { Job, JobStore } from "../core/job/job-store.ts";
import type { JobEvent } from "../core/job/transition.ts";
import { submit, type SubmitContext } from "./submit-job.ts";
import { deadlineMoveMs } from "./image-timeout.ts";
import { writeEvent, type WriteContext } from "./write-transition.ts";

/** How often to check whether a member wants a job retried sooner, in case a notification was lost. */
const SET_ASIDE_LOOK_MS = 60_000;

export interface RunJobContext extends WriteContext {
  readonly store: JobStore;
  readonly deliveries: DeliveryStore;
  readonly artifacts: Pick<ArtifactIntake, "take">;
  readonly openBody: SubmitContext["openBody"];
  readonly keys: Keys;
  readonly remotes: Readonly<Record<Service, RemoteService | undefined>>;
  readonly bus: Bus;
  readonly retryWaits: RetryWaits;
  readonly onRefusal: (job: Job, outcome: Extract<CreateOutcome, { kind: "refused" }>) => Promise<{ retry: boolean }>;
}

/**
 * Takes a job's next step: submits it, follows it, or fetches its artifact. Returns the job as it is then; undefined when nothing
 * is left to do here. Rejects with the signal's reason when told to stop; the next worker then continues from the stored data.
 */
export function takeStep(
  job: Job,
  context: RunJobContext,
  cancellation: Cancellation,
  signal: AbortSignal,
): Promise<Job | undefined> {
  const service = context.remotes[job.service];
  if (!service) throw new Error(`there is no ${job.service} service`);
  if (isSetAside(job, context.clock.now())) return sitOut(job, context, signal);
  switch (job.state) {
    case "submitting":
      return submit(job, { ...context, service }, signal);
    case "running":
      return followToEnd(job, { service, cancellation }, context, signal);
    case "succeeded":
      return fetchMade(job, service, context, signal);
    case "held":
    case "waiting":
    case "unknown":
    case "failed":
    case "cancelled":
    case "expired":
      return Promise.resolve(undefined);
  }
}

/** Waits until a set-aside job may be retried, or a member wants it retried. Returns the job as it is then. */
async function sitOut(
  job: Job,
  { clock, store, random, retryWaits, log }: RunJobContext,
  signal: AbortSignal,
): Promise<Job | undefined> {
  const patience = { clock, random };
  const { state, deaths, notBefore } = job;
  log.error(
    { job: job.id, batch: job.batchId, state, deaths, until: notBefore },
    "a job that crashes processes is set aside",
  );
  let aside: Job | undefined = job;
  while (aside && isSetAside(aside, clock.now())) {
    const leftMs = aside.notBefore.getTime() - clock.now();
    await retryWaits.sleep(job.batchId, Math.min(leftMs, SET_ASIDE_LOOK_MS), signal);
    const now = await retryUntilAvailable(() => store.find(job.id), patience, signal);
    aside = now?.fence === job.fence ? now : undefined;
  }
  const again = aside;
  if (again?.state === "submitting") await retryUntilAvailable(() => store.noteHandling(again, true), patience, signal);
  return again;
}

async function followToEnd(
  running: Job,
  { service, cancellation }: { readonly service: RemoteService; readonly cancellation: Cancellation },
  context: RunJobContext,
  signal: AbortSignal,
): Promise<Job | undefined> {
  if (running.cancelRequestedAt) cancellation.ask();
  const { id: jobId, batchId } = running;
  let { guidance: known } = running;
  let deadlineAt = running.deadlineAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const onGuidance = async (guidance: DurationGuidance): Promise<number> => {
    const moveMs = deadlineMoveMs(known, guidance);
    if (moveMs === undefined) return deadlineAt;
    known = guidance;
    deadlineAt += moveMs;
    await writeEvent(running, { type: "guided", guidance, deadlineAt }, context, signal);
    return deadlineAt;
  };
  const end = await follow(
    {
      remote: await remoteOf(running, context),
      submittedAt: running.submittedAt?.getTime() ?? context.clock.now(),
      deadlineAt,
      overdue: running.overdue,
    },
    {
      service,
      clock: context.clock,
      random: context.random,
      pollMs: running.service === "video" ? VIDEO_POLL_MS : IMAGE_POLL_MS,
      cancellation,
      onGuidance,
      onProgress: (snapshot) => context.bus.publish({ jobId, batchId, snapshot }),
      onOverdue: async () => {
        await writeEvent(running, { type: "overdue" }, context, signal);
      },
    },
    signal,
  );
  report("end:before-commit");
  const ended = await writeEvent(running, withRequestId(end, running.requestId), context, signal);
  report("end:after-commit");
  return ended;
}

/** Adds the create's request id to a failure that came without one, so that people can quote an id when they report it. */
function withRequestId(end: JobEvent, requestId: string | undefined): JobEvent {
  if (requestId === undefined || (end.type !== "remote_failed" && end.type !== "remote_gone")) return end;
  return { ...end, failure: { requestId, ...end.failure } };
}

async function fetchMade(
  made: Job,
  service: RemoteService,
  context: RunJobContext,
  signal: AbortSignal,
): Promise<undefined> {
  const { artifacts, clock, random, log, deliveries, retryWaits } = context;
  const { id, batchId, service: kind, requestId } = made;
  const noteHandling = (isHandled: boolean): Promise<void> =>
    retryUntilAvailable(() => context.store.noteHandling(made, isHandled), context, signal);
  await fetchArtifact(
    {
      id,
      batchId,
      service: kind,
      remote: await remoteOf(made, context),
      endedAt: made.endedAt?.getTime() ?? clock.now(),
      requestId,
    },
    {
      service,
      artifacts,
      store: deliveries,
      clock,
      random,
      log,
      pause: (ms) => retryWaits.sleep(batchId, ms, signal),
      // A job's first worker skips this write, because a single death may be chance.
      ...(made.fence > 1 ? { noteHandling } : {}),
    },
    signal,
  );
}

async function remoteOf(
  { credentialId, baseUrl, remoteId }: Job,
  { keys }: Pick<RunJobContext, "keys">,
): Promise<{ baseUrl: string; apiKey: string; remoteId: string }> {
  const apiKey = credentialId === undefined ? undefined : await keys.secretOf(credentialId);
  if (baseUrl === undefined || remoteId === undefined || apiKey === undefined) {
    throw new Error("a job at the gateway without address, id or key");
  }
  return { baseUrl, apiKey, remoteId };
}
