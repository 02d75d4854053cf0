import { setTimeout as sleep } from "node:timers/promises";
import type { RestartingPostgres } from "../support/process/restarting-postgres.ts";
import type { Fleet } from "./fleet.ts";
import type { Troubled } from "./troubled.ts";

/** Two workers a minute. */
const KILL_MS = 30_000;
/** When the restarts begin, as shares of the run. They come early, so that the rest is measured undisturbed. */
const ROLLING_AT = 0.1;
const DATABASE_AT = 0.25;
const DATABASE_DOWN_MS = 2_000;

export interface TroublesGiven {
  readonly fleet: Fleet;
  readonly server: RestartingPostgres;
  readonly elapsed: () => number;
  readonly runMs: number;
  readonly over: AbortSignal;
  readonly say: (text: string) => void;
}

/** Kills workers and restarts everything once, until `over` aborts. Resolves with the times of the restarts. */
export async function troubles({ fleet, server, elapsed, runMs, over, say }: TroublesGiven): Promise<Troubled[]> {
  const times: Troubled[] = [];
  const during = async (what: Troubled["what"], atShare: number, act: () => Promise<void>): Promise<void> => {
    if (!(await passed(atShare * runMs, over))) return;
    const from = elapsed();
    say(`${what} begins`);
    await act();
    times.push({ what, from, to: elapsed() });
    say(`${what} took ${((elapsed() - from) / 1_000).toFixed(1)} s`);
  };
  const killing = async (): Promise<void> => {
    const killed: Promise<void>[] = [];
    while (await passed(KILL_MS, over)) {
      // The next kill does not wait until this worker's replacement is ready.
      const one = fleet.killNext();
      one.catch(() => {});
      killed.push(one);
    }
    await Promise.all(killed);
  };
  const restarting = async (): Promise<void> => {
    await during("rolling restart", ROLLING_AT, () => fleet.roll());
    const left = Math.max(0, DATABASE_AT * runMs - elapsed()) / runMs;
    await during("database restart", left, () => server.restart("fast", DATABASE_DOWN_MS));
  };
  await Promise.all([killing(), restarting()]);
  return times;
}

/** Waits; returns false if the run ended first. */
async function passed(ms: number, over: AbortSignal): Promise<boolean> {
  await sleep(ms, undefined, { signal: over }).catch(() => {});
  return !over.aborted;
}
