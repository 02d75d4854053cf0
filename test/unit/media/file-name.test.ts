import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressName, correctedName, plainName, FILE_NAME_CHARACTERS } from "../../../src/media/file-name.ts";
import { FILE_TYPES, findFileType, type FileType } from "../../../src/media/file-type.ts";

function typeOf(mimeType: string): FileType {
  const type = findFileType(mimeType);
  if (!type) throw new Error(mimeType);
  return type;
}

describe("a name gets the extension of its bytes' type", () => {
  it.each([
    ["cat.png", "image/png", "cat.png"],
    ["cat.jpeg", "image/jpeg", "cat.jpeg"],
    ["cat.heic", "image/png", "cat.png"],
    ["clip.mp4", "video/quicktime", "clip.mov"],
    ["song", "audio/mpeg", "song.mp3"],
    ["song.MP3", "audio/mpeg", "song.MP3"],
    ["beach 2024.07", "image/jpeg", "beach 2024.07.jpg"],
    ["v1.5 final", "image/png", "v1.5 final.png"],
    ["picture.tar.gz", "image/png", "picture.tar.png"],
    [".png", "image/png", "png.png"],
    ["", "image/webp", "file.webp"],
    ["猫.图片", "image/png", "猫.图片.png"],
  ])("%s as %s becomes %s", (given, mimeType, name) => {
    expect(correctedName(given, typeOf(mimeType))).toBe(name);
  });
});

describe("a name loses characters that can't be shown", () => {
  it.each([
    ["a/b\\c.png", "c.png"],
    ["../..", "file"],
    ["a\nb\t c.png", "ab c.png"],
    ["gnp.\u202Eexe.png", "gnp.exe.png"],
    ["nul\0.png", "nul.png"],
    ["\uD83E.png", "\uFFFD.png"],
  ])("%j becomes %j", (given, name) => {
    expect(plainName(given)).toBe(name);
  });
});

it("any name stays a name: short, on one line, without folders, with the right extension", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.constantFrom(...FILE_TYPES), (given, type) => {
      const name = correctedName(given, type);
      expect(name.length).toBeGreaterThan(0);
      expect(Array.from(name).length).toBeLessThanOrEqual(FILE_NAME_CHARACTERS);
      expect(name).not.toMatch(/[/\\\p{Cc}]/u);
      expect(type.extensions).toContain(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
      expect(name.isWellFormed()).toBe(true);
    }),
  );
});

describe("a name for a URL has letters, digits and hyphens only", () => {
  it.each([
    ["My Song (final).mp3", "my-song-final"],
    ["Café.mp3", "cafe"],
    ["我的歌.mp3", "audio"],
    ["../../x.mp3", "x"],
    ["a%2Fb?c#d.mp3", "a-2fb-c-d"],
  ])("%s becomes %s", (given, name) => {
    expect(addressName(given, "audio")).toBe(name);
  });
});
