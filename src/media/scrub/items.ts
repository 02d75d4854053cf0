import { boxesIn, type Box } from "../container-scan/boxes.ts";
import { readPart, type FileReader } from "../container-scan/reader.ts";
import { freed, unnamed, type Budget, type Edits } from "./byte-edits.ts";

/** Boxes of a still that are needed (ISO/IEC 14496-12, 8.11; 23008-12). */
const KEPT = new Set("hdlr pitm iloc iinf iref iprp idat grpl dinf".split(" "));
/** Items that are drawn, or that compose others. Everything else is EXIF, XMP, or private. */
const DRAWN = new Set("av01 hvc1 hev1 lhv1 avc1 vvc1 jpeg j2k1 unci grid iovl iden tmap".split(" "));
/** Properties that describe a picture in words, or hold its date. */
const NOTED = new Set("udes altt crtt mdft uuid free skip".split(" "));

/** AVIF and HEIC: EXIF and XMP are separate items, whose content becomes zeros. */
export async function* scrubItems(reader: FileReader, meta: Box, budget: Budget): Edits {
  const boxes = new Map<string, Box>();
  for await (const box of boxesIn(reader, meta.content + 4, meta.to)) {
    boxes.set(box.type, box);
    if (!KEPT.has(box.type)) yield* freed(box);
    if (box.type === "hdlr") yield* unnamed(box);
    if (box.type === "iprp") yield* scrubProperties(reader, box);
  }
  const [information, locations, inside] = [boxes.get("iinf"), boxes.get("iloc"), boxes.get("idat")];
  if (!information) return;
  const dropped = new Set<number>();
  for await (const item of itemsIn(reader, information)) {
    // Its name, and after it the type of its content.
    yield { do: "blank", from: item.name, to: item.to };
    if (DRAWN.has(item.type)) continue;
    dropped.add(item.id);
    // Readers ignore an unknown type; one that they know would appear empty.
    if (item.typeAt !== undefined) yield { do: "write", at: item.typeAt, bytes: Buffer.from("free") };
  }
  if (!locations) return;
  const table = await readPart(reader, locations.content, locations.to);
  for (const { id, from, to, isInside } of extentsIn(table)) {
    reader.step();
    const base = isInside ? (inside?.content ?? 0) : 0;
    if (dropped.has(id) && from < to && base + from < reader.size) yield budget.spend(base + from, base + to);
  }
}

async function* scrubProperties(reader: FileReader, { content, to }: Box): Edits {
  for await (const box of boxesIn(reader, content, to)) {
    if (box.type !== "ipco") continue;
    // Properties are referred to by number, so each must keep its place.
    for await (const property of boxesIn(reader, box.content, box.to)) {
      if (NOTED.has(property.type)) yield* freed(property);
    }
  }
}

interface Item {
  readonly id: number;
  readonly type: string;
  readonly typeAt: number | undefined;
  readonly name: number;
  readonly to: number;
}

async function* itemsIn(reader: FileReader, { content, to }: Box): AsyncGenerator<Item, void, undefined> {
  const version = (await readPart(reader, content, content + 1)).readUInt8(0);
  for await (const box of boxesIn(reader, content + (version === 0 ? 6 : 8), to)) {
    if (box.type !== "infe") continue;
    const entry = await readPart(reader, box.content, Math.min(box.to, box.content + 14));
    const entryVersion = entry.readUInt8(0);
    if (entryVersion < 2) {
      // These have no type: no picture is stored like that.
      yield { id: entry.readUInt16BE(4), type: "", typeAt: undefined, name: box.content + 8, to: box.to };
      continue;
    }
    const typeAt = entryVersion === 2 ? 8 : 10;
    yield {
      id: entryVersion === 2 ? entry.readUInt16BE(4) : entry.readUInt32BE(4),
      type: entry.toString("latin1", typeAt, typeAt + 4),
      typeAt: box.content + typeAt,
      name: box.content + typeAt + 4,
      to: box.to,
    };
  }
}

interface Extent {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  /** Relative to the content of `idat`, not to the file's beginning. */
  readonly isInside: boolean;
}

/** The extents of `iloc` that are in this file. */
function* extentsIn(table: Buffer): Generator<Extent, void, undefined> {
  let at = 4;
  const take = (width: number): number => {
    const value = width === 8 ? Number(table.readBigUInt64BE(at)) : width === 0 ? 0 : table.readUIntBE(at, width);
    at += width;
    return value;
  };
  const version = table.readUInt8(0);
  const [widths, moreWidths] = [take(1), take(1)];
  const [offsetWidth, lengthWidth, baseWidth] = [widths >> 4, widths & 15, moreWidths >> 4];
  const indexWidth = version === 0 ? 0 : moreWidths & 15;
  const count = take(version < 2 ? 2 : 4);
  for (let item = 0; item < count; item++) {
    const id = take(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : take(2) & 15;
    take(2);
    const base = take(baseWidth);
    const extents = take(2);
    for (let extent = 0; extent < extents; extent++) {
      take(indexWidth);
      const from = base + take(offsetWidth);
      const to = from + take(lengthWidth);
      // Each is counted, even if it is elsewhere: a table can claim billions without a byte for them.
      yield { id, from, to: method < 2 ? to : from, isInside: method === 1 };
    }
  }
}
