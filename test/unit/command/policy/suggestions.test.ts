import { expect, it } from "vitest";
import { IMAGE_MODELS } from "../../../../src/core/request/image/image-models.ts";
import { VIDEO_MODEL_NAMES } from "../../../../src/core/request/video/video-models.ts";
import { ADA, GENERAL } from "../../../support/commands.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const PICTURES = IMAGE_MODELS.map(({ name }) => name);

async function suggested(line: string, typed: string, listed?: readonly string[]): Promise<readonly string[]> {
  const { suggest } = setUpDispatch(listed ? { listed } : {});
  const [command = "", option = ""] = line.split(" --");
  const found = await suggest({ conversation: GENERAL, actor: ADA, command, option, typed, options: {} });
  return found.map(({ value }) => value);
}

it("allowed models are suggested for the last entry of the list, and all of them only for an empty list", async () => {
  const clips = ["clip-1", "clip-2"];
  const line = "easel-admin channel models --allow";
  expect(await suggested(line, "", clips)).toEqual(["all", ...PICTURES, ...clips]);
  expect(await suggested(line, "clip-", clips)).toEqual(clips);
  expect(await suggested(line, "image-2，clip-", clips)).toEqual(["image-2，clip-1", "image-2，clip-2"]);
  const [first = ""] = VIDEO_MODEL_NAMES;
  expect(await suggested(line, first)).toContain(first);
});

it("default models are suggested by kind, and none", async () => {
  const line = "easel-admin channel defaults";
  expect(await suggested(`${line} --image_model`, "")).toEqual([...PICTURES, "none"]);
  expect(await suggested(`${line} --video_model`, "", ["clip-1"])).toEqual(["clip-1", "none"]);
});

it("time zones are suggested by name", async () => {
  expect(await suggested("easel-admin workspace settings --time_zone", "berl")).toEqual(["Europe/Berlin"]);
});
