import type { Machine } from "../bench/harness/machine.ts";
import { quantile } from "../bench/harness/statistics.ts";
import type { OwnTime, TableSize } from "./database.ts";
import type { Figure } from "./drift.ts";
import type { NamedDrift, Stops } from "./fleet.ts";
import type { LogCount } from "./log-tally.ts";
import type { SoakOptions } from "./options.ts";
import type { Asked, Sums } from "./sums.ts";
import { isTroubled, type Troubled } from "./troubled.ts";

/** The findings of a run. */
export interface SoakResult {
  readonly options: SoakOptions;
  readonly machine: Machine;
  /** The load averages of the minute before the run and of its last minute. */
  readonly load: { readonly before: number; readonly after: number };
  readonly sums: Sums;
  /**
   * Requests that were never closed; notices that are still shown; pictures and clips at the gateway that Easel does not know, without
   * the clips whose outcome it has reported as unknown.
   */
  readonly left: { readonly open: number; readonly notices: number; readonly unknown: number };
  readonly acknowledgements: readonly Acknowledgements[];
  readonly own: readonly OwnRow[];
  readonly kills: number;
  readonly stops: Stops;
  readonly troubled: readonly Troubled[];
  /** The heap in use after a collection. Undefined if the run was too short to tell. */
  readonly drifts: Readonly<Record<Figure, readonly NamedDrift[]>> | undefined;
  /** At the beginning of the measured time and at the end. */
  readonly tables: { readonly before: readonly TableSize[]; readonly after: readonly TableSize[] };
  readonly log: { readonly counts: readonly LogCount[]; readonly leaks: number };
  /** The 99th percentile of the delay of the measuring process itself, in milliseconds. */
  readonly lateMs: number;
}

/** Milliseconds until requests were acknowledged. */
export interface Acknowledgements {
  readonly platform: string;
  /** Whether a restart was in progress or had just ended. */
  readonly troubled: boolean;
  readonly asked: number;
  /** Not acknowledged in time. */
  readonly missing: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

/** Milliseconds from acceptance until the result was posted, without the gateway's time. */
export interface OwnRow {
  readonly platform: string;
  readonly results: number;
  readonly p50: number;
  readonly p99: number;
  /** The part of that spent waiting for a slot of the gateway's key. */
  readonly waitedP50: number;
  readonly waitedP99: number;
}

export function acknowledgementsOf(asked: readonly Asked[], times: readonly Troubled[]): Acknowledgements[] {
  const groups = Map.groupBy(asked, ({ platform, at }) => `${platform} ${isTroubled(at, times)}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const taken = group.flatMap(({ ackMs }) => ackMs ?? []);
    if (!first) return [];
    const at = (share: number): number => (taken.length === 0 ? Number.NaN : quantile(taken, share));
    return [
      {
        platform: first.platform,
        troubled: isTroubled(first.at, times),
        asked: group.length,
        missing: group.length - taken.length,
        p50: at(0.5),
        p99: at(0.99),
        most: at(1),
      },
    ];
  });
}

export function ownRows(times: readonly OwnTime[]): OwnRow[] {
  return [...Map.groupBy(times, ({ platform }) => platform)].map(([platform, group]) => {
    const [own, waited] = [group.map(({ ownMs }) => ownMs), group.map(({ waitedMs }) => waitedMs)];
    return {
      platform,
      results: group.length,
      p50: quantile(own, 0.5),
      p99: quantile(own, 0.99),
      waitedP50: quantile(waited, 0.5),
      waitedP99: quantile(waited, 0.99),
    };
  });
}
