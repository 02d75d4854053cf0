import type { Clock } from "../../../lib/clock.ts";
import { NETWORKS_REMEMBERED } from "../../../lib/limits.ts";

/** Wrong passwords without a wait for one network, or for one browser in which someone has logged in before. */
const CONSOLE_LOGIN_TRIES = 5;
/** The longest wait after that. Waits start at one second and double. */
const CONSOLE_LOGIN_WAIT_MS = 60_000;
/**
 * The same two limits, shared by all browsers in which nobody has logged in before. They allow fewer than 100 guesses an hour
 * (OWASP ASVS 4.0.3, 2.2.1).
 */
const CONSOLE_LOGIN_TRIES_IN_ALL = 15;
const CONSOLE_LOGIN_WAIT_IN_ALL_MS = 45_000;
/** The count of wrong passwords is reset if none follows within this time. */
const CONSOLE_LOGIN_FORGET_MS = 15 * 60_000;

/** Someone who tries a password. */
export interface Visitor {
  /** The result of `networkOf`. */
  readonly network: string;
  /** The browser, if someone has logged in with it before. */
  readonly device: string | undefined;
}

/** Slows down password guessing. People who are logged in are not affected. */
export interface LoginThrottle {
  /** Milliseconds until this visitor may try a password. 0 means now. */
  waitMs(visitor: Visitor): number;
  wrong(visitor: Visitor): void;
  right(visitor: Visitor): void;
}

interface Count {
  readonly wrong: number;
  readonly at: number;
}

/** The number of wrong passwords without a wait, and the longest wait after more of them. */
interface Patience {
  readonly free: number;
  readonly capMs: number;
}

const FIRST_WAIT_MS = 1_000;
const OF_ONE: Patience = { free: CONSOLE_LOGIN_TRIES, capMs: CONSOLE_LOGIN_WAIT_MS };
const OF_ALL: Patience = { free: CONSOLE_LOGIN_TRIES_IN_ALL, capMs: CONSOLE_LOGIN_WAIT_IN_ALL_MS };
const ALL = "all";

/**
 * Counts wrong passwords per network and for the whole Console. A browser in which someone has logged in before is
 * counted only by itself, so that guessing strangers can't lock out its people. Waits double from one second to one
 * minute at most, and expire by themselves.
 */
export function createLoginThrottle(clock: Clock): LoginThrottle {
  const counts = new Map<string, Count>();

  const countOf = (key: string): Count | undefined => {
    const count = counts.get(key);
    if (count && clock.elapsed() - count.at < CONSOLE_LOGIN_FORGET_MS) return count;
    counts.delete(key);
    return undefined;
  };
  const waitOf = (key: string, { free, capMs }: Patience): number => {
    const count = countOf(key);
    if (!count || count.wrong < free) return 0;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (count.wrong - free), capMs);
    return Math.max(0, count.at + wait - clock.elapsed());
  };
  const add = (key: string): void => {
    const wrong = (countOf(key)?.wrong ?? 0) + 1;
    // Moves the entry to the end, so that the oldest failures are dropped first.
    counts.delete(key);
    counts.set(key, { wrong, at: clock.elapsed() });
    const [oldest] = counts.keys();
    if (counts.size > NETWORKS_REMEMBERED && oldest !== undefined) counts.delete(oldest);
  };

  return {
    waitMs({ network, device }) {
      if (device !== undefined) return waitOf(deviceKey(device), OF_ONE);
      return Math.max(waitOf(networkKey(network), OF_ONE), waitOf(ALL, OF_ALL));
    },
    wrong({ network, device }) {
      if (device !== undefined) return add(deviceKey(device));
      add(networkKey(network));
      add(ALL);
    },
    right({ network, device }) {
      counts.delete(device === undefined ? networkKey(network) : deviceKey(device));
    },
  };
}

function networkKey(network: string): string {
  return `network ${network}`;
}

function deviceKey(device: string): string {
  return `device ${device}`;
}
