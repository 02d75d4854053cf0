import type { Command } from "../src/command/command.ts";
import { makeImages } from "../src/command/make/make-images.ts";
import { MAX_COUNT } from "../src/lib/limits.ts";
import { ASPECT_RATIOS, SIZE_TIERS } from "../src/core/request/image/image-size.ts";
import { BACKGROUNDS, IMAGE_FORMATS } from "../src/core/request/image/image.ts";
import { IMAGE_MODELS, IMAGE_QUALITIES } from "../src/core/request/image/image-models.ts";

/** Pictures a platform with typed options offers to attach; `/edit` offers all that an edit may have. */
const SHOWN_IMAGES = 4;

/** `/imagine`: pictures from words, or from pictures and words. */
export const imagine: Command = {
  spec: {
    name: "imagine",
    effect: "makes",
    textOption: "prompt",
    options: [
      { name: "prompt", type: "text", required: true },
      { name: "model", type: "text", suggestions: IMAGE_MODELS.map((model) => model.name) },
      { name: "size", type: "text", suggestions: ["auto", ...SIZE_TIERS, "1024x768"] },
      { name: "aspect_ratio", type: "text", suggestions: ASPECT_RATIOS },
      { name: "quality", type: "text", suggestions: IMAGE_QUALITIES },
      { name: "count", type: "number", min: 1, max: MAX_COUNT },
      { name: "format", type: "text", suggestions: IMAGE_FORMATS },
      { name: "background", type: "text", suggestions: BACKGROUNDS },
      { name: "preset", type: "text" },
      { name: "private", type: "flag" },
      { name: "image", type: "attachments", accept: "image", shown: SHOWN_IMAGES },
    ],
  },

  run: (invocation, context) => makeImages(invocation, context, { mustEdit: false }),
};
