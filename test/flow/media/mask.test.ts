import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkMask } from "../../../src/media/mask.ts";
import type { TurnOf } from "../../../src/media/fair-queue.ts";
import type { Reference } from "../../../src/core/request/reference.ts";
import { startTestIntake, type TestIntake } from "../../support/media/intake.ts";
import * as good from "../../support/media/media-files.ts";

let test: TestIntake;
let image: Reference;

beforeAll(async () => {
  test = await startTestIntake();
  image = await taken(await good.jpeg(), "photo.jpg");
});

afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function taken(bytes: Buffer, name: string): Promise<Reference> {
  const result = await test.take(bytes, name, ["image"]);
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.reference;
}

const MAX: TurnOf = { organisationId: "studio", accountId: "max" };
const problemsOf = (given: Reference, first: Reference | undefined) =>
  test.intake.checkMask(given, first, MAX, new AbortController().signal);

/** A single-colour mask whose last pixel has a different opacity. */
async function mask(width: number, height: number, alpha: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4, 255);
  pixels[pixels.length - 1] = alpha;
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

describe("a mask is accepted", () => {
  it("with a single transparent pixel", async () => {
    expect(await problemsOf(await taken(await mask(96, 64, 0), "mask.png"), image)).toEqual([]);
  });

  it("with a transparent colour of its palette", async () => {
    const palette = await sharp(await mask(96, 64, 0))
      .png({ palette: true })
      .toBuffer();
    expect(await problemsOf(await taken(palette, "mask.png"), image)).toEqual([]);
  });

  it("without a picture, which another rule refuses", async () => {
    expect(await problemsOf(await taken(await mask(30, 30, 0), "mask.png"), undefined)).toEqual([]);
  });

  it("for a picture that was rotated upright", async () => {
    const photo = await good.picture(96, 64).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const upright = await taken(photo, "phone.jpg");
    expect(await problemsOf(await taken(await mask(64, 96, 0), "mask.png"), upright)).toEqual([]);
  });
});

describe("a mask is refused", () => {
  it("if nothing in it is transparent", async () => {
    const problems = await problemsOf(await taken(await mask(96, 64, 255), "mask.png"), image);
    expect(problems).toEqual([{ rule: "mask_opaque", name: "mask.png" }]);
  });

  it("if it has no alpha channel", async () => {
    const problems = await problemsOf(await taken(await good.png(), "mask.png"), image);
    expect(problems).toEqual([{ rule: "mask_opaque", name: "mask.png" }]);
  });

  it("if it is not a PNG", async () => {
    const problems = await problemsOf(await taken(await good.webp(), "mask.png"), image);
    expect(problems).toEqual([{ rule: "mask_type", name: "mask.webp", found: "WebP" }]);
  });

  it("if its size differs, naming both sizes", async () => {
    const problems = await problemsOf(await taken(await mask(64, 96, 0), "mask.png"), image);
    const sizes = {
      mask: { name: "mask.png", width: 64, height: 96 },
      image: { name: "photo.jpg", width: 96, height: 64 },
    };
    expect(problems).toEqual([{ rule: "mask_size", ...sizes }]);
  });

  it("with all problems at once", async () => {
    const pixels = randomBytes(1_300 * 1_100 * 3);
    const large = await sharp(pixels, { raw: { width: 1_300, height: 1_100, channels: 3 } })
      .webp({ lossless: true, effort: 0 })
      .toBuffer();
    const problems = await problemsOf(await taken(large, "mask.webp"), image);
    expect(problems.map(({ rule }) => rule)).toEqual(["mask_type", "mask_too_large", "mask_size"]);
  });
});

it("is decoded in its member's turn", async () => {
  const turns: TurnOf[] = [];
  const inspector = {
    mask: async (_order: unknown, of: TurnOf) => {
      turns.push(of);
      return { transparent: true };
    },
  };
  const given = await taken(await mask(96, 64, 0), "mask.png");
  const parts = { media: test.media, inspector };
  expect(await checkMask(given, image, MAX, parts, new AbortController().signal)).toEqual([]);
  expect(turns).toEqual([MAX]);
});
