import { describe, expect, it } from "vitest";
import {
  choicesFor,
  filledIn,
  optionChoices,
  usualValue,
  type Choosing,
} from "../../../../src/command/parse/choices.ts";
import { allowedModelsOf } from "../../../../src/core/account/policy/allowed-models.ts";
import { combine } from "../../../../src/core/account/policy/combine.ts";
import type { PolicySettings } from "../../../../src/core/account/policy/policy.ts";
import { ORGANISATION_SCOPE } from "../../../../src/core/account/policy/scope.ts";
import { en } from "../../../../src/text/en/index.ts";

const WITHOUT_PICTURES = "beta-2.0-mini-12s";

interface Given extends Partial<Pick<Choosing, "options" | "fromPicture">> {
  readonly settings?: PolicySettings;
  readonly listed?: readonly string[];
}

function choosing(
  service: Choosing["service"],
  { options = {}, fromPicture, settings = {}, listed }: Given = {},
): Choosing {
  const policy = combine([{ scope: ORGANISATION_SCOPE, settings }]);
  return {
    service,
    options,
    allowedModels: allowedModelsOf(policy, listed),
    texts: en,
    ...(fromPicture === undefined ? {} : { fromPicture }),
  };
}

const values = (option: string, context: Choosing) => choicesFor(option, context).map(({ value }) => value);
const labels = (option: string, context: Choosing) => choicesFor(option, context).map(({ label }) => label);

describe("the models to choose from", () => {
  it("show a clip model's seconds and resolutions, as far as they are known", () => {
    const listed = [
      "gamma3.0-video-480p",
      "sd2.0(满血933过人脸720P)",
      WITHOUT_PICTURES,
      "alpha-h3-8img3audio",
      "mystery-1",
    ];
    expect(labels("model", choosing("video", { listed }))).toEqual([
      "gamma3.0-video-480p · 2–30 s · 480p",
      "sd2.0(满血933过人脸720P) · 5, 10, 15 s · 720p",
      "beta-2.0-mini-12s · 12 s · 720p",
      "alpha-h3-8img3audio · 5–15 s · 480p, 768p",
      "mystery-1 · 1–3600 s",
    ]);
  });

  it("for a picture show only their names", () => {
    const [first] = choicesFor("model", choosing("image"));
    expect(first).toEqual({ value: "provider-a/image-2", label: "provider-a/image-2" });
  });

  it("for a clip of a picture leave out the models that take none", () => {
    expect(values("model", choosing("video"))).toContain(WITHOUT_PICTURES);
    expect(values("model", choosing("video", { fromPicture: true }))).not.toContain(WITHOUT_PICTURES);
  });
});

describe("the model that other choices depend on", () => {
  const listed = [WITHOUT_PICTURES, "gamma3.0-video-480p"];

  it("is the channel's default clip model, unless the clip is of a picture that it can't take", () => {
    const settings = { videoModel: WITHOUT_PICTURES };
    expect(labels("seconds", choosing("video", { listed, settings }))).toEqual(["12 s"]);
    expect(values("seconds", choosing("video", { listed, settings, fromPicture: true }))).toContain("5");
  });

  it("is the default if the model's field is blank", () => {
    const blank = choosing("video", { listed, settings: { videoModel: WITHOUT_PICTURES }, options: { model: " " } });
    expect(labels("seconds", blank)).toEqual(["12 s"]);
  });

  it("has no choices if no clip model may be used", () => {
    const none = choosing("video", { listed: [] });
    expect(values("seconds", none)).toEqual([]);
    expect(optionChoices("seconds", none)).toBeUndefined();
    expect(usualValue("seconds", none)).toBeUndefined();
  });
});

describe("the values of an option", () => {
  it("are as many as a list shows: of a long range, above 20 only even numbers", () => {
    const from = (first: number, last: number, step: number) =>
      Array.from({ length: (last - first) / step + 1 }, (_, index) => String(first + step * index));
    expect(values("seconds", choosing("video"))).toEqual([...from(2, 20, 1), ...from(22, 30, 2)]);
  });

  it("are all shown if the list has room, odd numbers above 20 too", () => {
    expect(values("seconds", choosing("video", { settings: { maxSeconds: 25 } }))).toEqual(
      Array.from({ length: 24 }, (_, index) => String(index + 2)),
    );
  });

  it.each([
    ["count", "image", { maxCount: 3 }, ["1", "2", "3"]],
    ["seconds", "video", { maxSeconds: 4 }, ["2", "3", "4"]],
    ["resolution", "video", { maxSeconds: 4 }, ["720p"]],
  ] as const)("stay within the limits here: %s of a %s with %j", (option, service, settings, expected) => {
    expect(values(option, choosing(service, { settings }))).toEqual(expected);
  });

  it.each([
    ["an option of the other service", "seconds", "image"],
    ["an option of the other service", "size", "video"],
    ["free text", "prompt", "image"],
    ["an unknown option", "nothing", "image"],
    ["an unknown option", "nothing", "video"],
  ] as const)("are none for %s: %s of a %s", (_what, option, service) => {
    expect(choicesFor(option, choosing(service))).toEqual([]);
    expect(usualValue(option, choosing(service))).toBeUndefined();
  });

  it("name the pixels of a size in the chosen ratio, and nothing else has them", () => {
    const wide = choosing("image", { options: { aspect_ratio: "16:9" } });
    expect(choicesFor("size", wide)).toContainEqual({ value: "2K", label: "2K · 2688x1536" });
    expect(labels("size", choosing("image"))).toContain("2K · 2048x2048");
    expect(labels("quality", choosing("image"))).toEqual(["auto", "low", "medium", "high"]);
  });

  it.each([
    ["size", "image", true],
    ["quality", "image", false],
    ["seconds", "video", false],
  ] as const)("of %s of a %s may be others too: %s", (option, service, isOpen) => {
    expect(optionChoices(option, choosing(service))?.isOpen).toBe(isOpen);
  });
});

describe("the default that is shown", () => {
  it.each([
    ["count", "image", "1"],
    ["size", "image", "auto"],
    ["seconds", "video", "5 s"],
    ["resolution", "video", "720p"],
    // Only the gateway knows it.
    ["aspect_ratio", "video", undefined],
  ] as const)("of %s of a %s is %s", (option, service, usual) => {
    expect(usualValue(option, choosing(service))).toBe(usual);
  });

  it("of the seconds is not named if a limit may lower it, but other defaults are", () => {
    const limited = choosing("video", { settings: { maxSeconds: 4 } });
    expect(usualValue("seconds", limited)).toBeUndefined();
    expect(usualValue("resolution", limited)).toBe("720p");
  });
});

it("blank fields count as not filled in", () => {
  expect(filledIn({ prompt: "a fox", size: " ", model: "", count: 0, private: false })).toEqual({
    prompt: "a fox",
    count: 0,
    private: false,
  });
});
