import { PlatformError } from "../../../core/chat/errors.ts";
import { EaselError } from "../../../lib/errors.ts";
import { MediaTooLargeError } from "../../../media/store/media-store.ts";

/** The port promises errors of one kind. What is not known to be final may work when it is tried again. */
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
    throw new PlatformError("unavailable", `the Console could not do it: ${reason}`, error);
  }
}
