import { setTimeout as sleep } from "node:timers/promises";
import type { SoakPlatform } from "./people/soak-platform.ts";
import type { Asked } from "./sums.ts";

/** How often a channel asks on average. */
const CHANNEL_MS = 90_000;
/** With few channels, each asks more often, so that a short run has something to count. */
const SLOWEST_MS = 2_000;
/** Each minute, a fifth of the channels ask at the same time. */
const BURST_MS = 60_000;
const BURST_SHARE = 5;
/** Every tenth request is for several pictures. */
const SEVERAL_EVERY = 10;
const SEVERAL = 4;
/** Every twentieth request is for a clip, and never one of those for several pictures. */
const CLIP_EVERY = 20;
const FIRST_CLIP = 7;

/** One channel of one platform. */
interface Channel {
  readonly platform: SoakPlatform;
  readonly index: number;
}

/**
 * Lets people ask until `over` aborts: steadily in turn, and in a burst each minute. Resolves with all requests once each has
 * been acknowledged or given up. `elapsed`: milliseconds since the run began.
 */
export async function load(
  platforms: readonly SoakPlatform[],
  elapsed: () => number,
  over: AbortSignal,
): Promise<Asked[]> {
  const channels = inTurns(platforms);
  const asked: Asked[] = [];
  const under: Promise<void>[] = [];
  let number = 0;
  const ask = async ({ platform, index }: Channel): Promise<void> => {
    number += 1;
    const wanted = {
      service: number % CLIP_EVERY === FIRST_CLIP ? "video" : "image",
      prompt: `a lighthouse at dusk, number ${number}`,
      count: number % SEVERAL_EVERY === 0 ? SEVERAL : 1,
    } as const;
    const at = elapsed();
    const ackMs = await platform.ask(index, wanted);
    asked.push({ platform: platform.name, ...wanted, at, ackMs });
  };
  const pauseMs = Math.min(SLOWEST_MS, CHANNEL_MS / channels.length);
  const began = elapsed();
  let bursts = 0;
  for (let step = 1; !over.aborted; step++) {
    const next = channels[step % channels.length];
    if (next) under.push(ask(next));
    if (elapsed() - began >= (bursts + 0.5) * BURST_MS) {
      bursts += 1;
      const offset = bursts % BURST_SHARE;
      under.push(...channels.filter((_, index) => index % BURST_SHARE === offset).map(ask));
    }
    await sleep(Math.max(0, began + step * pauseMs - elapsed()), undefined, { signal: over }).catch(() => {});
  }
  await Promise.all(under);
  return asked;
}

/** All channels, alternating between the platforms. */
function inTurns(platforms: readonly SoakPlatform[]): Channel[] {
  const all = platforms.flatMap((platform) =>
    Array.from({ length: platform.channels }, (_, index) => ({ platform, index })),
  );
  return all.toSorted((one, other) => one.index - other.index);
}
