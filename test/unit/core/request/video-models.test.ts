import { describe, expect, it } from "vitest";
import { IMAGE_MODELS } from "../../../../src/core/request/image/image-models.ts";
import { findModel, MODEL_NAMES } from "../../../../src/core/request/models.ts";
import {
  DEFAULT_VIDEO_MODEL,
  findVideoModel,
  siblingName,
  VIDEO_MODEL_NAMES,
} from "../../../../src/core/request/video/video-models.ts";

describe("a video model's name", () => {
  it.each([
    // The documented rows, even if their names look like others.
    ["alpha-h3(933/4-15秒/2K)", "canonical"],
    ["beta-2.0-15s-480p", "canonical"],
    ["sd2.0(fast原生过真人933/720P)", "canonical"],
    ["gamma3.0-video-480p", "suffix"],
    ["gamma3.0-video-720p", "suffix"],
    ["gamma3.0-image-480p", "suffix"],
    ["anything-1080p", "suffix"],
    ["anything-2160p", "undocumented"],
    ["anything480p", "undocumented"],
    ["-480p", "suffix"],
    ["two words-480p", "undocumented"],
    [`${"a".repeat(100)}-480p`, "undocumented"],
    ["beta-2.0-15s", "undocumented"],
    ["", "undocumented"],
    ["__proto__", "undocumented"],
    ["constructor", "undocumented"],
  ])("%j is %s", (name, kind) => {
    expect(findVideoModel(name)).toMatchObject({ kind, name });
  });

  it.each([
    ["BETA-2.0-15S-480P", "beta-2.0-15s-480p"],
    [" sd2.0(9-3-3) ", "sd2.0(9-3-3)"],
    ["alpha-h3（933/2k/支持真人）", "alpha-h3(933/2K/支持真人)"],
    ["Gamma3.0-Video-480P", "gamma3.0-video-480p"],
  ])("may be written as %j", (given, name) => {
    expect(findVideoModel(given).name).toBe(name);
  });

  it.each([
    ["gamma3.0-video-480p", "480p", "video"],
    ["gamma3.0-image-480p", "480p", "image"],
    ["delta-1-video-1080p", "1080p", "video"],
    ["delta-1-720p", "720p", undefined],
  ])("%s contains its tier and series", (name, tier, series) => {
    expect(findVideoModel(name)).toMatchObject({ tier, series });
  });

  it("leads to the sibling of another tier", () => {
    const model = findVideoModel("gamma3.0-video-480p");
    expect(model.kind === "suffix" && siblingName(model, "1080p")).toBe("gamma3.0-video-1080p");
  });
});

describe("the catalogue", () => {
  it("has each name once", () => {
    const names = [...MODEL_NAMES, ...IMAGE_MODELS.flatMap(({ aliases }) => aliases)];
    expect(new Set(names).size).toBe(names.length);
  });

  it("has a known default", () => {
    expect(VIDEO_MODEL_NAMES).toContain(DEFAULT_VIDEO_MODEL);
  });

  it.each([
    ["image-2.5", "image", "provider-a/image-2.5-flare"],
    ["sd2.0(9-3-3)", "video", "sd2.0(9-3-3)"],
    ["some-video-720p", "video", "some-video-720p"],
  ])("finds %s among both services", (given, service, name) => {
    expect(findModel(given)).toMatchObject({ service, model: { name } });
  });

  it("doesn't know undocumented names", () => {
    expect(findModel("epsilon-1")).toBeUndefined();
  });

  it("finds each of its names", () => {
    expect(MODEL_NAMES.map((name) => findModel(name)?.model.name)).toEqual(MODEL_NAMES);
  });
});
