import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";
import type { AuditActor } from "./audit.ts";

/** How often a worker looks whether somebody is to be forgotten. */
const FORGET_MS = 60_000;
/** Requests that are looked for at once; each is then forgotten in a transaction of its own. */
const REQUESTS_AT_ONCE = 50;
/** Messages, or uploads, deleted in one statement. */
const MESSAGES_AT_ONCE = 500;
/** Between two requests, so that a person's thousands leave database and platforms to others. */
const PAUSE_MS = 250;

/**
 * `busy`: requests are not finished, so nothing was changed. `key`: so is nothing, because a configured key is theirs alone, and would
 * serve nobody or everybody. `gone`: there is no such account, or it is forgotten already.
 */
export type Forgotten =
  | { readonly kind: "begun" }
  | { readonly kind: "busy"; readonly requests: number }
  | { readonly kind: "key"; readonly name: string }
  | { readonly kind: "gone" };

/** The port for forgetting a person. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface Forgetting {
  /**
   * Deletes at once who an account belongs to, with its settings and keys, and lets workers forget its requests and messages. Audited,
   * without the name.
   */
  forget(organisationId: string, accountId: string, admin: AuditActor): Promise<Forgotten>;
}

/** A place in the order of an account's requests. `at`: a time as the database writes it, to the microsecond. */
export interface RequestPlace {
  readonly id: string;
  readonly at: string;
}

/** The port of the workers that forget. Each step can be repeated, and does nothing the second time. */
export interface ForgettingStore {
  /** Accounts that are not forgotten entirely. */
  open(): Promise<readonly string[]>;
  /** Whether this worker is the one that forgets. It becomes that one if nobody else is. */
  hold(workerId: string): Promise<boolean>;
  /** An account's finished requests that are still known, oldest first, after a place in that order. */
  requests(accountId: string, after: RequestPlace | undefined, limit: number): Promise<readonly RequestPlace[]>;
  /** Forgets what a finished request says and who made it, and lets its results be removed from the platform. */
  forgetRequest(batchId: string): Promise<void>;
  /**
   * Deletes an account's messages in the Console, and Easel's answers that only it sees, at most `limit`. What the person writes after
   * they were forgotten stays. Returns how many.
   */
  deleteMessages(accountId: string, limit: number): Promise<number>;
  /** The same of files that were uploaded to the Console without a message. */
  deleteUploads(accountId: string, limit: number): Promise<number>;
  /** Ends it if nothing is left and none can come any more, and deletes settings and keys that came after the beginning. */
  finish(accountId: string): Promise<boolean>;
}

/** Forgets people in the background, in small steps. A worker that dies is followed by another one. */
export interface Forgetter {
  run(workerId: string, signal: AbortSignal): Promise<void>;
  /** One round over everybody who is to be forgotten. */
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
      // One that fails must not hold up the others.
      await forgetOne(accountId, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        log.warn({ err: error, account: accountId }, "a person was not forgotten entirely, will be tried again");
      });
    }
  };

  return {
    forgetAll,
    run(workerId, signal) {
      const onError = (error: unknown): void =>
        log.warn({ err: error }, "a person was not forgotten entirely, will be tried again");
      return repeat(() => forgetAll(workerId, signal), { pauseMs: FORGET_MS, clock, onError }, signal);
    },
  };
}
