import type { Platform } from "../../core/chat/platform.ts";
import type { DeliveryStore } from "../../core/delivery/delivery-store.ts";
import type { Clock } from "../../lib/clock.ts";
import { readPostKey } from "../../worker/delivery/result/post-key.ts";
import type { Followed } from "./followed.ts";
import { errorType, stopwatch, type Traces } from "./traces.ts";

interface TracingContext {
  readonly traces: Traces;
  readonly clock: Clock;
  readonly followed: Followed;
}

/** Wraps a store to record a span for each artifact that is fetched. */
export function tracedDeliveries(store: DeliveryStore, { traces, clock, followed }: TracingContext): DeliveryStore {
  function fetched(id: string, error?: string): void {
    const job = followed.of(id);
    if (!job) return;
    const { batchId, jobId, requestId, since } = job;
    const attributes = {
      "easel.batch": batchId,
      "easel.job": jobId,
      "easel.request_id": requestId,
      "error.type": error,
    };
    traces.record("fetch artifact", { batchId, from: since, to: clock.now(), attributes });
    followed.forget(id);
  }

  return {
    ...store,
    async artifactFetched(jobId, content) {
      await store.artifactFetched(jobId, content);
      fetched(jobId);
    },
    async artifactLost(jobId, failure) {
      await store.artifactLost(jobId, failure);
      fetched(jobId, failure.reason);
    },
  };
}

/** Wraps a platform to record a span for each post of a batch. */
export function tracedPlatform(platform: Platform, { traces, clock }: TracingContext): Platform {
  async function traced<T>(key: string, post: () => Promise<T>): Promise<T> {
    const watch = stopwatch(clock);
    let error: string | undefined;
    try {
      return await post();
    } catch (thrown) {
      error = errorType(thrown);
      throw thrown;
    } finally {
      const { batchId, kind } = readPostKey(key);
      const attributes = {
        "easel.batch": batchId,
        "easel.platform": platform.name,
        "easel.post": kind,
        "error.type": error,
      };
      traces.record("post message", { batchId, ...watch(), attributes });
    }
  }

  return {
    ...platform,
    post: (conversation, message, key, signal) => traced(key, () => platform.post(conversation, message, key, signal)),
    direct: (at, userId, message, key, signal) => traced(key, () => platform.direct(at, userId, message, key, signal)),
  };
}
