import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { Credentials } from "./credentials.ts";
import type { ConfiguredKeyring } from "./enter-keys.ts";
import type { KeyStore } from "./key-store.ts";

/** How often keys are looked for that no job needs any more, or that have rested long enough. Either may wait. */
const KEY_UPKEEP_MS = 60_000;

/**
 * Forgets the secrets of removed keys once no job needs them, notes which keys have rested long enough, and enters the
 * configuration's keys for organisations that lack them. Any number of processes may run it.
 */
export function createKeyUpkeep(context: {
  readonly credentials: Pick<Credentials, "wipeRemoved">;
  readonly keys: Pick<KeyStore, "endRests">;
  readonly configuredKeys: Pick<ConfiguredKeyring, "enterForNew">;
  readonly clock: Clock;
  readonly log: Logger;
}) {
  const { credentials, keys, configuredKeys, clock, log } = context;
  const attempt = async (act: () => Promise<void>, signal: AbortSignal): Promise<void> => {
    try {
      await act();
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error }, "keys will be looked at again");
    }
  };
  return {
    /** Looks now and then until the signal is aborted. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await attempt(() => credentials.wipeRemoved(), signal);
        await attempt(() => keys.endRests(), signal);
        await attempt(() => configuredKeys.enterForNew(), signal);
        await clock.sleep(KEY_UPKEEP_MS, signal);
      }
    },
  };
}
