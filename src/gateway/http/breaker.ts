import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";

/**
 * This many time-outs among the last calls to the main address move new creates and all reads to the alternate address.
 */
const BREAKER_TIMEOUTS = 3;
/** How many of the last calls count. A rate per minute would miss a single job's time-outs, because each takes 30 s. */
const BREAKER_CALLS = 5;
/** Calls that ended longer ago than this no longer count. */
export const BREAKER_MEMORY_MS = 5 * 60_000;
/** How long the alternate address is used before one read tries the main one again. */
export const BREAKER_ALTERNATE_MS = 2 * 60_000;

/** How a call to one of the two addresses ended. `failed`: no usable answer, but no time-out either. */
export type Verdict = "answered" | "timed_out" | "failed" | "stopped";

/** A call in progress, and the address that it must use. */
export interface BreakerCall {
  readonly address: string;
  /** Must be called when the call is over; later calls have no effect. */
  ended(verdict: Verdict): void;
}

/**
 * Chooses between a service's two addresses (`docs/gateway.md#images-alternate-address`). The rules:
 * - 3 time-outs among the last 5 calls to the main address, none older than 5 minutes, move all new creates and all
 *   reads to the alternate address. A connection that could not be opened counts as a time-out.
 * - After 2 minutes there, one read tries the main address. If it answers, everything moves back. If it does not, the
 *   alternate address is used for 2 more minutes.
 * - If no read tries it for another 2 minutes, the main address is used again without a test. Otherwise, a dead
 *   alternate address would prevent creates, and without new jobs no read would ever try the main address.
 * - A create uses the address that is stored with it, and reports how it ended there.
 */
export interface AddressBreaker {
  /** The address for new creates. */
  current(): string;
  /**
   * Begins a read of something that was created at `address`: one of the two, or any other address, which is used
   * unchanged.
   */
  read(address: string): BreakerCall;
  /** Begins a create at exactly this address. */
  create(address: string): BreakerCall;
}

export interface AddressBreakerOptions {
  readonly main: string;
  readonly alternate: string;
  /** Whether the main address did not answer just now but the alternate one did. */
  readonly startsAtAlternate?: boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Either at the main address with its last calls, or at the alternate one until it is time to try the main one. */
type State =
  | { readonly at: "main"; calls: readonly { readonly endedAt: number; readonly timedOut: boolean }[] }
  | { readonly at: "alternate"; until: number; trying: boolean };

/** Creates a breaker. It counts this process's calls only. */
export function createAddressBreaker(options: AddressBreakerOptions): AddressBreaker {
  const { main, alternate, clock, log } = options;
  let state: State = { at: "main", calls: [] };
  if (options.startsAtAlternate) toAlternate();

  function toMain(why: string): void {
    state = { at: "main", calls: [] };
    log.info({ address: main, why }, "gateway: back at the main address");
  }

  function toAlternate(): void {
    state = { at: "alternate", until: clock.elapsed() + BREAKER_ALTERNATE_MS, trying: false };
    log.warn({ address: alternate }, "gateway: the main address does not answer in time, so the alternate one is used");
  }

  /** Goes back to the main address if no read has tried it for too long. */
  function forget(): void {
    if (state.at === "main" || state.trying || clock.elapsed() < state.until + BREAKER_ALTERNATE_MS) return;
    toMain("no read has tried it");
  }

  function count(address: string, verdict: Verdict): void {
    // While the alternate address is used, only a trial counts for the main one. Calls to the alternate address never count.
    if (state.at !== "main" || address !== main || verdict === "stopped") return;
    const now = clock.elapsed();
    const calls = [...state.calls, { endedAt: now, timedOut: verdict === "timed_out" }]
      .filter(({ endedAt }) => now - endedAt <= BREAKER_MEMORY_MS)
      .slice(-BREAKER_CALLS);
    state = { at: "main", calls };
    if (calls.filter(({ timedOut }) => timedOut).length >= BREAKER_TIMEOUTS) toAlternate();
  }

  function tryMain(tried: Extract<State, { at: "alternate" }>): BreakerCall {
    tried.trying = true;
    return beginCall(main, (verdict) => {
      tried.trying = false;
      if (verdict === "answered") toMain("it answers");
      // A stopped call is no evidence, so the next read tries again.
      else if (verdict !== "stopped") tried.until = clock.elapsed() + BREAKER_ALTERNATE_MS;
    });
  }

  return {
    current() {
      forget();
      return state.at === "main" ? main : alternate;
    },
    read(address) {
      if (address !== main && address !== alternate) return beginCall(address, () => undefined);
      if (state.at === "alternate") {
        if (!state.trying && clock.elapsed() >= state.until) return tryMain(state);
        return beginCall(alternate, () => undefined);
      }
      return beginCall(main, (verdict) => count(main, verdict));
    },
    create: (address) => beginCall(address, (verdict) => count(address, verdict)),
  };
}

function beginCall(address: string, onEnd: (verdict: Verdict) => void): BreakerCall {
  let over = false;
  return {
    address,
    ended(verdict) {
      if (over) return;
      over = true;
      onEnd(verdict);
    },
  };
}
