import { pino } from "pino";
import { reconcileBatch, type BatchReconciler } from "../../../src/worker/delivery/batch-reconciler.ts";
import type { BatchReconcilerContext } from "../../../src/worker/delivery/reconcile-step.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { asMade } from "./attachment-plan.ts";
import { NO_GROUNDS } from "../grounds.ts";
import { EPOCH } from "../database/jobs.ts";
import { createDeliveryWorld, tenBytes, type Around, type DeliveryWorldOptions } from "../database/memory-delivery.ts";
import { createSteppedClock } from "../fault/stepped-clock.ts";

export const INTERVAL_MS = 5_000;
export const texts = textsFor("en");

/** A batch's rows, and reconcilers for it. */
export function setUpReconciling(options: Omit<DeliveryWorldOptions, "now"> = {}, around?: Around) {
  const clock = createSteppedClock(EPOCH.getTime());
  const world = createDeliveryWorld({ now: clock.now, ...options }, around);
  const stop = new AbortController();
  const context: BatchReconcilerContext = {
    store: world.store,
    media: tenBytes,
    planAttachments: async (view, kind) => asMade(view, kind),
    canAnimate: true,
    platformOf: () => world.platform,
    approvals: {
      find: async () => undefined,
      placeFor: async () => world.batch.conversation,
      grounds: async () => NO_GROUNDS,
      end: async () => {},
    },
    decide: async () => {},
    previews: {
      wantsPreviews: async () => false,
      thumbnails: { find: async () => undefined },
      served: tenBytes,
    },
    clock,
    random: () => 1,
    log: pino({ level: "silent" }),
  };
  const reconcile = (changes: Partial<BatchReconcilerContext> = {}): BatchReconciler =>
    reconcileBatch(world.batch.id, { ...context, ...changes }, stop.signal);
  return { clock, world, stop, keep: reconcile };
}

/** Makes calls fail in order, with the errors listed for each. */
export function failing(failures: Record<string, Error[]>): Around {
  return async (call, act) => {
    const failure = failures[call]?.shift();
    if (failure) throw failure;
    return act();
  };
}
