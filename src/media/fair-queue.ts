import type { Membership } from "../core/account/membership.ts";
import { abortReason } from "../lib/clock.ts";

/** The member for whom a turn is taken. */
export type TurnOf = Pick<Membership, "organisationId" | "accountId">;

/** Easel's own work, which is for no particular member, counts as one more member. */
export const OWN_TURN: TurnOf = { organisationId: "", accountId: "" };

/**
 * Gives turns to a limited number of callers. When a turn ends, the next one goes to the least recently served organisation, and
 * there to the least recently served member. A member who has a turn gets another only if no member without one is waiting. A
 * member's own callers are served in order.
 */
export interface FairQueue {
  /** Resolves with a function that ends the turn, to be called once; rejects with the signal's reason while waiting. */
  take(of: TurnOf, signal: AbortSignal): Promise<() => void>;
}

interface Waiting extends TurnOf {
  readonly begin: () => void;
}

/** @param each how many turns one member may have at the same time, even if others are free */
export function createFairQueue(atOnce: number, each: number = atOnce): FairQueue {
  const waiting: Waiting[] = [];
  const current: TurnOf[] = [];
  // The number of each one's latest turn, kept while callers are waiting.
  const organisations = new Map<string, number>();
  const accounts = new Map<string, number>();
  let turns = 0;

  const begin = (of: TurnOf): void => {
    current.push(of);
    turns += 1;
    organisations.set(of.organisationId, turns);
    accounts.set(of.accountId, turns);
  };
  /** Lower comes first. */
  const rank = ({ organisationId, accountId }: TurnOf): readonly number[] => [
    current.filter((one) => one.accountId === accountId).length,
    organisations.get(organisationId) ?? 0,
    accounts.get(accountId) ?? 0,
  ];
  const mayBegin = ({ accountId }: TurnOf): boolean =>
    current.length < atOnce && current.filter((one) => one.accountId === accountId).length < each;
  const end = (of: TurnOf): void => {
    current.splice(current.indexOf(of), 1);
    const [next] = waiting.filter(mayBegin).toSorted((one, other) => compare(rank(one), rank(other)));
    if (next) {
      waiting.splice(waiting.indexOf(next), 1);
      begin(next);
      next.begin();
    } else if (waiting.length === 0) {
      organisations.clear();
      accounts.clear();
    }
  };

  return {
    async take({ organisationId, accountId }, signal) {
      signal.throwIfAborted();
      const mine = { organisationId, accountId };
      if (mayBegin(mine)) {
        begin(mine);
        return () => end(mine);
      }
      return new Promise<() => void>((resolve, reject) => {
        const place: Waiting = {
          ...mine,
          begin() {
            signal.removeEventListener("abort", onAbort);
            resolve(() => end(place));
          },
        };
        const onAbort = (): void => {
          waiting.splice(waiting.indexOf(place), 1);
          reject(abortReason(signal));
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.push(place);
      });
    },
  };
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}
