import type { Command } from "../src/command/command.ts";
import { makeImages } from "../src/command/make/make-images.ts";
import { requestOptions } from "../src/command/parse/request-options.ts";

/** `/imagine`: makes pictures from a prompt, optionally with pictures. */
export const imagine: Command = {
  spec: { name: "imagine", effect: "makes", textOption: "prompt", options: requestOptions("imagine") },

  run: (invocation, context) => makeImages(invocation, context, { mustEdit: false }),
};
