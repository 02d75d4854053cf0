import { expect, it } from "vitest";
import { modelLabel } from "../../../../src/app/metrics/model-label.ts";

it("names documented models, under their own name", () => {
  expect(modelLabel("provider-a/image-2")).toBe("provider-a/image-2");
  expect(modelLabel("IMAGE-2")).toBe("provider-a/image-2");
  expect(modelLabel("gamma3.0-video-720p")).toBe("gamma3.0-video-720p");
});

it("gives all other models one label, so that requests can't add series", () => {
  expect(modelLabel("somebody's-model")).toBe("other");
  // The suffix rule fits any name.
  expect(modelLabel("somebody's-model-720p")).toBe("other");
  expect(modelLabel(undefined)).toBe("other");
});
