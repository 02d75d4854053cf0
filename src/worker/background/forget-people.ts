import type { ForgettingStore, RequestPlace } from "../../core/account/forgetting.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";

/** How often a worker checks for people to forget. */
const FORGET_MS = 60_000;
/** Requests read per query. Each is then forgotten in a separate transaction. */
const REQUESTS_AT_ONCE = 50;
/** Messages or uploads deleted per statement. */
const MESSAGES_AT_ONCE = 500;
/** The pause between two requests, so that thousands of them don't load the database and the platforms. */
const PAUSE_MS = 250;

/** Forgets people in the background, in small steps. If the worker dies, another one continues. */
export interface Forgetter {
  run(workerId: string, signal: AbortSignal): Promise<void>;
  /** One pass over all people to forget. */
  forgetAll(workerId: string, signal: AbortSignal): Promise<void>;
}

export function createForgetter(context: {
  readonly store: ForgettingStore;
  readonly clock: Clock;
  readonly log: Logger;
}): Forgetter {
  const { store, clock, log } = context;

  const forgetRequests = async (accountId: string, signal: AbortSignal): Promise<void> => {
    let after: RequestPlace | undefined;
    for (;;) {
      const page = await store.requests(accountId, after, REQUESTS_AT_ONCE);
      for (const { id } of page) {
        signal.throwIfAborted();
        await store.forgetRequest(id);
        await clock.sleep(PAUSE_MS, signal);
      }
      after = page.at(-1);
      if (page.length < REQUESTS_AT_ONCE) return;
    }
  };

  const forgetOne = async (accountId: string, signal: AbortSignal): Promise<void> => {
    await forgetRequests(accountId, signal);
    while ((await store.deleteMessages(accountId, MESSAGES_AT_ONCE)) === MESSAGES_AT_ONCE) signal.throwIfAborted();
    while ((await store.deleteUploads(accountId, MESSAGES_AT_ONCE)) === MESSAGES_AT_ONCE) signal.throwIfAborted();
    if (await store.finish(accountId)) log.info({ account: accountId }, "a person was forgotten");
  };

  const forgetAll: Forgetter["forgetAll"] = async (workerId, signal) => {
    const accounts = await store.open();
    if (accounts.length === 0 || !(await store.hold(workerId))) return;
    for (const accountId of accounts) {
      // A failure must not hold up the others.
      await forgetOne(accountId, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        log.warn({ err: error, account: accountId }, "forgetting a person failed; trying again");
      });
    }
  };

  return {
    forgetAll,
    run(workerId, signal) {
      const onError = (error: unknown): void => log.warn({ err: error }, "forgetting a person failed; trying again");
      return repeat(() => forgetAll(workerId, signal), { pauseMs: FORGET_MS, clock, onError }, signal);
    },
  };
}
