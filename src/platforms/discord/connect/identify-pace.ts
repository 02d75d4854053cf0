import { backoff } from "../../../lib/backoff.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";

/** A shard that identifies again sooner counts as one whose sessions end early. */
const DISCORD_EARLY_MS = 10 * 60_000;
/** How many sessions in a row may begin without a rest. */
const DISCORD_PROMPTLY = 3;
/** The first and the longest rest. The longest ones allow about 500 sessions a day. */
const DISCORD_REST_MS = 5_000;
const DISCORD_REST_CAP_MS = 4 * 60_000;

/**
 * Spaces the sessions of this process. Discord resets the token of a bot that identifies more than 1,000 times a day, and discord.js
 * identifies again every five seconds while sessions end early.
 */
export interface IdentifyPace {
  /** Waits until the shard may identify, and counts it. Rejects with the signal's reason. */
  turn(shard: number, signal: AbortSignal): Promise<void>;
  /** Waits until all shards may identify. */
  rested(signal: AbortSignal): Promise<void>;
}

export function createIdentifyPace(clock: Clock, random: () => number, log: Pick<Logger, "warn">): IdentifyPace {
  /** When each shard last identified, how many early ends preceded that, and when it may identify again. */
  const shards = new Map<number, { readonly at: number; readonly inRow: number; readonly until: number }>();

  async function until(time: () => number, signal: AbortSignal): Promise<void> {
    const seconds = Math.ceil((time() - clock.elapsed()) / 1_000);
    if (seconds > 0) log.warn({ seconds }, "Discord sessions end early: waiting before the next one");
    for (let restMs = time() - clock.elapsed(); restMs > 0; restMs = time() - clock.elapsed()) {
      await clock.sleep(restMs, signal);
    }
  }

  return {
    async turn(shard, signal) {
      await until(() => shards.get(shard)?.until ?? 0, signal);
      const at = clock.elapsed();
      const former = shards.get(shard);
      const inRow = former !== undefined && at - former.at < DISCORD_EARLY_MS ? former.inRow + 1 : 1;
      const rests = inRow - DISCORD_PROMPTLY;
      const restMs = rests < 0 ? 0 : backoff(rests, DISCORD_REST_MS, DISCORD_REST_CAP_MS, random);
      shards.set(shard, { at, inRow, until: at + restMs });
    },
    rested: (signal) => until(() => Math.max(0, ...[...shards.values()].map((shard) => shard.until)), signal),
  };
}
