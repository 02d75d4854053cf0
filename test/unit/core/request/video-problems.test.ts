import { describe, expect, it } from "vitest";
import { checkVideoRequest, type VideoOptions } from "../../../../src/core/request/video/video.ts";
import type { Reference } from "../../../../src/core/request/reference.ts";
import { problemsText } from "../../../../src/text/render/problems.ts";
import { textsFor } from "../../../../src/text/texts.ts";
import { aClip, aPicture, aSound } from "../../../support/gateway/video-references.ts";

const { seconds: _, ...UNKNOWN_LENGTH } = aClip(1, { name: "odd.mp4" });

// The given and allowed values, which are the same in every language.
describe.each(["en", "zh-CN"] as const)("in %s a refusal names what was given and what is allowed", (locale) => {
  it.each<[string, VideoOptions, readonly Reference[], readonly string[]]>([
    [
      "seconds in a range",
      { model: "sd2.0(9-3-3)", seconds: 20 },
      [],
      ["`seconds`", "“20”", "`sd2.0(9-3-3)`", "5", "15"],
    ],
    [
      "seconds from a short list",
      { model: "sd2.0(满血933过人脸720P)", duration: "7" },
      [],
      ["`duration`", "“7”", "5", "10", "15"],
    ],
    ["a tier", { model: "gamma3.0-video-480p", resolution: "720p" }, [], ["“720p”", "480p", "`gamma3.0-video-720p`"]],
    [
      "a tier that no model has",
      { model: "gamma3.0-video-480p", resolution: "9k" },
      [],
      ["`resolution`", "“9k”", "480p"],
    ],
    ["a reference", { model: "gamma3.0-image-480p" }, [aClip(5)], ["fox.mp4", "`gamma3.0-video-480p`"]],
    ["no reference", { model: "beta-2.0-15s-480p" }, [], ["1", "`beta-2.0-15s-480p`"]],
    ["a role", { model: "sd2.0(9-3-3)" }, [aPicture({ role: "first_frame" })], ["“fox.png”", "`first_frame`"]],
    ["a role of a video", {}, [aClip(5, { role: "last_frame" })], ["“fox.mp4”", "`last_frame`"]],
    [
      "a role twice",
      {},
      [aPicture({ role: "last_frame" }), aPicture({ name: "b.png", role: "last_frame" })],
      ["`last_frame`", "fox.png", "b.png"],
    ],
    ["audio", {}, [aSound({ name: "fox.wav", mimeType: "audio/wav" })], ["“fox.wav”", "audio/wav", "MP3", ".mp3"]],
    ["a long video", {}, [aClip(4000)], ["“fox.mp4”", "4000", "3600"]],
    ["a video of unknown length", {}, [UNKNOWN_LENGTH], ["“odd.mp4”", "3600"]],
  ])("of %s", (_what, options, references, words) => {
    const checked = checkVideoRequest({ prompt: "a fox", ...options }, references);
    const text = checked.ok ? "" : problemsText(checked.problems, textsFor(locale));
    for (const word of words) expect(text).toContain(word);
    expect(text).not.toMatch(/undefined|\[object|``/);
  });
});

it("shows a made-up model's name without its markup", () => {
  const checked = checkVideoRequest({ prompt: "a", model: "`**x**`-480p", seconds: 99 }, []);
  expect(checked.ok ? "" : problemsText(checked.problems, textsFor("en"))).toContain("for `**x**-480p`");
});
