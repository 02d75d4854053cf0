import { EaselError } from "../../lib/errors.ts";
import type { StoredMedia } from "./media-store.ts";

/**
 * The port to what is known of the contents of the media store: when each was last needed. Whoever needs a content says so
 * here first; the sweeper takes only what nobody has needed for long, and marks it here before it touches the store. So a
 * content is either needed or on its way out, never both. Rejects with `DatabaseUnavailableError` when it can't tell.
 */
export interface MediaLedger {
  /**
   * Called by a store when a content has come in whole, before anybody can see it there: it is needed from now on. Rejects with
   * a `MediaBusyError` while an old copy of it is being removed.
   */
  claim(media: StoredMedia): Promise<void>;
  /** These contents are needed from now on. Returns those that are not kept any more. */
  use(hashes: readonly string[]): Promise<readonly string[]>;
}

/** The port for the sweeper. */
export interface SweepLedger {
  /** Whether this worker is the one that sweeps; it is from now on where nobody else does. */
  holdSweep(workerId: string): Promise<boolean>;
  /**
   * Marks contents that nobody has needed since `before` (milliseconds since the Unix epoch) and that no open batch refers to,
   * and returns them with those that were marked before; at most `limit`. Nothing while another worker sweeps.
   */
  doom(workerId: string, before: number, limit: number): Promise<readonly string[]>;
  /** These marked contents are out of the store. */
  forget(hashes: readonly string[]): Promise<void>;
}

/** The same content is just being removed; it can be kept again in a moment. */
export class MediaBusyError extends EaselError {
  constructor() {
    super("media_busy", "an old copy of the content is just being removed", { retryable: true });
  }
}
