import type { Command } from "../src/command/command.ts";
import { makeClip } from "../src/command/make/make-clip.ts";
import { VIDEO_MODEL_NAMES } from "../src/core/request/video/video-models.ts";

/** The longest clip that any documented model makes. */
const MAX_SECONDS = 30;

/** `/video`: a clip from words, pictures, clips and sounds. */
export const video: Command = {
  spec: {
    name: "video",
    effect: "makes",
    textOption: "prompt",
    options: [
      { name: "prompt", type: "text", required: true },
      { name: "model", type: "text", suggestions: VIDEO_MODEL_NAMES },
      { name: "seconds", type: "number", min: 1, max: MAX_SECONDS },
      { name: "resolution", type: "text", suggestions: ["480p", "720p", "768p", "1080p", "2k"] },
      { name: "aspect_ratio", type: "text", suggestions: ["16:9", "9:16", "1:1", "4:3", "3:4", "21:9", "adaptive"] },
      { name: "preset", type: "text" },
      { name: "private", type: "flag" },
      { name: "image", type: "attachments", accept: "image", shown: 9 },
      { name: "video", type: "attachments", accept: "video", shown: 3 },
      { name: "audio", type: "attachments", accept: "audio", shown: 3 },
      { name: "first_frame", type: "attachment", accept: "image" },
      { name: "last_frame", type: "attachment", accept: "image" },
      { name: "from", type: "text", several: true },
      { name: "face", type: "flag", inline: true },
      { name: "duration", type: "number", min: 1, max: MAX_SECONDS, inline: true },
    ],
  },

  run: makeClip,
};
