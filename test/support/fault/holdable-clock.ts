import { sleepOn, type Clock } from "../../../src/lib/clock.ts";

/** A clock whose timers can be held, so that everything else can run first. */
export interface HoldableClock extends Clock {
  /** Stops timers from firing. */
  hold(): void;
  /** Fires the timers that have become due meanwhile, and lets later ones fire normally. */
  release(): void;
}

export function holdableClock(clock: Clock): HoldableClock {
  let isHeld = false;
  const due = new Set<() => void>();
  const after: Clock["after"] = (ms, act) => {
    const fire = (): void => void (isHeld ? due.add(act) : act());
    const forget = clock.after(ms, fire);
    return () => {
      forget();
      due.delete(act);
    };
  };
  return {
    now: () => clock.now(),
    elapsed: () => clock.elapsed(),
    after,
    sleep: sleepOn(after),
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const act of due) act();
      due.clear();
    },
  };
}
