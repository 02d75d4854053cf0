import { sleepOn, type Clock } from "../../../src/lib/clock.ts";

/** A clock whose timers can be held back: what goes on meanwhile waits for no time. */
export interface HoldableClock extends Clock {
  /** From now on no timer fires. */
  hold(): void;
  /** Fires those that came due meanwhile, and lets all others fire as they come due. */
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
