import { describe, expect, it } from "vitest";
import { noUsableModel } from "../../../../src/command/make/no-usable-model.ts";
import type { FieldValues } from "../../../../src/core/chat/event.ts";
import { en } from "../../../../src/text/en/index.ts";

const why = (service: "image" | "video", options: FieldValues) =>
  noUsableModel(service, { prompt: "a fox", ...options }, en);

describe("options of a request", () => {
  it.each<["image" | "video", FieldValues]>([
    ["image", {}],
    ["image", { size: "2K", count: 3 }],
    // Only one model has this quality, and not the default one.
    ["image", { quality: "max" }],
    ["image", { model: "provider-a/image-2.5-flare", quality: "max" }],
    ["video", {}],
    ["video", { seconds: 30 }],
    ["video", { resolution: "2k" }],
    ["video", { model: "gamma3.0-video-480p", seconds: 2 }],
    // A key's own list may name it.
    ["video", { model: "new-model", seconds: 99 }],
    ["video", { seconds: 99 }],
  ])("can be used with some model: %s %j", (service, options) => {
    expect(why(service, options)).toBeUndefined();
  });

  it.each<["image" | "video", FieldValues, string]>([
    ["image", { quality: "best" }, "best"],
    ["image", { count: 99 }, "99"],
    ["image", { model: "no-such-model" }, "no-such-model"],
    ["image", { model: "provider-a/image-2", quality: "max" }, "max"],
    ["video", { model: "gamma3.0-video-480p", seconds: 31 }, "31"],
    ["video", { model: "beta-2.0-mini-12s", aspect_ratio: "16:9" }, "aspect_ratio"],
    ["video", { aspect_ratio: "wide" }, "wide"],
  ])("can be used with no model, and the reason is told: %s %j", (service, options, reason) => {
    expect(why(service, options)).toContain(reason);
  });

  it("never repeat a key that was typed by mistake", () => {
    expect(why("image", { size: "sk-live0123456789abcdefghij" })).toBe(en.keys.typed.unshown);
  });
});
