import { expect, it } from "vitest";
import { edit } from "../../../../commands/edit.ts";
import { imagine } from "../../../../commands/imagine.ts";
import { video } from "../../../../commands/video.ts";
import { typedCommandOf, typedLine } from "../../../../src/command/form/typed-line.ts";
import { parseOptions } from "../../../../src/command/parse/parse.ts";
import type { ImageRequest } from "../../../../src/core/request/image/image.ts";
import type { VideoRequest } from "../../../../src/core/request/video/video.ts";

const picture: ImageRequest = {
  kind: "image",
  model: "provider-a/image-2",
  prompt: "a red fox",
  count: 1,
  references: [],
};
const clip: VideoRequest = {
  kind: "video",
  model: "beta-2.0",
  prompt: "a boat",
  seconds: 5,
  billedSeconds: 5,
  references: [],
};

it("chooses the command from the kind of request and its files", () => {
  expect(typedCommandOf("image", 0)).toBe("imagine");
  expect(typedCommandOf("image", 2)).toBe("edit");
  expect(typedCommandOf("video", 0)).toBe("video");
  expect(typedCommandOf("video", 1)).toBe("video");
});

it("is the command with prompt, model and options", () => {
  const line = typedLine({ ...picture, size: "2K", count: 3 }, imagine.spec);
  expect(line).toBe("/imagine a red fox --model provider-a/image-2 --size 2K --count 3");
  expect(typedLine(picture, edit.spec)).toMatch(/^\/edit a red fox --model /);
  expect(typedLine(clip, video.spec)).toBe("/video a boat --model beta-2.0 --seconds 5");
});

it.each([
  "a red fox",
  "two\nlines of “quoted” words",
  "a wall with the words --size 4K",
  'options such as --count 2, “quoted” and "quoted"',
])("is read as the same request: %s", (prompt) => {
  const settings = { generationConfig: { temperature: 0.5, note: "a word" }, systemInstruction: "be  brief" };
  const line = typedLine({ ...picture, ...settings, prompt }, imagine.spec);
  expect(parseOptions(line.replace("/imagine ", ""), imagine.spec)).toEqual({
    ok: true,
    value: {
      prompt,
      model: "provider-a/image-2",
      count: 1,
      generation_config: JSON.stringify(settings.generationConfig),
      system_instruction: settings.systemInstruction,
    },
  });
});
