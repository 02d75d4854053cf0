import { describe, expect, it } from "vitest";
import type { ImageRequest } from "../../../../src/core/request/image/image.ts";
import type { Reference } from "../../../../src/core/request/reference.ts";
import type { MediaRequest } from "../../../../src/core/request/request.ts";
import { optionOfField } from "../../../../src/core/request/wire-option.ts";
import { aRequest } from "../../../support/database/jobs.ts";
import { aClip, aPicture, aSound } from "../../../support/gateway/video-references.ts";

const clip = (references: Reference[]): MediaRequest => ({
  kind: "video",
  model: "gamma3.0-video-480p",
  prompt: "a fox",
  seconds: 5,
  billedSeconds: 5,
  references,
});

describe("the option of a gateway field", () => {
  it.each<[string, Partial<ImageRequest>, string | undefined]>([
    ["size", {}, "size"],
    ["size", { aspectRatio: "16:9" }, "aspect_ratio"],
    ["size", { size: "2K", aspectRatio: "16:9" }, "size"],
    ["resolution", { model: "provider-b/pro-image-3", size: "2K" }, "size"],
    ["output_format", {}, "format"],
    ["/prompt", {}, "prompt"],
    ["body.quality", {}, "quality"],
    ["images[1].dataUrl", { references: [aPicture(), aPicture()] }, "image2"],
    ["images.0", { references: [aPicture(), aPicture()] }, "image1"],
    ["images", { references: [aPicture()] }, "image1"],
    ["images", { references: [aPicture(), aPicture()] }, undefined],
    ["images[7]", { references: [aPicture()] }, undefined],
    ["$.images[1]", { references: [aPicture(), aPicture()] }, "image2"],
    ["images[0x1]", { references: [aPicture(), aPicture()] }, undefined],
    ["images[1000]", { references: [aPicture()] }, "image1"],
    ["mask.image_url", {}, "mask"],
    ["quality", { aspectRatio: "16:9" }, "quality"],
    ["moderation", { native: { moderation: "low" } }, "native"],
    ["moderation", {}, "moderation"],
    ["generationConfig.temperature", { model: "provider-b/pro-image-3" }, "generation_config"],
    ["output_compression", { native: { output_compression: 80 } }, "native"],
    ["output_compression", {}, undefined],
    ["seconds", {}, undefined],
    ["", {}, undefined],
    ["__proto__", {}, undefined],
  ])("%s of a picture (%j) is %s", (param, changes, option) => {
    expect(optionOfField(param, aRequest(changes))).toBe(option);
  });

  it.each<[string, Reference[], string | undefined]>([
    ["seconds", [], "seconds"],
    ["duration", [], "seconds"],
    ["size", [], "resolution"],
    ["reference_images[1].url", [aPicture({ role: "first_frame" }), aPicture()], "image2"],
    ["reference_images[0].url", [aPicture({ role: "first_frame" }), aPicture()], "first_frame"],
    ["mask", [], undefined],
    ["images[0]", [aPicture({ role: "last_frame" })], "last_frame"],
    ["images[11]", Array.from({ length: 12 }, () => aPicture()), "image12"],
    ["videos[0]", [aPicture(), aClip(4)], "video1"],
    ["audios", [aSound()], "audio1"],
    ["quality", [], undefined],
  ])("%s of a clip is an option: %#", (param, references, option) => {
    expect(optionOfField(param, clip(references))).toBe(option);
  });
});
