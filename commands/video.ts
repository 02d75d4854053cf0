import type { Command } from "../src/command/command.ts";
import { makeClip } from "../src/command/make/make-clip.ts";
import { requestOptions } from "../src/command/parse/request-options.ts";

/** `/video`: makes a clip from a prompt, pictures, clips and sounds. */
export const video: Command = {
  spec: { name: "video", effect: "makes", textOption: "prompt", options: requestOptions("video") },

  run: makeClip,
};
