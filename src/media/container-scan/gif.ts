import { Damage, need, type FileReader } from "./reader.ts";
import type { Outline } from "./outline.ts";

/** A block of a GIF after its screen. */
export interface GifBlock {
  readonly kind: "picture" | "extension" | "trailer";
  /** The kind of an extension; 0 for other blocks. */
  readonly label: number;
  readonly from: number;
  readonly to: number;
}

/** GIF89a, from section 17 on: a screen, then pictures and extensions in sub-blocks, then a trailer. */
export async function* gifBlocks(reader: FileReader): AsyncGenerator<GifBlock, void, undefined> {
  const screen = await need(reader, 10, 1);
  for (let from = 13 + colourTableBytes(screen[0] ?? 0); ;) {
    reader.step();
    const introducer = (await need(reader, from, 1))[0];
    if (introducer === 0x3b) {
      yield { kind: "trailer", label: 0, from, to: from + 1 };
      return;
    }
    let block: GifBlock;
    if (introducer === 0x21) {
      const label = (await need(reader, from + 1, 1))[0] ?? 0;
      block = { kind: "extension", label, from, to: await endOfBlocks(reader, from + 2) };
    } else if (introducer === 0x2c) {
      const flags = (await need(reader, from, 10))[9] ?? 0;
      const to = await endOfBlocks(reader, from + 11 + colourTableBytes(flags));
      block = { kind: "picture", label: 0, from, to };
    } else {
      throw new Damage("unreadable", "a GIF block of an unknown kind");
    }
    yield block;
    from = block.to;
  }
}

/** Checks that a GIF is complete, and returns its size. */
export async function scanGif(reader: FileReader): Promise<Outline> {
  const screen = await need(reader, 6, 4);
  const size = { width: screen.readUInt16LE(0), height: screen.readUInt16LE(2) };
  let pictures = 0;
  let end = 0;
  for await (const { kind, to } of gifBlocks(reader)) {
    if (kind === "picture") pictures += 1;
    end = to;
  }
  if (pictures === 0) throw new Damage("unreadable", "a GIF without a picture");
  return { end, ...size };
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
