import { report } from "../lib/steps.ts";
import { fetchArtifact } from "./delivery/result/fetch-artifact.ts";
import type { DeliveryStore } from "../core/delivery/delivery-store.ts";
import { IMAGE_POLL_MS, VIDEO_POLL_MS } from "../lib/limits.ts";
import type { ArtifactIntake } from "../media/artifact-intake.ts";
import { follow } from "./watch/watcher.ts";
import { retryUntilAvailable } from "../lib/retry-until-available.ts";
import type { Bus } from "../core/job/bus.ts";
import { isSetAside, type Service } from "../core/job/job.ts";
import type { Keys } from "../core/job/keys.ts";
import type { Pauses } from "../core/job/pauses.ts";
import type { CreateOutcome, DurationGuidance, RemoteService } from "../core/job/remote.ts";
import type { Job, JobStore } from "../core/job/job-store.ts";
import { imageTimeoutMs, submit, type SubmitContext } from "./submit.ts";
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
  readonly pauses: Pauses;
  readonly onRefusal: (job: Job, outcome: Extract<CreateOutcome, { kind: "refused" }>) => Promise<{ retry: boolean }>;
}

/**
 * Takes a job from its present state to its end: submits it, follows it, and fetches its artifact. Rejects with the
 * signal's reason when told to stop; the next worker then continues from the stored data. `cancelAsked` is aborted when
 * the member cancels.
 */
export async function runJob(
  job: Job,
  context: RunJobContext,
  cancelAsked: AbortController,
  signal: AbortSignal,
): Promise<void> {
  const service = context.remotes[job.service];
  if (!service) throw new Error(`there is no ${job.service} service`);
  let current: Job | undefined = isSetAside(job, context.clock.now()) ? await sitOut() : job;
  if (current?.state === "submitting") current = await submit(current, { ...context, service }, signal);
  if (current?.state === "running") current = await followToEnd(current, service);
  if (current?.state === "succeeded") await fetchMade(current, service);

  /** Waits until a set-aside job may be retried, or a member wants it retried. Returns the job as it is then. */
  async function sitOut(): Promise<Job | undefined> {
    const { clock, store, pauses, log } = context;
    const { state, deaths, notBefore } = job;
    log.error({ job: job.id, state, deaths, until: notBefore }, "a job that crashes processes is set aside");
    let aside: Job | undefined = job;
    while (aside && isSetAside(aside, clock.now())) {
      const leftMs = aside.notBefore.getTime() - clock.now();
      await pauses.sleep(job.batchId, Math.min(leftMs, SET_ASIDE_LOOK_MS), signal);
      const now = await retryUntilAvailable(() => store.find(job.id), context, signal);
      aside = now?.fence === job.fence ? now : undefined;
    }
    const again = aside;
    if (again?.state === "submitting")
      await retryUntilAvailable(() => store.noteHandling(again, true), context, signal);
    return again;
  }

  async function followToEnd(running: Job, remoteService: RemoteService): Promise<Job | undefined> {
    if (running.cancelRequestedAt) cancelAsked.abort();
    let { guidance: known } = running;
    let deadlineAt = running.deadlineAt?.getTime() ?? Number.POSITIVE_INFINITY;
    /**
     * Only a first or a longer time-out counts. A shorter one may be the remaining time rather than the whole, and
     * would cost the member time.
     */
    const onGuidance = async (guidance: DurationGuidance): Promise<number> => {
      const [before, after] = [imageTimeoutMs(known), imageTimeoutMs(guidance)];
      if (known && after <= before) return deadlineAt;
      known = guidance;
      deadlineAt += after - before;
      await writeEvent(running, { type: "guided", guidance, deadlineAt }, context, signal);
      return deadlineAt;
    };
    const event = await follow(
      {
        remote: await remoteOf(running),
        submittedAt: running.submittedAt?.getTime() ?? context.clock.now(),
        deadlineAt,
        overdue: running.overdue,
      },
      {
        service: remoteService,
        clock: context.clock,
        random: context.random,
        pollMs: job.service === "video" ? VIDEO_POLL_MS : IMAGE_POLL_MS,
        cancelAsked: cancelAsked.signal,
        onGuidance,
        onProgress: (snapshot) => context.bus.publish({ jobId: job.id, batchId: job.batchId, snapshot }),
        onOverdue: async () => {
          await writeEvent(running, { type: "overdue" }, context, signal);
        },
      },
      signal,
    );
    report("end:before-commit");
    const ended = await writeEvent(running, event, context, signal);
    report("end:after-commit");
    return ended;
  }

  async function fetchMade(made: Job, remoteService: RemoteService): Promise<void> {
    const endedAt = made.endedAt?.getTime() ?? context.clock.now();
    const { artifacts, clock, random, log, deliveries } = context;
    const { id, service: kind, requestId } = made;
    const noteHandling = (isHandled: boolean): Promise<void> =>
      retryUntilAvailable(() => context.store.noteHandling(made, isHandled), context, signal);
    await fetchArtifact(
      { id, service: kind, remote: await remoteOf(made), endedAt, requestId },
      {
        service: remoteService,
        artifacts,
        store: deliveries,
        clock,
        random,
        log,
        pause: (ms) => context.pauses.sleep(made.batchId, ms, signal),
        // A job's first worker skips this write, because a single death may be chance.
        ...(made.fence > 1 ? { noteHandling } : {}),
      },
      signal,
    );
  }

  async function remoteOf(known: Job): Promise<{ baseUrl: string; apiKey: string; remoteId: string }> {
    const apiKey = known.credentialId === undefined ? undefined : await context.keys.secretOf(known.credentialId);
    if (known.baseUrl === undefined || known.remoteId === undefined || apiKey === undefined) {
      throw new Error("a job at the gateway without address, id or key");
    }
    return { baseUrl: known.baseUrl, apiKey, remoteId: known.remoteId };
  }
}
