import type { MediaStore } from "../../media/store/media-store.ts";
import type { Meters } from "./meters.ts";

/** Wraps a store to count the bytes that are put into it. */
export function measuredMedia<Store extends MediaStore>(store: Store, meters: Meters): Store {
  return {
    ...store,
    async put(source, options) {
      const stored = await store.put(source, options);
      meters.count("easel_media_stored_bytes_total", {}, stored.bytes);
      return stored;
    },
  };
}
