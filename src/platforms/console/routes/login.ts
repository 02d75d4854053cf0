import { createHash, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../../lib/clock.ts";
import type { Database } from "../../../db/connection.ts";
import { DatabaseUnavailableError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { createLoginThrottle, type Visitor } from "./login-throttle.ts";
import { createSessionStore } from "../store/session-store.ts";
import { createSessionTokens } from "./session-tokens.ts";

/** How often an open event stream checks its session, which another process may have ended. */
const CONSOLE_SESSION_LOOK_MS = 15_000;

/** The outcome of a password check. */
export type Entered =
  | { readonly kind: "in"; readonly session: string; readonly device: string }
  | { readonly kind: "wrong" }
  /** The password was right, but the session could not be stored. */
  | { readonly kind: "away" }
  | { readonly kind: "wait"; readonly ms: number };

/** Log-in and sessions if the Console has a password. Sessions are identified by ids that grant no access. */
export interface Login {
  start(): Promise<void>;
  enter(password: string, visitor: Visitor): Promise<Entered>;
  /** The session of a token that we issued, whether or not it is still valid. Makes no look-up. */
  sessionOf(token: string | undefined): string | undefined;
  deviceOf(token: string | undefined): string | undefined;
  /** `isUsed` means that the person acted, so the session counts as used. */
  goesOn(session: string, isUsed: boolean): Promise<boolean>;
  leave(session: string): Promise<void>;
  leaveEverywhere(): Promise<void>;
  /** Runs `work` and aborts its signal when the session ends. */
  during(session: string, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
}

export function createLogin(options: {
  readonly password: string;
  readonly secretKey: string;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}): Login {
  const { password, secretKey, db, clock, log } = options;
  const tokens = createSessionTokens(secretKey, password);
  const store = createSessionStore(db, tokens.passwordMark);
  const throttle = createLoginThrottle(clock);
  const running = new Map<AbortController, string>();

  const endWork = (session?: string): void => {
    for (const [work, of] of running) if (session === undefined || of === session) work.abort(new Error("logged out"));
  };
  const goesOn = (session: string, isUsed: boolean): Promise<boolean> => store.goesOn(session, clock.now(), isUsed);

  return {
    start: () => store.endOthers(),
    async enter(given, visitor) {
      const ms = throttle.waitMs(visitor);
      if (ms > 0) return { kind: "wait", ms };
      if (!timingSafeEqual(digest(given), digest(password))) {
        throttle.wrong(visitor);
        log.warn({ network: visitor.network }, "a wrong password at the Console");
        return { kind: "wrong" };
      }
      throttle.right(visitor);
      const session = tokens.make("session");
      try {
        await store.begin(tokens.idOf("session", session) ?? "", clock.now());
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) return { kind: "away" };
        throw error;
      }
      log.info({ network: visitor.network }, "a log-in at the Console");
      return { kind: "in", session, device: tokens.make("device") };
    },
    sessionOf: (token) => tokens.idOf("session", token),
    deviceOf: (token) => tokens.idOf("device", token),
    goesOn,
    async leave(session) {
      await store.end(session);
      endWork(session);
    },
    async leaveEverywhere() {
      await store.endAll();
      endWork();
    },
    async during(session, work) {
      const ended = new AbortController();
      const done = new AbortController();
      running.set(ended, session);
      const either = AbortSignal.any([done.signal, ended.signal]);
      // Check immediately, because the session may have ended after the request was admitted.
      const look = async (): Promise<void> => {
        while (!either.aborted) {
          // While the database is unavailable, no session can be ended, and the stream shows nothing new.
          if (!(await goesOn(session, false).catch(() => true))) ended.abort(new Error("the session ended"));
          await clock.sleep(CONSOLE_SESSION_LOOK_MS, either);
        }
      };
      const looking = look().catch(() => {});
      try {
        await work(ended.signal);
      } finally {
        done.abort(new Error("done"));
        running.delete(ended);
        await looking;
      }
    },
  };
}

/** Hashed so that both have the same length, for a constant-time comparison. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
