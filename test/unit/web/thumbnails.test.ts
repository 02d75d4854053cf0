import { describe, expect, it } from "vitest";
import type { FileView } from "../../../src/platforms/console/api/api.ts";
import { thumbnailSet } from "../../../src/web/state/log/thumbnails.ts";

const PICTURE: FileView = {
  id: "1",
  url: "/api/files/1/fox.png",
  name: "fox.png",
  mimeType: "image/png",
  bytes: 600_000,
  description: "a fox",
  width: 1024,
  height: 1024,
};
const widthsOf = (file: FileView): number[] =>
  (thumbnailSet(file) ?? "")
    .split(", ")
    .flatMap((one) => (one === "" ? [] : [Number.parseInt(one.split(" ")[1] ?? "")]));

describe("a picture's thumbnails", () => {
  it("are those that are narrower than it, each with its address and width", () => {
    expect(thumbnailSet({ ...PICTURE, width: 700 })).toBe(
      "/api/files/1/fox.png?width=320 320w, /api/files/1/fox.png?width=480 480w",
    );
    expect(widthsOf(PICTURE)).toEqual([320, 480, 960]);
    expect(widthsOf({ ...PICTURE, width: 480 })).toEqual([320]);
    expect(widthsOf({ ...PICTURE, width: 320 })).toEqual([]);
  });

  it("are all there may be if its width is unknown", () => {
    const { width: _width, ...unknown } = PICTURE;
    expect(widthsOf(unknown)).toEqual([320, 480, 960]);
  });

  it.each<[why: string, change: Partial<FileView>]>([
    ["is small in bytes", { bytes: 20_000 }],
    ["may be animated", { mimeType: "image/gif" }],
    ["is of a type without thumbnails", { mimeType: "image/svg+xml" }],
  ])("are left out if it %s", (_why, change) => {
    expect(thumbnailSet({ ...PICTURE, ...change })).toBeUndefined();
  });
});
