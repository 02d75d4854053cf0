import { PlatformError } from "../../../core/chat/errors.ts";
import { EaselError } from "../../../lib/errors.ts";
import { MediaTooLargeError } from "../../../media/store/media-store.ts";

/** Converts errors to the port's `PlatformError`. Errors that aren't known to be final count as retryable. */
export async function asPlatformError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    if (error instanceof MediaTooLargeError) throw new PlatformError("too_large", error.message, error);
    if (error instanceof EaselError && error.code === "media_missing") {
      throw new PlatformError("gone", error.message, error);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlatformError("unavailable", `the Console failed: ${reason}`, error);
  }
}
