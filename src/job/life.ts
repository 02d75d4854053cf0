import { reach } from "../crash-point.ts";
import { fetchArtifact } from "../delivery/fetch-artifact.ts";
import type { DeliveryStore } from "../delivery/store.ts";
import { DEADLY_AFTER, IMAGE_POLL_MS, VIDEO_POLL_MS } from "../limits.ts";
import type { ArtifactIntake } from "../media/artifact-intake.ts";
import { follow } from "../watch/watcher.ts";
import { untilAnswered } from "../until-answered.ts";
import type { Bus } from "./bus.ts";
import { ownFailure } from "./failure.ts";
import type { Service } from "./job.ts";
import type { Keys } from "./keys.ts";
import type { CreateOutcome, DurationGuidance, RemoteService } from "./remote.ts";
import type { Job, JobStore } from "./store.ts";
import { imageTimeoutMs, submit, type SubmitContext } from "./submit.ts";
import { writeEvent, type WriteContext } from "./write.ts";

export interface LifeContext extends WriteContext {
  readonly store: JobStore;
  readonly deliveries: DeliveryStore;
  readonly artifacts: Pick<ArtifactIntake, "take">;
  readonly openBody: SubmitContext["openBody"];
  readonly keys: Keys;
  readonly remotes: Readonly<Record<Service, RemoteService | undefined>>;
  readonly bus: Bus;
  readonly onRefusal: (job: Job, outcome: Extract<CreateOutcome, { kind: "refused" }>) => Promise<{ retry: boolean }>;
}

/**
 * Takes a job from wherever it is to its end: submits it, follows it, fetches what it made. Rejects with the signal's reason
 * when it is told to stop; then whoever has the job next goes on from what is stored. `cancelAsked` carries the member's wish.
 */
export async function liveJob(
  job: Job,
  context: LifeContext,
  cancelAsked: AbortController,
  signal: AbortSignal,
): Promise<void> {
  const service = context.remotes[job.service];
  if (!service) throw new Error(`there is no ${job.service} service`);
  if (job.deaths >= DEADLY_AFTER) return quarantine();
  let current: Job | undefined = job;
  if (current.state === "submitting") current = await submit(current, { ...context, service }, signal);
  if (current?.state === "running") current = await followToEnd(current, service);
  if (current?.state === "succeeded") await fetchMade(current, service);

  /** Ends the work on a job that process after process went down over, before it takes the next one. */
  async function quarantine(): Promise<void> {
    const failure = ownFailure("quarantined");
    context.log.error(
      { job: job.id, state: job.state, deaths: job.deaths },
      "a job that takes processes down is set aside",
    );
    if (job.state === "submitting") await writeEvent(job, { type: "quarantined", failure }, context, signal);
    else await untilAnswered(() => context.deliveries.artifactLost(job.id, failure), context, signal);
  }

  async function followToEnd(running: Job, remoteService: RemoteService): Promise<Job | undefined> {
    if (running.cancelRequestedAt) cancelAsked.abort();
    let { guidance: known } = running;
    let deadlineAt = running.deadlineAt?.getTime() ?? Number.POSITIVE_INFINITY;
    /** Only a first or a longer time-out counts: what remains must not be taken for the whole, and nobody loses time. */
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
    reach("end:before-commit");
    const ended = await writeEvent(running, event, context, signal);
    reach("end:after-commit");
    return ended;
  }

  async function fetchMade(made: Job, remoteService: RemoteService): Promise<void> {
    const endedAt = made.endedAt?.getTime() ?? context.clock.now();
    const { artifacts, clock, random, log, deliveries } = context;
    const { id, service: kind, requestId } = made;
    await fetchArtifact(
      { id, service: kind, remote: await remoteOf(made), endedAt, requestId },
      { service: remoteService, artifacts, store: deliveries, clock, random, log },
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
