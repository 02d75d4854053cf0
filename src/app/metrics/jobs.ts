import { NoPriceError, OverQuotaError } from "../../core/account/quota/quota.ts";
import { hasEnded, type JobState } from "../../core/job/job.ts";
import type { Job, JobStore } from "../../core/job/job-store.ts";
import type { Meters } from "./meters.ts";
import { modelLabel } from "./model-label.ts";

/** Wraps a store to count what this process writes: requests, jobs by state, takeovers and leases. */
export function measuredJobs(store: JobStore, meters: Meters): JobStore {
  const entered = ({ service, model }: Pick<Job, "service" | "model">, state: JobState, jobs = 1): void =>
    meters.count("easel_job_transitions_total", { service, model: modelLabel(model), state }, jobs);

  return {
    ...store,
    async insertBatch(batch) {
      const { service, conversation, request, held, jobs } = batch;
      try {
        const outcome = await store.insertBatch(batch);
        if (outcome === "known") return outcome;
        const { platform } = conversation;
        meters.count("easel_requests_accepted_total", { platform, service, model: modelLabel(request.model) });
        entered({ service, model: request.model }, held ? "held" : "waiting", jobs.length);
        return outcome;
      } catch (error) {
        if (error instanceof OverQuotaError || error instanceof NoPriceError)
          meters.count("easel_quota_refusals_total", { service });
        throw error;
      }
    },
    async claim(...given) {
      const claimed = await store.claim(...given);
      for (const job of claimed) {
        entered(job, "submitting");
        const { service, submittedAt, waitingSince, refusals } = job;
        // A job that was refused for now waits for its next try, not only for a slot.
        if (submittedAt && refusals === 0) {
          meters.observe("easel_job_waiting_seconds", { service }, secondsBetween(waitingSince, submittedAt));
        }
      }
      return claimed;
    },
    async apply(job, transition) {
      const written = await store.apply(job, transition);
      if (!written || transition.from === transition.to) return written;
      const { service, state, submittedAt, endedAt } = written;
      entered(written, state);
      if (transition.from === "running" && hasEnded(state) && submittedAt && endedAt) {
        meters.observe("easel_gateway_seconds", { service, state }, secondsBetween(submittedAt, endedAt));
      }
      return written;
    },
    async takeOver(...given) {
      const taken = await store.takeOver(...given);
      meters.count("easel_job_takeovers_total", {}, taken.jobs.length);
      return taken;
    },
    async register(...given) {
      await store.register(...given);
      meters.count("easel_worker_leases_total", {});
    },
    async beat(workerId) {
      const failed = (): void => meters.count("easel_heartbeat_failures_total", {});
      try {
        const isAlive = await store.beat(workerId);
        if (!isAlive) failed();
        return isAlive;
      } catch (error) {
        failed();
        throw error;
      }
    },
  };
}

/** Both times are the database's. */
function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, to.getTime() - from.getTime()) / 1_000;
}
