import type { HostileFile } from "./hostile-files.ts";
import * as good from "./media-files.ts";

const HTML = "<html><script>alert(1)</script></html>";
const PDF = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n";
const HUGE = 0xffff_fff0;

type Samples = Readonly<Record<"png" | "jpg" | "webp" | "gif" | "mp4" | "webm" | "avif", Buffer>>;

/** Files that are built to deceive their readers, not broken ones. */
export function trickyFiles(samples: Samples): HostileFile[] {
  return [...embedded(samples), ...lengths(samples), ...depths(samples)];
}

/** Valid files that contain another file, at the place where readers of its type look for it. */
function embedded({ png, jpg, gif, mp4, webm }: Samples): HostileFile[] {
  const inPng = (text: string): Buffer =>
    Buffer.concat([png.subarray(0, 33), good.pngChunk("tEXt", Buffer.from(`Comment\0${text}`)), png.subarray(33)]);
  const inJpeg = (text: Buffer): Buffer => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(text.length + 2);
    return Buffer.concat([jpg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, text, jpg.subarray(2)]);
  };
  const zip = good.emptyZip();
  const zipped = inJpeg(zip);
  // The rest of the picture becomes the archive's comment.
  zipped.writeUInt16LE(zipped.length - (zipped.indexOf(zip) + zip.length), zipped.indexOf(zip) + zip.length - 2);
  const script = Buffer.from(gif);
  script.write("/*", 6, "latin1");
  const assignment = Buffer.from(gif);
  assignment.write("=1", 6, "latin1");
  const free = Buffer.concat([box("free", Buffer.from(HTML)), mp4]);
  const late = Buffer.concat([mp4.subarray(0, mp4.readUInt32BE(0)), box("free", Buffer.from(PDF)), mp4]);
  const file = (what: string, name: string, bytes: Buffer): HostileFile => ({
    what,
    name,
    bytes,
    rules: ["file_disguise", "file_type", "file_damaged"],
  });
  return [
    file("a PNG with a PDF in it", "both.png", inPng(PDF)),
    file("a PNG with a page in it", "both.png", inPng(HTML)),
    file("a PNG with an SVG in it", "both.png", inPng("<svg onload=alert(1)>")),
    file("a PNG with a PHP program in it", "both.png", inPng("<?php system($_GET[0]); ?>")),
    file("a JPEG with a PDF in it", "both.jpg", inJpeg(Buffer.from(PDF))),
    file("a JPEG with a page in it", "both.jpg", inJpeg(Buffer.from(HTML))),
    file("a JPEG that is the comment of a ZIP", "both.jpg", zipped),
    file("a GIF that is a script with a comment", "both.gif", Buffer.concat([script, Buffer.from("*/=1;alert(1)")])),
    file("a GIF that is a script whole", "both.gif", script),
    file("a GIF that is an assignment", "both.gif", assignment),
    file("an MP4 that begins with a page", "both.mp4", free),
    file("an MP4 with a PDF in a box", "both.mp4", late),
    file("a WebM with a page before it", "both.webm", Buffer.concat([Buffer.from(HTML), webm])),
    file("a PDF with a PNG behind it", "both.png", Buffer.concat([Buffer.from(PDF), png])),
    file("a ZIP with a PNG in it", "both.png", Buffer.concat([Buffer.from("PK\u0003\u0004"), png, zip])),
  ];
}

/** Parts whose stated length exceeds everything. */
function lengths({ png, jpg, webp, gif, mp4, webm, avif }: Samples): HostileFile[] {
  const changed = (bytes: Buffer, change: (copy: Buffer) => void): Buffer => {
    const copy = Buffer.from(bytes);
    change(copy);
    return copy;
  };
  const at = (bytes: Buffer, mark: string): number => bytes.indexOf(mark, 0, "latin1");
  const longLength = Buffer.alloc(16);
  longLength.writeUInt32BE(1, 0);
  longLength.write("mdat", 4, "latin1");
  longLength.writeBigUInt64BE(2n ** 63n, 8);
  const sized = (bytes: Buffer, mark: string, before: number, length = HUGE): Buffer =>
    changed(bytes, (copy) => copy.writeUInt32BE(length, at(copy, mark) - before));
  const file = (what: string, name: string, bytes: Buffer): HostileFile => ({
    what,
    name,
    bytes,
    rules: ["file_damaged", "file_disguise", "file_type"],
  });
  return [
    file("a PNG chunk of 4 GB", "long.png", sized(png, "IDAT", 4)),
    file("a PNG header of 4 GB", "long.png", sized(png, "IHDR", 4)),
    file("a PNG end of 4 GB", "long.png", sized(png, "IEND", 4)),
    file(
      "a JPEG segment beyond its end",
      "long.jpg",
      changed(jpg, (copy) => copy.writeUInt16BE(0xffff, 4)),
    ),
    file(
      "a JPEG segment of no length",
      "long.jpg",
      changed(jpg, (copy) => copy.writeUInt16BE(0, 4)),
    ),
    file(
      "a WebP of 4 GB",
      "long.webp",
      changed(webp, (copy) => copy.writeUInt32LE(HUGE, 4)),
    ),
    file(
      "a WebP chunk of 4 GB",
      "long.webp",
      changed(webp, (copy) => copy.writeUInt32LE(HUGE, 16)),
    ),
    file(
      "a GIF whose blocks never end",
      "long.gif",
      changed(gif, (copy) => copy.fill(0xff, gif.length - 300)),
    ),
    file("an MP4 box of 4 GB", "long.mp4", sized(mp4, "mdat", 4)),
    file("an MP4 box of no length", "long.mp4", sized(mp4, "moov", 4, 4)),
    file("an MP4 box of 2^63 bytes", "long.mp4", Buffer.concat([mp4, longLength])),
    file("an MP4 index that is the rest of the file", "long.mp4", sized(mp4, "moov", 4, 9 * 1024 * 1024)),
    file("an AVIF index of 4 GB", "long.avif", sized(avif, "meta", 4)),
    file("a WebM element of 2^56 bytes", "long.webm", Buffer.concat([webm, Buffer.from("ec01fffffffffffffe", "hex")])),
    file(
      "an MP3 tag of 256 MB",
      "long.mp3",
      Buffer.concat([Buffer.from("ID3\u0004\0\0\u007f\u007f\u007f\u007f", "latin1"), good.mp3(20)]),
    ),
    file(
      "an MP3 with an APE tag of 4 GB",
      "long.mp3",
      Buffer.concat([good.mp3(20), Buffer.from("APETAGEX"), Buffer.alloc(24, 0xff)]),
    ),
  ];
}

/** Deeply nested parts. */
function depths({ mp4, webm }: Samples): HostileFile[] {
  const file = (what: string, name: string, bytes: Buffer): HostileFile => ({
    what,
    name,
    bytes,
    rules: ["file_damaged"],
  });
  const ftyp = mp4.subarray(0, mp4.readUInt32BE(0));
  const deep = (types: readonly string[], depth: number): Buffer => {
    const bytes = Buffer.alloc(depth * 8);
    for (let level = 0; level < depth; level++) {
      bytes.writeUInt32BE(bytes.length - level * 8, level * 8);
      bytes.write(types[Math.min(level, types.length - 1)] ?? "", level * 8 + 4, "latin1");
    }
    return bytes;
  };
  // A two-byte element header and an eight-byte length, enclosing everything that follows.
  const nested = Buffer.concat(Array.from({ length: 20_000 }, () => Buffer.from("1654ae6b01ffffffffffffff", "hex")));
  const head = webm.subarray(0, webm.indexOf(Buffer.from("18538067", "hex")));
  return [
    file("an MP4 of 100,000 boxes in each other", "deep.mp4", Buffer.concat([ftyp, deep(["moov"], 100_000)])),
    file(
      "an MP4 of a million tracks in each other",
      "deep.mp4",
      Buffer.concat([ftyp, deep(["moov", "trak"], 1_000_000)]),
    ),
    file(
      "an MP4 of sample tables in each other",
      "deep.mp4",
      Buffer.concat([ftyp, deep(["moov", "trak", "mdia", "minf", "stbl"], 50_000)]),
    ),
    file(
      "an MP4 of a million empty boxes",
      "wide.mp4",
      Buffer.concat([ftyp, Buffer.alloc(8_000_016, box("free", Buffer.alloc(0)))]),
    ),
    file(
      "a WebM of 20,000 elements in each other",
      "deep.webm",
      Buffer.concat([head, Buffer.from("1853806701ffffffffffffff", "hex"), nested]),
    ),
  ];
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}
