import type { Clock } from "../clock.ts";
import { WIPE_KEYS_MS } from "../limits.ts";
import type { Logger } from "../log.ts";
import type { Credentials } from "./credentials.ts";

/** Forgets the secrets of removed keys once no job needs them any more. Any number of processes may. */
export function createWiping(context: {
  readonly credentials: Pick<Credentials, "wipeRemoved">;
  readonly clock: Clock;
  readonly log: Logger;
}) {
  const { credentials, clock, log } = context;
  return {
    /** Looks now and then until the signal is aborted. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          await credentials.wipeRemoved();
        } catch (error) {
          signal.throwIfAborted();
          log.warn({ err: error }, "removed keys will be looked at again");
        }
        await clock.sleep(WIPE_KEYS_MS, signal);
      }
    },
  };
}
