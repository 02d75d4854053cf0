import { createHash, createHmac, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Clock } from "../../../lib/clock.ts";
import {
  CONSOLE_LOGIN_MS,
  CONSOLE_LOGIN_TRIES,
  CONSOLE_LOGIN_TRIES_IN_ALL,
  CONSOLE_LOGIN_WINDOW_MS,
} from "../../../lib/limits.ts";

/** Who may come in, when the Console has a password. */
export interface Login {
  /** The value of a login cookie, or why there is none. */
  enter(password: string, address: string): "wrong" | "too_many" | { readonly cookie: string };
  /** Whether a cookie's value is one of ours and not too old. */
  admits(cookie: string | undefined): boolean;
}

const derive = promisify<string, string, number, Buffer>(scrypt);

/**
 * The key that signs cookies is derived from the password, so that logins outlive a restart and end with the password; the
 * slow derivation makes a stolen cookie useless for guessing.
 */
export async function createLogin(password: string, clock: Clock): Promise<Login> {
  const key = await derive(password, "easel console login", 32);
  const sign = (issued: string): Buffer => createHmac("sha256", key).update(issued).digest();
  const tries = createTries(clock);

  return {
    enter(given, address) {
      if (!tries.allowed(address)) return "too_many";
      if (!timingSafeEqual(digest(given), digest(password))) {
        tries.count(address);
        return "wrong";
      }
      const issued = String(clock.now());
      return { cookie: `${issued}.${sign(issued).toString("base64url")}` };
    },
    admits(cookie) {
      const [issued, signature, ...rest] = (cookie ?? "").split(".");
      if (!issued || !signature || rest.length > 0 || !/^\d{1,15}$/.test(issued)) return false;
      const expected = sign(issued);
      const given = Buffer.from(signature, "base64url");
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      return clock.now() - Number(issued) < CONSOLE_LOGIN_MS;
    },
  };
}

/** Equal lengths for a comparison in constant time. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** Counts wrong passwords per address and in all, in one window at a time, so that it never grows beyond the bound. */
function createTries(clock: Clock): { allowed(address: string): boolean; count(address: string): void } {
  let windowStart = Number.NEGATIVE_INFINITY;
  let total = 0;
  const wrong = new Map<string, number>();
  const roll = (): void => {
    if (clock.elapsed() - windowStart < CONSOLE_LOGIN_WINDOW_MS) return;
    windowStart = clock.elapsed();
    total = 0;
    wrong.clear();
  };
  return {
    allowed(address) {
      roll();
      return total < CONSOLE_LOGIN_TRIES_IN_ALL && (wrong.get(address) ?? 0) < CONSOLE_LOGIN_TRIES;
    },
    count(address) {
      roll();
      total += 1;
      wrong.set(address, (wrong.get(address) ?? 0) + 1);
    },
  };
}
