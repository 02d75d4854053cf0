import type { Command } from "../src/command/command.ts";
import { makeImages } from "../src/command/make/make-images.ts";
import { MAX_COUNT, MAX_EDIT_IMAGES } from "../src/lib/limits.ts";
import { ASPECT_RATIOS, SIZE_TIERS } from "../src/core/request/image/image-size.ts";
import { IMAGE_FORMATS } from "../src/core/request/image/image.ts";
import { IMAGE_MODELS, IMAGE_QUALITIES } from "../src/core/request/image/image-models.ts";

/** `/edit`: pictures changed as the words say, all of them or inside a mask. */
export const edit: Command = {
  spec: {
    name: "edit",
    effect: "makes",
    textOption: "prompt",
    options: [
      { name: "prompt", type: "text", required: true },
      { name: "image", type: "attachments", required: true, accept: "image", shown: MAX_EDIT_IMAGES },
      { name: "mask", type: "attachment", accept: "image" },
      { name: "model", type: "text", suggestions: IMAGE_MODELS.map((model) => model.name) },
      { name: "size", type: "text", suggestions: ["auto", ...SIZE_TIERS, "1024x768"] },
      { name: "aspect_ratio", type: "text", suggestions: ASPECT_RATIOS },
      { name: "quality", type: "text", suggestions: IMAGE_QUALITIES },
      { name: "count", type: "number", min: 1, max: MAX_COUNT },
      { name: "format", type: "text", suggestions: IMAGE_FORMATS },
      // Discord has room for twenty-five options, and files can come no other way there.
      { name: "preset", type: "text", inline: true },
      { name: "private", type: "flag" },
    ],
  },

  run: (invocation, context) => makeImages(invocation, context, { mustEdit: true }),
};
