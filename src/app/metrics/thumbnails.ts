import type { Thumbnails } from "../../media/thumbnails.ts";
import type { Meters } from "./meters.ts";

type Shown = Pick<Thumbnails, "find" | "preview">;

/** Wraps thumbnails to measure how long people wait for them. */
export function measuredThumbnails(thumbnails: Shown, meters: Meters): Shown {
  return {
    preview: (hash) => thumbnails.preview(hash),
    async find(...given) {
      const began = performance.now();
      let outcome = "failed";
      try {
        const found = await thumbnails.find(...given);
        outcome = found ? "found" : "none";
        return found;
      } finally {
        meters.observe("easel_thumbnail_seconds", { outcome }, (performance.now() - began) / 1_000);
      }
    },
  };
}
