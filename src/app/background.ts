import { monthReportFiles } from "../command/quota/month-report.ts";
import { endedText } from "../command/recovery/describe-failures.ts";
import type { Config } from "../config/config.ts";
import type { Platform } from "../core/chat/platform.ts";
import type { PriceTable } from "../core/request/prices.ts";
import { createAdminNoteStore } from "../db/delivery/admin-notes.ts";
import { createRetryStore } from "../db/recovery/retry-store.ts";
import { createForgettingStore } from "../db/retention/forgetting-store.ts";
import { createRetentionStore } from "../db/retention/retention-store.ts";
import { createRetention } from "../worker/background/delete-old-rows.ts";
import { createForgetter } from "../worker/background/forget-people.ts";
import { createAdminNotes } from "../worker/background/post-admin-notes.ts";
import { createRetrier, type Redo } from "../worker/background/retry-requests.ts";
import { keepChatBeat } from "./chat-beat.ts";
import type { Context } from "./context/context.ts";

/** A worker's work besides jobs, while it has its lease. */
export function createBackground(
  config: Config,
  context: Context,
  parts: {
    readonly redo: Redo;
    /** The platforms on which this process can post. */
    readonly platforms: readonly Platform[];
    readonly prices: PriceTable | undefined;
    readonly chatBeat: Parameters<typeof keepChatBeat>[1];
  },
): (workerId: string, signal: AbortSignal) => Promise<void> {
  const { db, databaseClock, clock, random, log, kept, keys, quotas } = context;
  const notes = createAdminNotes({
    store: createAdminNoteStore(db),
    platforms: parts.platforms,
    filesOf: (organisationId, month, platform) =>
      monthReportFiles(organisationId, month, {
        ...quotas.ports,
        drawChart: kept.charts.draw,
        platform,
        prices: parts.prices,
      }),
    clock,
    random,
    log,
  });
  const retention = createRetention({ ...config, store: createRetentionStore(db), clock: databaseClock, log });
  const forgetter = createForgetter({ store: createForgettingStore(db), clock, log });
  const retrier = createRetrier({
    store: createRetryStore(db),
    redo: parts.redo,
    textOf: endedText,
    clock: databaseClock,
    log,
  });
  return async (workerId, signal) => {
    await Promise.all([
      kept.sweeper.run(workerId, signal),
      notes.run(workerId, signal),
      keys.runBackground(signal),
      quotas.runBackground(signal),
      ...(config.role === "all" ? [keepChatBeat(workerId, parts.chatBeat, signal)] : []),
      retrier.run(workerId, signal),
      retention.run(workerId, signal),
      forgetter.run(workerId, signal),
    ]);
  };
}
