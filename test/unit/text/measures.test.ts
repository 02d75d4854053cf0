import { expect, it } from "vitest";
import { progressBar } from "../../../src/text/render/measures.ts";

it.each([
  [-1, 0],
  [0, 0],
  [0.1, 1],
  [5, 1],
  [19, 1],
  [99, 9],
  [100, 10],
  [101, 10],
])("fills a bar of ten cells for %s % up to %s", (percent, full) => {
  expect(progressBar(percent)).toBe("▰".repeat(full) + "▱".repeat(10 - full));
});
