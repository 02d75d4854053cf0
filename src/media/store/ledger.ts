import { EaselError } from "../../lib/errors.ts";
import type { StoredMedia } from "./media-store.ts";

/**
 * The port to the record of when each content of the media store was last needed. Code that needs a content reports
 * that here first. The sweeper removes only what has not been needed for long, and marks it here before it touches the
 * store. So a content is either needed or being removed, never both. Rejects with `DatabaseUnavailableError` when the
 * database is unavailable.
 */
export interface MediaLedger {
  /**
   * Called by a store when a content is complete, before it is visible there. It counts as needed now, or as last needed at
   * `neededAt` (milliseconds since the Unix epoch), unless it was needed later than that. Rejects with a `MediaBusyError` while
   * an old copy of it is being removed.
   */
  claim(media: StoredMedia, neededAt?: number): Promise<void>;
  /**
   * Marks these contents as needed now, or as last needed at `neededAt` (milliseconds since the Unix epoch), unless they were
   * needed later than that. Returns those that are no longer stored.
   */
  use(hashes: readonly string[], neededAt?: number): Promise<readonly string[]>;
}

/** The port for the sweeper. */
export interface SweepLedger {
  /** Whether this worker is the sweeper. It becomes the sweeper if there is none. */
  holdSweep(workerId: string): Promise<boolean>;
  /**
   * Marks contents that have not been needed since `before` (milliseconds since the Unix epoch) and that no open batch
   * and no proposal refers to, and returns them with those that were marked earlier; at most `limit`. Empty while another worker sweeps.
   */
  doom(workerId: string, before: number, limit: number): Promise<readonly string[]>;
  /** Records that these marked contents have been removed from the store. */
  forget(hashes: readonly string[]): Promise<void>;
}

/** The same content is being removed right now. It can be stored again in a moment. */
export class MediaBusyError extends EaselError {
  constructor() {
    super("media_busy", "an old copy of the content is just being removed", { retryable: true });
  }
}
