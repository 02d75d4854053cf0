import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestIntake, type TestIntake } from "../support/intake.ts";
import * as good from "../support/media-files.ts";

const MIB = 1024 * 1024;
/**
 * What resident memory may grow by while a file is taken in, whatever the file is, when the buffers that are done with are
 * collected. Left alone, the collector lets up to 85 MB of them lie, for a bare pipe as well: that would measure it, not us.
 */
const MAY_GROW = 64 * MIB;
const COLLECT_EVERY = 4 * MIB;

let test: TestIntake;
let collect: () => void;

beforeAll(async () => {
  test = await startTestIntake();
  setFlagsFromString("--expose_gc");
  collect = runInNewContext("gc") as () => void;
  // What is loaded and allocated once is no growth.
  await take(() => chunks(good.mp3(2_000)), "warm.mp3");
  await take(async () => chunks(await good.png()), "warm.png");
});

afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

/** Files in pieces of 64 KiB, each of them new memory, as they come from a socket. */
function* chunks(bytes: Buffer, times = 1): Generator<Buffer> {
  let uncollected = 0;
  for (let time = 0; time < times; time++) {
    for (let at = 0; at < bytes.length; at += 65_536) {
      const piece = Buffer.from(bytes.subarray(at, at + 65_536));
      uncollected += piece.length;
      if (uncollected > COLLECT_EVERY) {
        collect();
        uncollected = 0;
      }
      yield piece;
    }
  }
}

/** Takes a file in and returns what came of it, and how far resident memory rose meanwhile. */
async function take(source: () => Iterable<Buffer> | Promise<Iterable<Buffer>>, name: string) {
  const open = async (): Promise<Readable> => Readable.from(await source(), { objectMode: false });
  collect();
  const before = process.memoryUsage.rss();
  let most = before;
  const look = (): void => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const looking = setInterval(look, 2);
  const taken = await test.intake.take({ name, open }, ["image", "video", "audio"], new AbortController().signal);
  clearInterval(looking);
  look();
  return { taken, grown: most - before };
}

it("a sound of nearly 80 MiB", async () => {
  const second = good.mp3(100);
  const { taken, grown } = await take(() => chunks(second, Math.floor((79 * MIB) / second.length)), "long.mp3");
  expect(taken.ok).toBe(true);
  expect(grown).toBeLessThan(MAY_GROW);
});

it("2 GB that were announced as less", async () => {
  const { taken, grown } = await take(() => chunks(Buffer.alloc(MIB, 3), 2_000), "huge.png");
  expect(taken).toMatchObject({ ok: false, problem: { rule: "file_too_large" } });
  expect(grown).toBeLessThan(MAY_GROW);
});

it("a picture that must be decoded as a whole: 24 million pixels, turned, and of a type that is converted", async () => {
  const large = sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: "#285" } });
  const [turned, gif] = [
    await large.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    await large.clone().gif({ effort: 1 }).toBuffer(),
  ];
  const photo = await take(() => chunks(turned), "photo.jpg");
  expect(photo.taken).toMatchObject({ ok: true, reference: { width: 4_000, height: 6_000 } });
  expect(photo.grown).toBeLessThan(MAY_GROW);
  const converted = await take(() => chunks(gif), "drawing.gif");
  expect(converted.taken).toMatchObject({ ok: true, reference: { converted: "GIF" } });
  expect(converted.grown).toBeLessThan(MAY_GROW);
});

it("a bomb", async () => {
  const bomb = good.claimPngSize(await good.png(), 50_000, 50_000);
  const { taken, grown } = await take(() => chunks(bomb), "bomb.png");
  expect(taken).toMatchObject({ ok: false, problem: { rule: "too_many_pixels" } });
  expect(grown).toBeLessThan(MAY_GROW);
});
