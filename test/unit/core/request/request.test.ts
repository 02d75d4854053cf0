import { describe, expect, it } from "vitest";
import { givenOptions, summaryOf, wordsIn } from "../../../../src/core/request/options/option-values.ts";
import { bodyOf, costOf, countOf, filesOf, MediaRequest, optionsOf } from "../../../../src/core/request/request.ts";
import type { VideoRequest } from "../../../../src/core/request/video/video.ts";
import { aRequest } from "../../../support/database/jobs.ts";
import { aClip, aPicture, aSound } from "../../../support/gateway/video-references.ts";

const clip = (changes: Partial<VideoRequest> = {}): VideoRequest => ({
  kind: "video",
  model: "gamma3.0-video-480p",
  prompt: "a fox",
  seconds: 10,
  billedSeconds: 15,
  references: [],
  ...changes,
});
const mask = aPicture({ name: "mask.png", hash: "4".repeat(64) });
const ofB = { model: "provider-b/pro-image-3" };

describe("a request", () => {
  it("has one job per picture, and one for a clip", () => {
    expect(countOf(aRequest({ count: 4 }))).toBe(4);
    expect(countOf(clip())).toBe(1);
  });

  it("costs one image per picture, and a clip's billed seconds", () => {
    expect(costOf(aRequest({ count: 4 }))).toEqual({ cost: 1, unit: "images" });
    expect(costOf(clip())).toEqual({ cost: 15, unit: "seconds" });
  });

  it("includes the mask among its files, after the pictures", () => {
    const references = [aPicture({ name: "1.png" }), aPicture({ name: "2.png" })];
    expect(filesOf(aRequest())).toEqual([]);
    expect(filesOf(aRequest({ references }))).toEqual(references);
    expect(filesOf(aRequest({ references, mask }))).toEqual([...references, mask]);
    expect(filesOf(clip({ references }))).toEqual(references);
  });

  it("goes to the service of its kind", () => {
    const urlOf = (): string => "https://easel.test/fox.png";
    expect(bodyOf(aRequest(), urlOf).path).toBe("/api/v1/images/generations/jobs");
    expect(bodyOf(aRequest({ references: [aPicture()] }), urlOf).path).toBe("/api/v1/images/edits/jobs");
    expect(bodyOf(clip({ references: [aPicture()] }), urlOf)).toEqual({
      path: "/v1/videos",
      body:
        '{"model":"gamma3.0-video-480p","prompt":"a fox","seconds":"10",' +
        '"reference_images":[{"url":"https://easel.test/fox.png"}]}',
    });
  });

  it("can be read back from storage", () => {
    for (const request of [
      aRequest({ references: [aPicture()], mask }),
      clip({ references: [aClip(4.5), aSound()] }),
    ]) {
      expect(MediaRequest.parse(JSON.parse(JSON.stringify(request)))).toEqual(request);
    }
  });
});

describe("a request's other options", () => {
  it.each<[MediaRequest, readonly (readonly [string, string | number | boolean])[]]>([
    [aRequest(), [["count", 1]]],
    [
      aRequest({
        size: "2K",
        aspectRatio: "16:9",
        quality: "high",
        count: 3,
        format: "webp",
        background: "opaque",
        moderation: "low",
        native: { output_compression: 80 },
      }),
      [
        ["size", "2K"],
        ["aspect_ratio", "16:9"],
        ["quality", "high"],
        ["count", 3],
        ["format", "webp"],
        ["background", "opaque"],
        ["moderation", "low"],
        ["native", '{"output_compression":80}'],
      ],
    ],
    [
      aRequest({
        ...ofB,
        generationConfig: { temperature: 0.5 },
        systemInstruction: "Draw in ink",
        safetySettings: [{ threshold: "high" }],
      }),
      [
        ["count", 1],
        ["generation_config", '{"temperature":0.5}'],
        ["system_instruction", "Draw in ink"],
        ["safety_settings", '[{"threshold":"high"}]'],
      ],
    ],
    [
      clip({ model: "beta-2.5-30img", resolution: "720p", aspectRatio: "21:9", face: true }),
      [
        ["seconds", 10],
        ["resolution", "720p"],
        ["aspect_ratio", "21:9"],
        ["face", true],
      ],
    ],
  ])("are listed as they would be typed: %#", (request, told) => {
    expect(givenOptions(request)).toEqual(told);
    expect(optionsOf(request)).toEqual(told.map(([name, value]) => [name, String(value)]));
  });

  it("end with the files, each with its role", () => {
    expect(optionsOf(aRequest({ references: [aPicture()], mask }))).toEqual([
      ["count", "1"],
      ["mask", "mask.png"],
      ["image", "fox.png"],
    ]);
    const references = [aPicture({ role: "first_frame" }), aPicture({ name: "2.png" }), aClip(5), aSound()];
    expect(optionsOf(clip({ references }))).toEqual([
      ["seconds", "10"],
      ["first_frame", "fox.png"],
      ["image", "2.png"],
      ["video", "fox.mp4"],
      ["audio", "fox.mp3"],
    ]);
  });

  it("are shortened below a result", () => {
    expect(summaryOf(aRequest())).toEqual([]);
    expect(summaryOf(aRequest({ size: "2K", aspectRatio: "16:9", quality: "high", count: 3 }))).toEqual(["2K", "16:9"]);
    expect(summaryOf(clip({ resolution: "480p", aspectRatio: "1:1" }))).toEqual(["10 s", "480p", "1:1"]);
  });
});

describe("texts that blocked words apply to", () => {
  it.each<[string, MediaRequest, readonly string[]]>([
    ["the prompt", clip(), ["a fox"]],
    ["no value of a closed list", aRequest({ size: "2K", quality: "high", background: "opaque" }), ["a fox"]],
    [
      "every text of native fields, with the fields' names",
      aRequest({ native: { style: ["ink", { tone: "dark" }], output_compression: 80, empty: null, on: true } }),
      ["a fox", "style", "ink", "tone", "dark", "output_compression", "empty", "on"],
    ],
    [
      "the native options of provider-b",
      aRequest({
        ...ofB,
        generationConfig: { note: "red" },
        systemInstruction: "Draw in ink",
        safetySettings: [{ category: "blue" }],
      }),
      ["a fox", "note", "red", "Draw in ink", "category", "blue"],
    ],
  ])("are those of %s", (_what, request, words) => {
    expect(wordsIn(request)).toEqual(words);
  });
});
