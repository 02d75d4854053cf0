import type { PlatformName } from "../../core/chat/conversation.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Platform } from "../../core/chat/platform.ts";
import type { BatchView, DeliveryStore } from "../../core/delivery/delivery-store.ts";
import type { Service } from "../../core/job/job.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Meters } from "./meters.ts";
import { ownMs, type JobTimes } from "./own-time.ts";

/**
 * Results waiting for their platform that are remembered. During an outage there may be more; then the oldest are not measured.
 */
const RESULTS_REMEMBERED = 10_000;

/** A result that is intended but not posted yet. */
interface Intended {
  readonly platform: PlatformName;
  readonly service: Service;
  readonly jobs: readonly JobTimes[];
}

/** Wraps a platform to measure the calls that deliver. */
export function measuredPlatform(platform: Platform, meters: Meters): Platform {
  async function measured<T>(call: string, act: () => Promise<T>): Promise<T> {
    const began = performance.now();
    let outcome = "ok";
    try {
      return await act();
    } catch (error) {
      outcome = error instanceof PlatformError ? error.failure : "error";
      throw error;
    } finally {
      const seconds = (performance.now() - began) / 1_000;
      meters.observe("easel_platform_call_seconds", { platform: platform.name, call, outcome }, seconds);
    }
  }

  return {
    ...platform,
    post: (...given) => measured("post", () => platform.post(...given)),
    findPost: (...given) => measured("find", () => platform.findPost(...given)),
    edit: (...given) => measured("edit", () => platform.edit(...given)),
    remove: (...given) => measured("remove", () => platform.remove(...given)),
    direct: (...given) => measured("direct", () => platform.direct(...given)),
  };
}

/** Wraps a store to measure how long results took, without the gateway's own time. `clock`: the database's time. */
export function measuredDeliveries(store: DeliveryStore, clock: Pick<Clock, "now">, meters: Meters): DeliveryStore {
  /** By batch id. */
  const posting = new Map<string, Intended>();

  function remember({ batch, jobs }: BatchView): void {
    posting.delete(batch.id);
    posting.set(batch.id, {
      platform: batch.conversation.platform,
      service: batch.service,
      jobs: jobs.map(({ waitingSince, submittedAt, endedAt }) => ({ waitingSince, submittedAt, endedAt })),
    });
    const [oldest] = posting.keys();
    if (posting.size > RESULTS_REMEMBERED && oldest !== undefined) posting.delete(oldest);
  }

  return {
    ...store,
    async intendPost(known, kind, ...given) {
      const view = await store.intendPost(known, kind, ...given);
      if (view && kind === "result") remember(view);
      return view;
    },
    async postDone(batchId, kind, state, outcome) {
      const isWritten = await store.postDone(batchId, kind, state, outcome);
      const intended = kind === "result" ? posting.get(batchId) : undefined;
      if (!intended) return isWritten;
      posting.delete(batchId);
      const { platform, service, jobs } = intended;
      if (isWritten && state === "undeliverable") meters.count("easel_results_undeliverable_total", { platform });
      if (isWritten && state === "posted") {
        meters.observe("easel_result_own_seconds", { platform, service }, ownMs(jobs, clock.now()) / 1_000);
      }
      return isWritten;
    },
  };
}
