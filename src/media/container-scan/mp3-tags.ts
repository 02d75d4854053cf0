import { need, needUpTo, type FileReader } from "./reader.ts";

/** Tags at the front, possibly several: ID3v2, section 3.1, with a length of four times seven bits. */
export async function startOfSound(reader: FileReader): Promise<number> {
  let offset = 0;
  while ((await reader.at(offset, 3)).toString("latin1") === "ID3") {
    reader.step();
    const header = await need(reader, offset, 10);
    const length = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((header[at] ?? 0) & 0x7f), 0);
    const hasFooter = ((header[5] ?? 0) & 0x10) !== 0;
    offset += 10 + length + (hasFooter ? 10 : 0);
    needUpTo(reader, offset);
  }
  // Some writers pad the tag without counting it.
  const padding = await reader.at(offset, 4096);
  const sound = padding.findIndex((byte) => byte !== 0);
  return sound > 0 ? offset + sound : offset;
}

/** The end of the tags that may follow the sound at `offset`: ID3v1, APEv2, Lyrics3 and ID3v2, in any order. */
export async function endOfTags(reader: FileReader, offset: number): Promise<number> {
  for (;;) {
    reader.step();
    const length = await tagBytes(reader, offset);
    if (length === 0) return offset;
    offset += length;
    needUpTo(reader, offset);
  }
}

async function tagBytes(reader: FileReader, offset: number): Promise<number> {
  const head = Buffer.from(await reader.at(offset, 32));
  const starts = (name: string): boolean => head.toString("latin1", 0, name.length) === name;
  if (starts("TAG+")) return 227;
  if (starts("TAG")) return 128;
  // The header counts the items and the footer, not itself.
  if (starts("APETAGEX") && head.length === 32) return 32 + head.readUInt32LE(12);
  if (starts("LYRICSBEGIN")) return lyricsBytes(reader, offset);
  return 0;
}

/**
 * Lyrics3 v2 ends with its length in six digits and a mark; it can be recognised only from its end, before an ID3v1 or the end
 * of the file.
 */
async function lyricsBytes(reader: FileReader, offset: number): Promise<number> {
  for (const after of [128, 0]) {
    const tail = await reader.at(Math.max(0, reader.size - after - 15), 15);
    const match = /^(\d{6})LYRICS200$/.exec(tail.toString("latin1"));
    if (match && offset + Number(match[1]) + 15 === reader.size - after) return Number(match[1]) + 15;
  }
  return 0;
}
