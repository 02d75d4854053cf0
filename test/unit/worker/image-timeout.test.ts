import { expect, it } from "vitest";
import { DEFAULT_IMAGE_TIMEOUT_MS } from "../../../src/lib/limits.ts";
import { deadlineMoveMs } from "../../../src/worker/image-timeout.ts";

const DEFAULT_SECONDS = DEFAULT_IMAGE_TIMEOUT_MS / 1000;
const guided = (timeoutSeconds: number) => ({ tier: "1K", timeoutSeconds, milestones: [] });

it.each([
  ["the first, longer than the default", undefined, DEFAULT_SECONDS + 30, 30_000],
  ["the first, shorter than the default", undefined, DEFAULT_SECONDS - 30, -30_000],
  ["the first, like the default", undefined, DEFAULT_SECONDS, 0],
  ["a longer one than before", 300, 301, 1_000],
  ["the same as before", 300, 300, undefined],
  ["a shorter one than before, which may be the remaining time", 300, 299, undefined],
])("a running picture's deadline moves by its guidance: %s", (_which, before, now, moveMs) => {
  expect(deadlineMoveMs(before === undefined ? undefined : guided(before), guided(now))).toBe(moveMs);
});
