import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";

/** So many time-outs among the last calls to the main address move new creates and all reads to the alternate one. */
const BREAKER_TIMEOUTS = 3;
/** These last calls. One that times out takes 30 s, so counting within a minute would overlook a single job's. */
const BREAKER_CALLS = 5;
/** Calls that ended longer ago than this say nothing of now. */
export const BREAKER_MEMORY_MS = 5 * 60_000;
/** So long the alternate address is used before one read tries the main one again. */
export const BREAKER_ALTERNATE_MS = 2 * 60_000;

/** How a call to one of two addresses ended. `failed`: without a usable answer, but not for want of time. */
export type Verdict = "answered" | "timed_out" | "failed" | "stopped";

/** A call under way, and the address that it must use. */
export interface BreakerCall {
  readonly address: string;
  /** Must be called when the call is over; further times count for nothing. */
  ended(verdict: Verdict): void;
}

/**
 * Chooses between a service's two addresses (`docs/gateway.md#images-alternate-address`). The rule:
 *
 * - 3 time-outs among the last 5 calls to the main address, none older than 5 minutes, move all new creates and all reads to
 *   the alternate one. A connection that could not be made is a time-out as well.
 * - After 2 minutes there, one read tries the main address. When it answers, everything goes back to it; when it does not,
 *   the alternate one is used for 2 more minutes.
 * - Where no read comes to try it for 2 minutes more, the main address is taken again unproven: else, with the alternate one
 *   dead, nothing would ever be created that could be read.
 * - A create stays at the address that is stored with it, and says how it fared there.
 */
export interface AddressBreaker {
  /** For new creates. */
  current(): string;
  /** Begins a read of something that was created at `address`, one of the two or any other, which is left alone. */
  read(address: string): BreakerCall;
  /** Begins a create at exactly this address. */
  create(address: string): BreakerCall;
}

export interface AddressBreakerOptions {
  readonly main: string;
  readonly alternate: string;
  /** True where the main address did not answer a moment ago, and the alternate one did. */
  readonly startsAtAlternate?: boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Where things stand: at the main address with its last calls, or at the alternate one until it is time to try. */
type State =
  | { readonly at: "main"; calls: readonly { readonly endedAt: number; readonly timedOut: boolean }[] }
  | { readonly at: "alternate"; until: number; trying: boolean };

/** Makes a breaker. It knows of this process's calls only. */
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

  /** The main address has been left for so long that it is taken again unproven. */
  function forget(): void {
    if (state.at === "main" || state.trying || clock.elapsed() < state.until + BREAKER_ALTERNATE_MS) return;
    toMain("nothing was read that could have tried it");
  }

  function count(address: string, verdict: Verdict): void {
    // While the alternate one is used only a try speaks of the main one; and from the alternate one there is nowhere to go.
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
      // One that was stopped has shown nothing: the next read tries.
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
