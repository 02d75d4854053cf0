import { expect, it } from "vitest";
import { createMeters } from "../../../../src/app/metrics/meters.ts";
import { measuredThumbnails } from "../../../../src/app/metrics/thumbnails.ts";
import { OWN_TURN } from "../../../../src/media/fair-queue.ts";
import type { Thumbnails } from "../../../../src/media/thumbnails.ts";
import { totalOf } from "../../../support/metrics/samples.ts";

const PICTURE = { hash: "a".repeat(64), bytes: 1 };

it.each<[string, Thumbnails["find"]]>([
  ["found", async () => ({ name: "thumbnail", bytes: 7 })],
  ["none", async () => undefined],
  ["failed", () => Promise.reject(new Error("the store is away"))],
])("measures a thumbnail that is %s", async (outcome, find) => {
  const meters = createMeters();
  const thumbnails = measuredThumbnails({ find, preview: async () => undefined }, meters);
  const asked = thumbnails.find(PICTURE, 320, OWN_TURN, new AbortController().signal);
  expect((await Promise.allSettled([asked]))[0].status).toBe(outcome === "failed" ? "rejected" : "fulfilled");
  expect(totalOf(await meters.text(), "easel_thumbnail_seconds_count", { outcome })).toBe(1);
});
