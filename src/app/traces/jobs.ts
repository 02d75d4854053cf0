import type { JobFailure } from "../../core/job/failure.ts";
import { hasEnded } from "../../core/job/job.ts";
import type { Job, JobStore } from "../../core/job/job-store.ts";
import type { Clock } from "../../lib/clock.ts";
import { DatabaseUnavailableError } from "../../lib/errors.ts";
import { modelLabel } from "../metrics/model-label.ts";
import type { EventTracing } from "./event-tracing.ts";
import type { Followed } from "./followed.ts";
import type { Attributes } from "./span-table.ts";
import { errorType, stopwatch, type Traces } from "./traces.ts";

/** Wraps a store to record spans for what it writes, and to keep track of this process's jobs. */
export function tracedJobs(
  store: JobStore,
  to: {
    readonly traces: Traces;
    readonly clock: Clock;
    readonly events: Pick<EventTracing, "made">;
    readonly followed: Followed;
  },
): JobStore {
  const { traces, clock, events, followed } = to;

  return {
    ...store,
    async insertBatch(batch) {
      const { id: batchId, service, conversation, request } = batch;
      const watch = stopwatch(clock);
      const record = (error?: string): void => {
        const attributes = {
          "easel.batch": batchId,
          "easel.platform": conversation.platform,
          "easel.service": service,
          "easel.model": modelLabel(request.model),
          "error.type": error,
        };
        events.made(batchId);
        traces.record("accept request", { batchId, ...watch(), attributes });
      };
      try {
        const outcome = await store.insertBatch(batch);
        if (outcome === "accepted") record();
        return outcome;
      } catch (error) {
        // Record it unless it is certain that there is no batch.
        if (error instanceof DatabaseUnavailableError && error.mayHaveRun) record(errorType(error));
        throw error;
      }
    },
    async claim(...given) {
      const claimed = await store.claim(...given);
      for (const job of claimed) {
        const { batchId, submittedAt, waitingSince, refusals, model } = job;
        followed.note(job, clock.now());
        // A job that was refused for now waits for its next try, not only for a slot.
        if (!submittedAt || refusals > 0) continue;
        const attributes = { ...idsOf(job), "easel.model": modelLabel(model) };
        traces.record("wait for a slot", {
          batchId,
          from: waitingSince.getTime(),
          to: submittedAt.getTime(),
          attributes,
        });
      }
      return claimed;
    },
    async apply(job, transition) {
      const written = await store.apply(job, transition);
      if (!written || transition.from === transition.to) return written;
      const { id, batchId, state, submittedAt, failure } = written;
      const now = clock.now();
      if (transition.from === "running" && hasEnded(state)) {
        const from = followed.of(id)?.since ?? submittedAt?.getTime() ?? now;
        const attributes = {
          ...idsOf(written),
          "easel.job.state": state,
          "error.type": failure && failureType(failure),
        };
        traces.record("watch at the gateway", { batchId, from, to: now, attributes });
      }
      if (state === "running" || state === "succeeded") followed.note(written, now);
      else followed.forget(id);
      return written;
    },
    async takeOver(...given) {
      const watch = stopwatch(clock);
      const taken = await store.takeOver(...given);
      for (const job of taken.jobs) {
        const { batchId, state, fence } = job;
        const attributes = { ...idsOf(job), "easel.job.state": state, "easel.job.fence": fence };
        traces.record("take over job", { batchId, ...watch(), attributes });
        followed.note(job, clock.now());
      }
      return taken;
    },
    async find(jobId) {
      const job = await store.find(jobId);
      // This process received the job in an answer that was lost.
      if (job && !followed.of(jobId)) followed.note(job, clock.now());
      return job;
    },
  };
}

function idsOf({ id, batchId, service, requestId }: Job): Attributes {
  return { "easel.batch": batchId, "easel.job": id, "easel.service": service, "easel.request_id": requestId };
}

/** The gateway's code if it looks like one: it could be any text. */
function failureType({ code, reason }: JobFailure): string {
  return code !== undefined && /^\w{1,60}$/.test(code) ? code : reason;
}
