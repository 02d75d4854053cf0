import { sleepOn } from "../../../src/lib/clock.ts";
import { createManualClock, type ManualClock } from "../manual-clock.ts";

/** A manual clock that can advance to the next wake-up, so that a test can step through hours. */
export interface SteppedClock extends ManualClock {
  /** Every requested sleep in milliseconds, in order. */
  readonly sleeps: readonly number[];
  /** Runs everything that needs no time, then advances to the next wake-up. False if there are no sleepers. */
  step(): Promise<boolean>;
  /** Steps until the work is settled; fails when nothing can wake it or after `maxSteps`. */
  finish<T>(work: Promise<T>, maxSteps?: number): Promise<T>;
  /** Steps until the condition holds; fails like `finish`. */
  until(condition: () => boolean, maxSteps?: number): Promise<void>;
  /** Advances the time, waking sleepers in order and letting them run. */
  pass(ms: number): Promise<void>;
}

/** Resolves when all pending promise jobs have run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

export function createSteppedClock(startMs?: number): SteppedClock {
  const clock = createManualClock(startMs);
  const wakeUps = new Set<{ readonly at: number }>();
  const sleeps: number[] = [];
  const nextAt = (): number | undefined =>
    wakeUps.size === 0 ? undefined : Math.min(...[...wakeUps].map((wakeUp) => wakeUp.at));

  function after(ms: number, act: () => void): () => void {
    sleeps.push(ms);
    const wakeUp = { at: clock.elapsed() + ms };
    wakeUps.add(wakeUp);
    const forget = clock.after(ms, () => {
      wakeUps.delete(wakeUp);
      act();
    });
    return () => {
      wakeUps.delete(wakeUp);
      forget();
    };
  }

  async function step(): Promise<boolean> {
    await settled();
    const at = nextAt();
    if (at === undefined) return false;
    clock.advance(Math.max(0, at - clock.elapsed()));
    await settled();
    return true;
  }

  async function until(condition: () => boolean, maxSteps = 2_000): Promise<void> {
    await settled();
    for (let steps = 0; !condition(); steps++) {
      if (steps >= maxSteps) throw new Error(`the condition does not hold after ${maxSteps} wake-ups`);
      if (!(await step())) throw new Error("nobody is asleep, and the condition does not hold");
    }
  }

  return {
    now: clock.now,
    elapsed: clock.elapsed,
    advance: clock.advance,
    setWrong: clock.setWrong,
    sleepers: clock.sleepers,
    sleeps,
    sleep: sleepOn(after),
    after,
    step,
    until,
    async finish(work, maxSteps) {
      let ended = false;
      const watched = work.finally(() => (ended = true));
      watched.catch(() => {});
      await until(() => ended, maxSteps);
      return watched;
    },
    async pass(ms) {
      const end = clock.elapsed() + ms;
      await settled();
      for (let at = nextAt(); at !== undefined && at <= end; at = nextAt()) {
        clock.advance(Math.max(0, at - clock.elapsed()));
        await settled();
      }
      clock.advance(end - clock.elapsed());
      await settled();
    },
  };
}
