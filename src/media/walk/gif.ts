import { Damage, need, type FileReader } from "./reader.ts";
import type { Outline } from "./outline.ts";

/** GIF89a, section 17 and on: a screen, then pictures and extensions in sub-blocks, then a trailer. */
export async function walkGif(reader: FileReader): Promise<Outline> {
  const screen = await need(reader, 6, 7);
  const size = { width: screen.readUInt16LE(0), height: screen.readUInt16LE(2) };
  let pictures = 0;
  for (let offset = 13 + colourTableBytes(screen[4] ?? 0); ;) {
    reader.step();
    const introducer = (await need(reader, offset, 1))[0];
    if (introducer === 0x3b) {
      if (pictures === 0) throw new Damage("unreadable", "a GIF without a picture");
      return { end: offset + 1, ...size };
    }
    if (introducer === 0x21) {
      offset = await endOfBlocks(reader, offset + 2);
    } else if (introducer === 0x2c) {
      const picture = await need(reader, offset, 10);
      pictures += 1;
      offset = await endOfBlocks(reader, offset + 11 + colourTableBytes(picture[9] ?? 0));
    } else {
      throw new Damage("unreadable", "a GIF block of no known kind");
    }
  }
}

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

async function endOfBlocks(reader: FileReader, start: number): Promise<number> {
  for (let offset = start; ;) {
    reader.step();
    const length = (await need(reader, offset, 1))[0] ?? 0;
    offset += 1 + length;
    if (length === 0) return offset;
  }
}
