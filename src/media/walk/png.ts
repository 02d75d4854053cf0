import { Damage, need, needUpTo, type FileReader } from "./reader.ts";
import type { Outline } from "./outline.ts";

/** PNG, third edition, section 5: a signature, then chunks of length, type, data and CRC; `IHDR` first, `IEND` last. */
export async function walkPng(reader: FileReader): Promise<Outline> {
  const header = await need(reader, 8, 16);
  if (header.readUInt32BE(0) !== 13 || header.toString("latin1", 4, 8) !== "IHDR") {
    throw new Damage("unreadable", "a PNG without a header");
  }
  const width = header.readUInt32BE(8);
  const height = header.readUInt32BE(12);
  let hasPixels = false;
  for (let offset = 8; ;) {
    reader.step();
    const chunk = await need(reader, offset, 8);
    const type = chunk.toString("latin1", 4, 8);
    if (!/^[A-Za-z]{4}$/.test(type)) throw new Damage("unreadable", "a PNG chunk without a type");
    offset += 12 + chunk.readUInt32BE(0);
    needUpTo(reader, offset);
    if (type === "IDAT") hasPixels = true;
    if (type === "IEND") {
      if (!hasPixels) throw new Damage("unreadable", "a PNG without pixels");
      return { end: offset, width, height };
    }
  }
}
