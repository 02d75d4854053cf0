import type { Clock } from "./clock.ts";
import { GIVE_WAY_MS } from "./limits.ts";

/**
 * Lets what somebody waits for go before what nobody does. Files of a hundred megabytes pass through the process that answers
 * people, and on a small machine through the same two processors as its database: an answer of some milliseconds takes half as
 * long again while they do.
 */
export interface RightOfWay {
  /** Somebody waits, until the function that comes back is called. To call it again does nothing. */
  take(): () => void;
  /**
   * Asked before each piece of a file. Resolves when nobody waits, or after `GIVE_WAY_MS`, so that files get through however
   * many ask and however long one answer takes. Undefined when nobody does.
   */
  give(): Promise<void> | undefined;
}

export function createRightOfWay(clock: Clock): RightOfWay {
  let waiting = 0;
  const held = new Set<() => void>();
  return {
    take() {
      let waits = true;
      waiting++;
      return () => {
        if (!waits) return;
        waits = false;
        if (--waiting === 0) for (const goOn of held) goOn();
      };
    },
    give() {
      if (waiting === 0) return undefined;
      return new Promise((resolve) => {
        const goOn = (): void => {
          forget();
          held.delete(goOn);
          resolve();
        };
        const forget = clock.after(GIVE_WAY_MS, goOn);
        held.add(goOn);
      });
    },
  };
}
