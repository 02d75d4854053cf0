import { Damage, need, needUpTo, type FileReader } from "./reader.ts";
import type { Outline } from "./outline.ts";

/** PNG, third edition, section 5: a signature, then chunks of length, type, data and CRC; `IHDR` first, `IEND` last. */
export async function* pngChunks(
  reader: FileReader,
): AsyncGenerator<{ readonly type: string; readonly from: number; readonly to: number }, void, undefined> {
  for (let offset = 8; ;) {
    reader.step();
    const chunk = await need(reader, offset, 8);
    const type = chunk.toString("latin1", 4, 8);
    if (!/^[A-Za-z]{4}$/.test(type)) throw new Damage("unreadable", "a PNG chunk without a type");
    const from = offset;
    offset += 12 + chunk.readUInt32BE(0);
    needUpTo(reader, offset);
    yield { type, from, to: offset };
    if (type === "IEND") return;
  }
}

/** Checks that a PNG has all its chunks, and returns its size. */
export async function scanPng(reader: FileReader): Promise<Outline> {
  const header = await need(reader, 8, 16);
  if (header.readUInt32BE(0) !== 13 || header.toString("latin1", 4, 8) !== "IHDR") {
    throw new Damage("unreadable", "a PNG without a header");
  }
  const size = { width: header.readUInt32BE(8), height: header.readUInt32BE(12) };
  let end = 0;
  let hasPixels = false;
  for await (const { type, to } of pngChunks(reader)) {
    if (type === "IDAT") hasPixels = true;
    end = to;
  }
  if (!hasPixels) throw new Damage("unreadable", "a PNG without pixels");
  return { end, ...size };
}
