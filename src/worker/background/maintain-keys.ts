import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { repeat } from "../../lib/repeat.ts";
import type { Credentials } from "../../core/account/keys/credentials.ts";
import type { ConfiguredKeyring } from "../../core/account/keys/enter-keys.ts";
import type { KeyStore } from "../../core/account/keys/key-store.ts";

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
  const onError = (error: unknown): void => log.warn({ err: error }, "key maintenance failed; trying again");
  /** A part that fails doesn't hold up the next one. */
  const attempt = async (part: () => Promise<void>, signal: AbortSignal): Promise<void> =>
    part().catch((error: unknown) => {
      signal.throwIfAborted();
      onError(error);
    });
  return {
    /** Runs periodically until the signal is aborted. */
    run: (signal: AbortSignal): Promise<void> =>
      repeat(
        async () => {
          await attempt(() => credentials.wipeRemoved(), signal);
          await attempt(() => keys.endRests(), signal);
          await attempt(() => configuredKeys.enterForNew(), signal);
        },
        { pauseMs: KEY_UPKEEP_MS, clock, onError },
        signal,
      ),
  };
}
