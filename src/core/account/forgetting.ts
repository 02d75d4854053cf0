import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";
import type { AuditActor } from "./audit.ts";

/** How often a worker checks for people to forget. */
const FORGET_MS = 60_000;
/** Requests read per query. Each is then forgotten in a separate transaction. */
const REQUESTS_AT_ONCE = 50;
/** Messages or uploads deleted per statement. */
const MESSAGES_AT_ONCE = 500;
/** The pause between two requests, so that thousands of them don't load the database and the platforms. */
const PAUSE_MS = 250;

/**
 * `busy`: the account has unfinished requests, so nothing was changed. `key`: nothing was changed either, because a configured
 * key is assigned to this account alone, and would then serve nobody or everybody. `gone`: there is no such account, or it was
 * forgotten before.
 */
export type Forgotten =
  | { readonly kind: "begun" }
  | { readonly kind: "busy"; readonly requests: number }
  | { readonly kind: "key"; readonly name: string }
  | { readonly kind: "gone" };

/** The port for forgetting a person. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface Forgetting {
  /**
   * Immediately deletes an account's identities, name, settings and keys. Workers then forget its requests and messages. Audited
   * without the name.
   */
  forget(organisationId: string, accountId: string, admin: AuditActor): Promise<Forgotten>;
}

/** A cursor in an account's requests. `at`: the time as the database writes it, to the microsecond. */
export interface RequestPlace {
  readonly id: string;
  readonly at: string;
}

/** The port for the worker that forgets. Every step is idempotent. */
export interface ForgettingStore {
  /** Accounts whose forgetting is unfinished. */
  open(): Promise<readonly string[]>;
  /** Whether this worker has the lease for forgetting. Takes the lease if it is free. */
  hold(workerId: string): Promise<boolean>;
  /** An account's finished requests that are not forgotten yet, oldest first, after a cursor. */
  requests(accountId: string, after: RequestPlace | undefined, limit: number): Promise<readonly RequestPlace[]>;
  /** Deletes a finished request's words and requester, and has its results removed from the platform. */
  forgetRequest(batchId: string): Promise<void>;
  /**
   * Deletes at most `limit` of an account's Console messages and of Easel's private answers to it. Keeps what the person writes
   * after they were forgotten. Returns the number deleted.
   */
  deleteMessages(accountId: string, limit: number): Promise<number>;
  /** Like `deleteMessages`, for files uploaded to the Console without a message. */
  deleteUploads(accountId: string, limit: number): Promise<number>;
  /**
   * Ends the forgetting if nothing is left and nothing more can arrive. Also deletes settings and keys added since it began.
   * Returns whether it ended.
   */
  finish(accountId: string): Promise<boolean>;
}

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
