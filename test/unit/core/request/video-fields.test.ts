import { describe, expect, it } from "vitest";
import type { Reference } from "../../../../src/core/request/reference.ts";
import { videoBody } from "../../../../src/core/request/video/video-body.ts";
import { findVideoModel } from "../../../../src/core/request/video/video-models.ts";
import { clipRatioField, resolutionField, secondsField } from "../../../../src/core/request/video/video-options.ts";
import { modelsInstead } from "../../../../src/core/request/video/video-suggest.ts";
import { checkVideoRequest, fitsVideoModel, type VideoRequest } from "../../../../src/core/request/video/video.ts";
import { videoBodySchemas } from "../../../../src/core/request/video/wire-video-schema.ts";
import { parseVideoBody } from "../../../../src/core/request/video/wire-video.ts";
import { aClip, aPicture, aSound } from "../../../support/gateway/video-references.ts";

const FAMILY = "gamma3.0-video-720p";

describe("what a field offers", () => {
  it.each([
    ["sd2.0(满血933过人脸720P)", ["5", "10", "15"], "5"],
    ["beta-2.0-mini-12s", ["12"], "12"],
    ["brand-new", [], undefined],
  ])("as seconds of %s", (name, values, usual) => {
    const model = findVideoModel(name);
    expect([secondsField.values?.(model, {}), secondsField.usual?.(model, {})]).toEqual([values, usual]);
  });

  it.each([
    ["sd2.0(9-3-3)", ["720p"], "720p"],
    ["sd2.0(9-0-0)", ["480p", "720p"], undefined],
    ["beta-2.5-30img", ["720p"], "720p"],
    [FAMILY, ["720p"], "720p"],
    ["brand-new", [], undefined],
  ])("as the resolution of %s", (name, values, usual) => {
    const model = findVideoModel(name);
    expect([resolutionField.values?.(model, {}), resolutionField.usual?.(model, {})]).toEqual([values, usual]);
  });

  it.each([
    [FAMILY, ["16:9", "9:16", "1:1", "adaptive"]],
    ["alpha-h3-8img3audio", ["16:9", "9:16"]],
    ["beta-2.0-mini-12s", []],
    ["brand-new", []],
  ])("as the aspect ratio of %s", (name, values) => {
    expect(clipRatioField.values?.(findVideoModel(name), {})).toEqual(values);
  });
});

describe("an option's value", () => {
  it.each([
    ["face", { face: false }, FAMILY, true],
    ["face", { face: true }, FAMILY, false],
    ["face", { face: true }, "beta-2.5-30img", true],
    ["seconds", { seconds: 30 }, "sd2.0(9-3-3)", false],
    ["seconds", { seconds: 15 }, "sd2.0(9-3-3)", true],
    ["seconds", {}, "sd2.0(9-3-3)", true],
    ["resolution", { resolution: "480p" }, FAMILY, false],
    ["resolution", { resolution: "720p", seconds: 99 }, FAMILY, true],
  ])("of %s in %j fits %s: %s", (option, options, model, fits) => {
    expect(fitsVideoModel(option, options, model)).toBe(fits);
  });

  it("that is omitted or false is not stored", () => {
    const checked = checkVideoRequest({ prompt: " a fox ", model: "beta-2.5-30img", face: false }, []);
    expect(checked.ok && Object.keys(checked.value)).toEqual(
      expect.not.arrayContaining(["face", "aspectRatio", "resolution"]),
    );
    expect(checked).toMatchObject({ value: { kind: "video", prompt: "a fox" } });
  });

  it("for a resolution that row 6 normalises can't be blank", () => {
    const checked = checkVideoRequest({ prompt: "a fox", model: "beta-2.5-30img", resolution: " " }, []);
    expect(checked).toMatchObject({
      problems: [{ rule: "not_allowed", option: "resolution", given: " ", allowed: ["720p"] }],
    });
  });

  it.each([
    [undefined, "gamma3.0-video-480p"],
    [["gamma3.0-video-720p", "gamma3.0-video-480p"], "gamma3.0-video-480p"],
    [["gamma3.0-video-720p"], undefined],
  ])("of another tier suggests a sibling if it is listed: %j", (listed, sibling) => {
    const checked = checkVideoRequest({ prompt: "a fox", model: FAMILY, resolution: "480P" }, [], listed);
    expect(checked).toEqual({
      ok: false,
      problems: [{ rule: "tier", given: "480P", model: FAMILY, tier: "720p", sibling }],
    });
  });

  it("of a tier that no model has suggests no sibling", () => {
    const checked = checkVideoRequest({ prompt: "a fox", model: FAMILY, resolution: "8k" }, []);
    expect(checked).toEqual({
      ok: false,
      problems: [{ rule: "tier", given: "8k", model: FAMILY, tier: "720p", sibling: undefined }],
    });
  });
});

describe("a request without a prompt", () => {
  it("has an empty one", () => {
    expect(checkVideoRequest({}, [])).toEqual({ ok: false, problems: [{ rule: "empty", option: "prompt" }] });
  });
});

describe("a reference", () => {
  const problemsOf = (model: string, references: readonly Reference[], offered?: readonly string[]) => {
    const checked = checkVideoRequest({ prompt: "a fox", model }, references, undefined, offered && { offered });
    return checked.ok ? [] : checked.problems;
  };

  it.each([
    [0, undefined],
    [-1, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [3_700, 3_700],
  ])("of %d s has no usable length", (seconds, said) => {
    expect(problemsOf(FAMILY, [aClip(seconds)])).toEqual([
      { rule: "reference_length", name: "fox.mp4", seconds: said, max: 3_600 },
    ]);
  });

  it("without a length is refused", () => {
    const { seconds: _unknown, ...clip } = aClip(5);
    expect(problemsOf(FAMILY, [clip])).toMatchObject([{ rule: "reference_length", seconds: undefined }]);
  });

  it("in a role that the model doesn't accept suggests models that do", () => {
    const offered = ["sd2.0(9-3-3)", "beta-2.0-mini-12s", FAMILY];
    const picture = aPicture({ role: "last_frame" });
    expect(problemsOf("sd2.0(9-3-3)", [picture], offered)).toEqual([
      { rule: "role_not_taken", role: "last_frame", name: "fox.png", model: "sd2.0(9-3-3)", models: [FAMILY] },
    ]);
  });

  it("has no role unless it is a picture", () => {
    expect(problemsOf(FAMILY, [aClip(5, { role: "reference_image" })])).toMatchObject([
      { rule: "role_not_taken", models: [] },
    ]);
    expect(problemsOf("alpha-h3-8img3audio", [aPicture({ role: "reference_image" })])).toMatchObject([
      { rule: "role_not_taken" },
    ]);
  });
});

it("models that are suggested have the most similar names, in the order of similarity", () => {
  const among = ["sd2.0", "gamma", "gamma3.0-image-480p", "gamma3.0-video-720p-x", "beta", "gamma3.0-v"];
  expect(modelsInstead(findVideoModel(FAMILY), () => true, among)).toEqual([
    "gamma3.0-video-720p-x",
    "gamma3.0-v",
    "gamma3.0-image-480p",
  ]);
});

describe("a body", () => {
  const request: VideoRequest = {
    kind: "video",
    model: "beta-2.0-mini-12s",
    prompt: "a fox",
    seconds: 12,
    references: [aPicture()],
    billedSeconds: 12,
  };

  it("can't be built with references for which the model has no field", () => {
    expect(() => videoBody(request, () => "https://easel.test/fox.png")).toThrow(
      expect.objectContaining({
        code: "reference_not_taken",
        message: "the model has no field for image references",
      }),
    );
  });

  it("can't be built with an MP3 whose address has another ending", () => {
    const sound = { ...request, model: "sd2.0(9-3-3)", references: [aSound()] };
    expect(() => videoBody(sound, () => "https://easel.test/fox.wav")).toThrow(
      expect.objectContaining({ code: "mp3_address", message: "the address of an MP3 must end with .mp3" }),
    );
  });

  it("omits an unknown length", () => {
    const picture = { ...request, model: "sd2.0(9-3-3)", references: [aPicture()] };
    const { body } = videoBody(picture, () => "https://easel.test/fox.png");
    expect(JSON.parse(body)).toMatchObject({ images: [{ url: "https://easel.test/fox.png" }] });
    expect(body).not.toContain('"seconds":null');
  });
});

describe("the schemas of bodies", () => {
  it("include those of the suffix family, with and without videos, and of undocumented models", () => {
    const families = videoBodySchemas().slice(-3);
    expect(families.map(({ name }) => name)).toEqual(["any-video-480p", "any-image-480p", "any"]);
    const videos = { reference_videos: [{ url: "https://media.test/fox.mp4", duration: 5 }] };
    const body = { model: "some-480p", prompt: "a", seconds: "5", ...videos };
    expect(families.map(({ schema }) => schema.safeParse(body).success)).toEqual([true, false, false]);
  });

  it.each(["x5", "5x", "0", "3601", "-1", ""])("don't accept %j as seconds of an undocumented model", (seconds) => {
    expect(parseVideoBody({ model: "brand-new", prompt: "a", seconds })).toEqual({
      ok: false,
      issues: [{ param: "seconds", message: "must be an integer: 1 to 3600" }],
    });
  });

  it("accept the name of a canonical model only as it is documented", () => {
    const schema = videoBodySchemas().find(({ name }) => name === "beta-2.0-mini-12s")?.schema;
    const accepts = (model: string) => schema?.safeParse({ model, prompt: "a", seconds: 12 }).success;
    expect([accepts("beta-2.0-mini-12s"), accepts("beta-2.0-mini-13s")]).toEqual([true, false]);
  });
});
