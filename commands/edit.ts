import type { Command } from "../src/command/command.ts";
import { makeImages } from "../src/command/make/make-images.ts";
import { requestOptions } from "../src/command/parse/request-options.ts";

/** `/edit`: edits pictures as the prompt says, as a whole or inside a mask. */
export const edit: Command = {
  spec: { name: "edit", effect: "makes", textOption: "prompt", options: requestOptions("edit") },

  run: (invocation, context) => makeImages(invocation, context, { mustEdit: true }),
};
