import type { Service } from "../../src/core/job/job.ts";

/** The platforms that a soak runs on. */
export type SoakPlatformName = "discord" | "slack" | "console";

/** A person's request. */
export interface Wanted {
  readonly service: Service;
  /** No other request has it. */
  readonly prompt: string;
  /** The number of pictures; 1 for a clip. */
  readonly count: number;
}

/** A request that a person made, and how it was answered. */
export interface Asked extends Wanted {
  readonly platform: SoakPlatformName;
  /** Milliseconds since the run began. */
  readonly at: number;
  /** Milliseconds until the acknowledgement; undefined if none came in time. */
  readonly ackMs: number | undefined;
}

/** What is known about a request in the end. */
export interface Found {
  /** How many requests Easel has stored for it. */
  readonly batches: number;
  /** Pictures or clips that people see in the channel. */
  readonly shown: number;
  /** Whether a crash interrupted a clip's create. Easel never sends it again, and reports that its outcome is unknown. */
  readonly isUncertain: boolean;
  /** Whether the person got any answer about it. */
  readonly told: boolean;
}

/** The outcome of all requests. All from `lost` on must be 0. */
export interface Sums {
  readonly asked: number;
  readonly acknowledged: number;
  readonly accepted: number;
  /** Acknowledged with the answer that nothing was done. */
  readonly refused: number;
  readonly pictures: number;
  readonly clips: number;
  /** Clips whose outcome is unknown, as reported to people. */
  readonly uncertain: number;
  readonly lost: number;
  readonly doubled: number;
  /** Acknowledged, and nothing was done or said. */
  readonly silent: number;
  /** The problems, one line each. */
  readonly wrong: readonly string[];
}

/** Judges each request by the facts that were found about it. */
export function sumUp(asked: readonly Asked[], find: (asked: Asked) => Found): Sums {
  const sums = {
    acknowledged: 0,
    accepted: 0,
    refused: 0,
    pictures: 0,
    clips: 0,
    uncertain: 0,
    lost: 0,
    doubled: 0,
    silent: 0,
  };
  const wrong: string[] = [];
  for (const one of asked) {
    const { batches, shown, isUncertain, told } = find(one);
    const where = `${one.platform}, “${one.prompt}”`;
    if (one.service === "image") sums.pictures += shown;
    else sums.clips += shown;
    if (one.ackMs !== undefined) sums.acknowledged += 1;
    if (batches > 0) sums.accepted += 1;
    if (batches > 1 || shown > one.count) {
      sums.doubled += 1;
      wrong.push(`doubled: ${where} was stored ${batches} times and shows ${shown} of ${one.count}`);
    } else if (batches > 0 && shown < one.count && one.service === "video" && isUncertain) {
      sums.uncertain += 1;
    } else if (batches > 0 && shown < one.count) {
      sums.lost += 1;
      wrong.push(`lost: ${where} shows ${shown} of ${one.count}`);
    } else if (batches === 0 && one.ackMs !== undefined) {
      if (told) sums.refused += 1;
      else {
        sums.silent += 1;
        wrong.push(`silent: ${where} was acknowledged, and then nothing was done or said`);
      }
    }
  }
  return { asked: asked.length, ...sums, wrong };
}
