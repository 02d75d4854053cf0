import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createBufferReader } from "../../../src/media/container-scan/reader.ts";
import { scrubBoxes } from "../../../src/media/scrub/boxes.ts";
import { applyEdits, type Edit, type Edits } from "../../../src/media/scrub/byte-edits.ts";
import { box } from "../../support/media/private-files.ts";

/** The start of a box that has a version and flags, and the given numbers of 32 bits. */
function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 + index * 4);
  return bytes;
}

/** A clip with one track of no media type. It has this many samples of one byte, each in a chunk beyond the file's end. */
function clipWithChunks(count: number): Buffer {
  const samples = box(
    "stbl",
    box("stsz", numbers(1, count)),
    box("stsc", numbers(1, 1, 1, 1)),
    box("stco", numbers(count), Buffer.alloc(count * 4, 0xff)),
  );
  const track = box("trak", box("mdia", box("minf", samples)));
  return Buffer.concat([box("ftyp", Buffer.from("isom")), box("moov", track)]);
}

async function editsOf(bytes: Buffer): Promise<Edit[]> {
  return Array.fromAsync(scrubBoxes(createBufferReader(bytes)));
}

it("samples beyond the end of the file are not removed one by one", async () => {
  const clip = clipWithChunks(20_000);
  const edits = await editsOf(clip);
  expect(edits.map((edit) => edit.do)).toEqual(["write", "blank", "cut"]);
  expect(edits.at(-1)).toEqual({ do: "cut", from: clip.length, to: clip.length });
});

it("an index of more chunks than any honest clip has is cut off", async () => {
  const clip = clipWithChunks(1_000_001);
  expect(await editsOf(clip)).toEqual([{ do: "cut", from: 12, to: clip.length }]);
});

it("items without content in the file are not removed one by one", async () => {
  const exif = box("infe", Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), Buffer.from("Exif\0"));
  // Version 0, no width for offsets, lengths and bases: one item with 65,535 empty extents.
  const places = box("iloc", Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xff]));
  const information = box("iinf", Buffer.from([0, 0, 0, 0, 0, 1]), exif);
  const meta = box("meta", Buffer.alloc(4), box("pitm", Buffer.alloc(6)), information, places);
  const edits = await editsOf(Buffer.concat([box("ftyp", Buffer.from("avif")), meta]));
  expect(edits.map((edit) => edit.do)).toEqual(["blank", "write", "cut"]);
});

async function* nothing(times: number): Edits {
  for (let index = 0; index < times; index++) yield { do: "blank", from: 0, to: 0 };
}

it("a long list of edits lets the process do other work meanwhile", async () => {
  const folder = await mkdtemp(join(tmpdir(), "easel-edits-"));
  const file = await open(join(folder, "file"), "w+");
  let turns = 0;
  const count = (): void => {
    turns += 1;
    pending = setImmediate(count);
  };
  let pending = setImmediate(count);
  onTestFinished(async () => {
    clearImmediate(pending);
    await file.close();
    await rm(folder, { recursive: true });
  });
  expect(await applyEdits(file, 0, nothing(50_000), new AbortController().signal)).toBe(false);
  expect(turns).toBeGreaterThanOrEqual(99);
});
