import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { Credentials } from "./credentials.ts";
import type { ConfiguredKeyring } from "./enter-keys.ts";
import type { KeyStore } from "./key-store.ts";

/** How often to look for keys that no job needs any more or whose rest is over. Neither is urgent. */
const KEY_UPKEEP_MS = 60_000;

/**
 * Wipes the secrets of removed keys that no job needs any more, ends rests, and enters the configured keys for organisations that
 * lack them. Any number of processes may run it.
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
      log.warn({ err: error }, "key maintenance failed; trying again");
    }
  };
  return {
    /** Runs periodically until the signal is aborted. */
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
