import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFonts } from "../../../src/media/fonts.ts";
import { drawPicture } from "../../../src/sandbox/render/draw-picture.ts";

const fonts = openFonts();
const EDGE = 256;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-captions-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function draw(prompt: string, images: readonly string[] = []): Promise<Buffer> {
  const picture: Parameters<typeof drawPicture>[1] = {
    prompt,
    model: "provider-a/image-2",
    width: EDGE,
    height: EDGE,
    tier: "1K",
    format: "png",
    transparent: false,
    seed: 7,
    images: [],
  };
  return drawPicture(fonts, picture, { images: [...images], mask: undefined });
}

/** The strongest step in brightness between neighbours in a row, in rows from `top` to `bottom`: letters have strong ones. */
async function sharpest(file: Buffer, top: number, bottom: number): Promise<number> {
  const rows = sharp(file)
    .extract({ left: 20, top, width: EDGE - 40, height: bottom - top })
    .greyscale();
  const { data, info } = await rows.raw().toBuffer({ resolveWithObject: true });
  let most = 0;
  for (let index = 1; index < data.length; index += 1) {
    if (index % info.width === 0) continue;
    most = Math.max(most, Math.abs((data[index] ?? 0) - (data[index - 1] ?? 0)));
  }
  return most;
}

describe("the caption of an edit", () => {
  it("covers a longer earlier caption completely", async () => {
    const path = join(folder, "long.png");
    const before = await draw("hills at dusk with very many words about the grass and the wind ".repeat(4));
    await writeFile(path, before);
    const after = await draw("dusk", [path]);
    // Above the new caption, where the first lines of the old one were.
    const [top, bottom] = [Math.round(EDGE * 0.68), Math.round(EDGE * 0.8)];
    expect(await sharpest(before, top, bottom)).toBeGreaterThan(60);
    expect(await sharpest(after, top, bottom)).toBeLessThan(15);
  });
});
