import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, type InputTrack } from "mediabunny";
import sharp from "sharp";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OWN_TURN } from "../../../src/media/fair-queue.ts";
import { startTestIntake, type TestIntake } from "../../support/media/intake.ts";
import * as good from "../../support/media/media-files.ts";
import * as told from "../../support/media/private-files.ts";

const never = new AbortController().signal;
let test: TestIntake;

beforeAll(async () => {
  test = await startTestIntake();
});

afterAll(() => test[Symbol.asyncDispose]());

/** The stored version of a request's file. */
async function taken(bytes: Buffer): Promise<Buffer> {
  const result = await test.take(bytes, "file");
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  expect(result.isAsGiven).toBe(false);
  const kept = await buffer(await test.media.open(result.reference.hash));
  expect(result.reference.bytes).toBe(kept.length);
  return kept;
}

/** The stored version of a file that people show each other. */
async function shown(bytes: Buffer): Promise<Buffer> {
  const { hash } = await test.intake.keep(Readable.from([bytes]), 1e9, OWN_TURN, never);
  return buffer(await test.media.open(hash));
}

/** Whether the bytes contain the place, as plain text or in UTF-16. */
function tellsPlace(bytes: Buffer): boolean {
  return bytes.includes(told.PLACE) || bytes.includes(Buffer.from(told.PLACE, "utf16le"));
}

const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();

describe.each([
  ["JPEG", told.privateJpeg],
  ["PNG", told.privatePng],
  ["WebP", told.privateWebp],
] as const)("a photo: %s", (_type, make) => {
  it("keeps its pixels and colours, and nothing that reveals where it was taken", async () => {
    const before = await make();
    expect(tellsPlace(before)).toBe(true);
    const given = await sharp(before).metadata();
    expect([given.exif, given.xmp, given.icc].every((part) => part !== undefined)).toBe(true);
    for (const kept of [await taken(before), await shown(before)]) {
      expect(tellsPlace(kept)).toBe(false);
      const { exif, xmp, iptc, comments, icc } = await sharp(kept).metadata();
      expect([exif, xmp, iptc, comments]).toEqual([undefined, undefined, undefined, undefined]);
      expect(icc?.equals(given.icc ?? Buffer.alloc(0))).toBe(true);
      expect((await pixelsOf(kept)).equals(await pixelsOf(before))).toBe(true);
    }
  });

  it("is stored upright", async () => {
    const before = await make(6);
    expect((await sharp(before).metadata()).orientation).toBe(6);
    for (const kept of [await taken(before), await shown(before)]) {
      expect(tellsPlace(kept)).toBe(false);
      const { exif, xmp, orientation, width, height, icc } = await sharp(kept).metadata();
      expect({ exif, xmp, orientation, width, height }).toEqual({ width: 64, height: 96 });
      expect(icc).toBeDefined();
    }
  });

  it("stays unchanged the second time", async () => {
    const once = await shown(await make());
    const again = await test.take(once, "again");
    expect(again).toMatchObject({ ok: true, isAsGiven: true });
  });
});

it("a motion photo loses its clip, and the place with it", async () => {
  const before = await told.privateMotionPhoto();
  const photo = await taken(await told.privateJpeg());
  for (const kept of [await taken(before), await shown(before)]) expect(kept.equals(photo)).toBe(true);
});

it("a JPEG keeps what decoders need: its first segment without the preview, and Adobe's", async () => {
  const kept = await taken(await told.privateJpeg());
  const jfif = kept.indexOf("JFIF");
  expect(kept.readUInt16BE(jfif - 2)).toBe(16);
  expect([...kept.subarray(jfif + 12, jfif + 14)]).toEqual([0, 0]);
  expect(kept.readUInt16BE(kept.indexOf("Adobe") - 2)).toBe(14);
});

it("an animated GIF becomes its first frame for a request, and stays animated where it is shown", async () => {
  const before = await told.privateGif();
  expect(tellsPlace(before)).toBe(true);
  expect(tellsPlace(await taken(before))).toBe(false);
  const kept = await shown(before);
  expect(tellsPlace(kept)).toBe(false);
  expect(kept.includes("XMP Data")).toBe(false);
  expect(await sharp(kept).metadata()).toMatchObject({ pages: 2, loop: 0, delay: [100, 100] });
  const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes, { animated: true }).raw().toBuffer();
  expect((await pixels(kept)).equals(await pixels(before))).toBe(true);
});

it("an AVIF becomes a PNG for a request, and stays an AVIF where it is shown", async () => {
  const before = await told.privateAvif();
  const given = await sharp(before).metadata();
  expect([given.exif, given.xmp].every((part) => part !== undefined)).toBe(true);
  const converted = await taken(before);
  expect(tellsPlace(converted)).toBe(false);
  expect(await sharp(converted).metadata()).toMatchObject({ format: "png" });
  const kept = await shown(before);
  expect(tellsPlace(kept)).toBe(false);
  const { exif, xmp, icc, format } = await sharp(kept).metadata();
  expect({ exif, xmp, format }).toEqual({ format: "heif" });
  expect(icc?.equals(given.icc ?? Buffer.alloc(0))).toBe(true);
  expect((await pixelsOf(kept)).equals(await pixelsOf(before))).toBe(true);
});

/** All video and audio packets. */
async function packetsOf(bytes: Buffer) {
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const all = async (track: InputTrack | null) => {
    const packets: string[] = [];
    if (!track) return packets;
    for await (const packet of new EncodedPacketSink(track).packets()) {
      packets.push(`${packet.timestamp} ${packet.type} ${Buffer.from(packet.data).toString("base64")}`);
    }
    return packets;
  };
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  return { video: await all(video), audio: await all(audio), seconds: await input.computeDuration() };
}

async function wordsIn(bytes: Buffer) {
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const tracks = await input.getTracks();
  const names = await Promise.all(tracks.map((track) => track.getName()));
  return { tags: await input.getMetadataTags(), types: tracks.map(({ type }) => type), names };
}

describe.each([
  ["MP4", told.privateMp4],
  ["MOV", told.privateMov],
  ["MP4 in fragments", told.privateFragmentedMp4],
  ["WebM", told.privateWebm],
  ["WebM from a recorder", told.privateLiveWebm],
] as const)("a clip: %s", (_type, make) => {
  it("keeps every video and audio packet, and no tag, name, date, place or subtitle", async () => {
    const before = await make();
    expect(tellsPlace(before)).toBe(true);
    const given = await packetsOf(before);
    expect([given.video.length, given.audio.length]).toEqual([20, 20]);
    for (const kept of [await taken(before), await shown(before)]) {
      expect(tellsPlace(kept)).toBe(false);
      expect(await packetsOf(kept)).toEqual(given);
      const { tags, types, names } = await wordsIn(kept);
      expect({ ...tags, raw: {} }).toEqual({ raw: {} });
      expect(types.toSorted()).toEqual(["audio", "video"]);
      expect(names.filter((name) => name)).toEqual([]);
      expect(kept.includes(Buffer.from("e0000001", "hex"))).toBe(false);
    }
  });

  it("stays unchanged the second time", async () => {
    expect(await test.take(await shown(await make()), "again")).toMatchObject({ ok: true, isAsGiven: true });
  });
});

it("an MP3 keeps only its sound", async () => {
  const before = told.privateMp3();
  expect(tellsPlace(before)).toBe(true);
  expect((await taken(before)).equals(good.mp3(383))).toBe(true);
  expect((await shown(before)).equals(good.mp3(383))).toBe(true);
});

it("a WAV keeps only its format and its sound", async () => {
  const before = told.privateWav();
  expect(tellsPlace(before)).toBe(true);
  expect((await taken(before)).equals(good.wav(2))).toBe(true);
  expect((await shown(before)).equals(good.wav(2))).toBe(true);
});

it("other files are shown unchanged", async () => {
  for (const text of ["a note", "", "<html>", "%PDF-1.7"]) {
    expect((await shown(Buffer.from(text))).toString()).toBe(text);
  }
});

const MAKERS = {
  jpeg: told.privateJpeg,
  png: told.privatePng,
  webp: told.privateWebp,
  gif: told.privateGif,
  avif: told.privateAvif,
  mp4: told.privateMp4,
  mov: told.privateMov,
  fragmented: told.privateFragmentedMp4,
  webm: told.privateWebm,
  live: told.privateLiveWebm,
  mp3: async () => told.privateMp3(),
  wav: async () => told.privateWav(),
};

describe("a truncated file reveals no more than a whole one", () => {
  it.each(Object.entries(MAKERS))("%s", async (_type, make) => {
    const whole = await make();
    for (let share = 0.05; share < 1; share += 0.05) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      const kept = await shown(cut);
      expect([share, tellsPlace(kept)]).toEqual([share, false]);
    }
  });
});

it("changed bytes never break the intake, nor make a file longer", async () => {
  const samples = await Promise.all(Object.values(MAKERS).map((make) => make()));
  const change = fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), to: fc.nat({ max: 255 }) });
  const mutant = fc.record({
    sample: fc.constantFrom(...samples),
    changes: fc.array(change, { minLength: 1, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(mutant, async ({ sample, changes }) => {
      const bytes = Buffer.from(sample);
      for (const { at, to } of changes) bytes[Math.floor(at * bytes.length)] = to;
      expect((await shown(bytes)).length).toBeLessThanOrEqual(bytes.length);
    }),
    { numRuns: 200 },
  );
});
