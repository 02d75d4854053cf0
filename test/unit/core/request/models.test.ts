import { describe, expect, it } from "vitest";
import { findImageModel, imageModelOf, isImageModelName } from "../../../../src/core/request/image/image-models.ts";
import { fitsImageModel } from "../../../../src/core/request/image/image.ts";
import { findModel, MODEL_NAMES } from "../../../../src/core/request/models.ts";
import { kindsOf, onlyKindOf } from "../../../../src/core/request/options/option-fields.ts";
import { optionNamed } from "../../../../src/core/request/options/option-table.ts";
import { fitsVideoModel } from "../../../../src/core/request/video/video.ts";

describe("a model's name", () => {
  it.each([
    ["provider-a/image-2.5", "provider-a/image-2.5-flare", "image"],
    ["IMAGE-2.5", "provider-a/image-2.5-flare", "image"],
    ["provider-b/pro-image-3", "provider-b/pro-image-3", "image"],
    ["sd2.0(9-3-3)", "sd2.0(9-3-3)", "video"],
    ["gamma3.0-video-720p", "gamma3.0-video-720p", "video"],
  ])("%s is %s of the %s service", (name, known, service) => {
    expect(findModel(name)).toMatchObject({ service, model: { name: known } });
  });

  it("that is undocumented has no model", () => {
    expect(findModel("brand-new")).toBeUndefined();
    expect(findImageModel("provider-a/brand-new")).toBeUndefined();
  });

  it("is that of an image model, a variant of the video models or one of the suffix family", () => {
    expect(MODEL_NAMES).toEqual(
      expect.arrayContaining(["provider-b/flash-image-3.1", "sd2.5(9参考图)", "gamma3.0-image-480p"]),
    );
  });

  it.each([
    ["provider-a/brand-new", true],
    ["PROVIDER-B/brand-new", true],
    ["image-2", true],
    ["provider-c/image-2", false],
    ["my-provider-a/image-2", false],
    ["sd2.0(9-3-3)", false],
  ])("%s belongs to the image service by prefix or alias: %s", (name, isImage) => {
    expect(isImageModelName(name)).toBe(isImage);
  });

  it("of a removed model in a stored request counts as provider-a's", () => {
    expect(imageModelOf("provider-a/retired")).toEqual({
      name: "provider-a/retired",
      provider: "provider-a",
      aliases: [],
      qualities: [],
    });
  });
});

describe("an option of the table", () => {
  it.each([
    ["size", ["image"], "image"],
    ["count", ["image"], "image"],
    ["seconds", ["video"], "video"],
    ["aspect_ratio", ["image", "video"], undefined],
    ["prompt", [], undefined],
    ["brand_new", [], undefined],
  ])("%s is part of requests for %j", (name, kinds, only) => {
    expect(kindsOf(name)).toEqual(kinds);
    expect(onlyKindOf(name)).toBe(only);
  });

  it("is found by its own name", () => {
    expect(optionNamed("seconds")).toMatchObject({ type: "number", min: 1, max: 30 });
    expect(optionNamed("face")).toMatchObject({ type: "flag" });
    expect(optionNamed("brand_new")).toBeUndefined();
  });
});

describe("options for another model", () => {
  it.each([
    ["quality", { quality: "high" }, "provider-a/image-2", true],
    ["quality", { quality: "max" }, "provider-a/image-2", false],
    ["quality", { quality: "max" }, "provider-a/image-2.5-flare", true],
    ["quality", { quality: "high" }, "provider-b/pro-image-3", false],
    ["size", { size: "4000x4000" }, "provider-a/image-2", false],
    // Another option doesn't fit.
    ["size", { size: "2K", quality: "high" }, "provider-b/pro-image-3", true],
    ["aspect_ratio", { aspect_ratio: "5:4" }, "provider-b/pro-image-3", true],
    ["aspect_ratio", { aspect_ratio: "5:4" }, "provider-a/image-2", false],
    // The combination doesn't fit.
    ["background", { background: "transparent", format: "jpeg" }, "provider-a/image-2", false],
    ["background", { background: "transparent", format: "png" }, "provider-a/image-2", true],
    ["size", { size: "2K" }, "brand-new", false],
  ])("for %s of pictures, in %j, fits %s: %s", (option, given, model, fits) => {
    expect(fitsImageModel(option, given, model)).toBe(fits);
  });

  it.each([
    ["seconds", { seconds: 10 }, "gamma3.0-video-480p", true],
    ["seconds", { seconds: 10 }, "beta-2.0-mini-12s", false],
    ["resolution", { resolution: "480p" }, "gamma3.0-video-480p", true],
    ["resolution", { resolution: "720p" }, "gamma3.0-video-480p", false],
    ["resolution", { resolution: "1080p" }, "sd2.0(9-3-3)", false],
    ["resolution", { resolution: "720p", seconds: 99 }, "sd2.0(9-3-3)", true],
    ["face", { face: true }, "beta-2.5-30img", true],
    ["face", { face: true }, "sd2.0(9-3-3)", false],
    ["aspect_ratio", { aspect_ratio: "adaptive" }, "sd2.0(9-3-3)", false],
  ])("for %s of a clip, in %j, fits %s: %s", (option, given, model, fits) => {
    expect(fitsVideoModel(option, given, model)).toBe(fits);
  });
});
