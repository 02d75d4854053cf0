import { IMAGE_MODELS } from "../../../../../src/core/request/image/image-models.ts";
import { VIDEO_MODEL_NAMES } from "../../../../../src/core/request/video/video-models.ts";
import { describe, expect, it } from "vitest";
import { combine } from "../../../../../src/core/account/policy/combine.ts";
import { allowedModelsOf, type AllowedModels } from "../../../../../src/core/account/policy/allowed-models.ts";
import type { PolicySettings } from "../../../../../src/core/account/policy/policy.ts";
import { ORGANISATION_SCOPE, type Scope } from "../../../../../src/core/account/policy/scope.ts";

const CHANNEL: Scope = { kind: "channel", id: "console:main:general" };

/** The models allowed by these channel and organisation rules. */
function offered(
  listed: readonly string[] | undefined,
  channel: PolicySettings = {},
  all: PolicySettings = {},
): AllowedModels {
  const rules = [
    { scope: ORGANISATION_SCOPE, settings: all },
    { scope: CHANNEL, settings: channel },
  ];
  return allowedModelsOf(combine(rules), listed);
}

describe("while the gateway's list is unknown", () => {
  it("offers the catalogue, with the default models", () => {
    const allowedModels = offered(undefined);
    expect(allowedModels.imageModels).toEqual(IMAGE_MODELS.map(({ name }) => name));
    expect(allowedModels.imageModel).toBe("provider-a/image-2");
    expect(allowedModels.videoModels.toSorted()).toEqual(VIDEO_MODEL_NAMES.toSorted());
    expect(allowedModels.videoModels[0]).toBe("gamma3.0-video-720p");
    expect(allowedModels.videoModel()).toBe("gamma3.0-video-720p");
  });

  it("offers only allowed models, the channel's default first", () => {
    const allowedModels = offered(undefined, { models: ["provider-b/*", "*-480p"], imageModel: "pro-image-3" });
    expect(allowedModels.imageModels).toEqual(["provider-b/flash-image-3.1", "provider-b/pro-image-3"]);
    expect(allowedModels.imageModel).toBe("provider-b/pro-image-3");
    expect(allowedModels.videoModels.every((name) => name.endsWith("-480p"))).toBe(true);
    expect(allowedModels.videoModels).toContain(allowedModels.videoModel());
  });

  it("ignores a default that another scope forbids", () => {
    const allowedModels = offered(undefined, { imageModel: "image-2" }, { models: ["provider-b/*"] });
    expect(allowedModels.imageModel).toBe("provider-b/flash-image-3.1");
  });

  it("finds a model that meets requirements, if there is one", () => {
    const allowedModels = offered(undefined);
    expect(allowedModels.videoModel((model) => model.face)).toBe("beta-2.5-30img");
    expect(allowedModels.videoModel(() => false)).toBe("gamma3.0-video-720p");
  });
});

describe("when the gateway's list is known", () => {
  const LISTED = ["mystery-1", "beta-2.0-15s-480p", "sd2.5(9参考图)", "gamma3.0-video-720p"];

  it("offers only listed models, documented ones first, each part in order", () => {
    expect(offered(LISTED).videoModels).toEqual([
      "beta-2.0-15s-480p",
      "sd2.5(9参考图)",
      "gamma3.0-video-720p",
      "mystery-1",
    ]);
    expect(offered(["new-model", "other"], { models: ["new-*"] }).videoModels).toEqual(["new-model"]);
    expect(offered([]).videoModels).toEqual([]);
  });

  it("defaults to the first usable documented model that needs no picture", () => {
    expect(offered(LISTED).videoModel()).toBe("sd2.5(9参考图)");
    expect(offered(["mystery-1"]).videoModel()).toBe("mystery-1");
    expect(offered([]).videoModel()).toBeUndefined();
  });

  it("prefers the organisation's default if listed and allowed", () => {
    const all = { videoModel: "gamma3.0-video-720p" };
    expect(offered(LISTED, {}, all).videoModel()).toBe("gamma3.0-video-720p");
    expect(offered(LISTED.slice(0, -1), {}, all).videoModel()).toBe("sd2.5(9参考图)");
    expect(offered(LISTED, { models: ["sd*", "mystery-1"] }, all).videoModel()).toBe("sd2.5(9参考图)");
  });

  it("avoids a default whose clips would be too long, if there is another", () => {
    const listed = ["alpha-h3(933/2K/支持真人)", "sd2.5(9参考图)"];
    expect(offered(listed).videoModel()).toBe("alpha-h3(933/2K/支持真人)");
    expect(offered(listed, { maxSeconds: 10 }).videoModel()).toBe("sd2.5(9参考图)");
  });

  it("says for each model whether it may be used", () => {
    const { mayUse, isListed } = offered(LISTED, { models: ["sd*", "image-2"] });
    expect(["sd2.5(9参考图)", "SD2.5(9参考图)", "provider-a/image-2"].map(mayUse)).toEqual([true, true, true]);
    expect(["gamma3.0-video-720p", "sd2.0(9-0-0)", "provider-b/pro-image-3"].map(mayUse)).toEqual([
      false,
      false,
      false,
    ]);
    expect(["gamma3.0-video-720p", "sd2.0(9-0-0)"].map(isListed)).toEqual([true, false]);
  });
});

it("offers nothing if the rules allow nothing", () => {
  const allowedModels = offered(undefined, { models: ["nothing-like-it"] });
  expect(allowedModels).toMatchObject({ imageModels: [], videoModels: [], imageModel: undefined });
  expect(allowedModels.videoModel()).toBeUndefined();
});
