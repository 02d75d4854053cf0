import { deflateSync, gzipSync } from "node:zlib";
import type { FileProblem } from "../../../src/core/request/file-problem.ts";
import { trickyFiles } from "./hostile-tricks.ts";
import * as good from "./media-files.ts";

/** A file that must be refused, and the rule that refuses it. */
export interface HostileFile {
  readonly what: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly rules: readonly FileProblem["rule"][];
}

/** Where files are cut off, as fractions of their length. The first fractions leave less than a header. */
const CUTS = [0.002, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97, 0.999];
const HTML = "<!doctype html><html><script>alert(1)</script></html>";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>';

/** Builds every hostile file. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const samples = {
    png: await good.png(),
    jpg: await good.jpeg(),
    webp: await good.webp(),
    gif: await good.gif(),
    avif: await good.avif(),
    mp4: await good.mp4(),
    mov: await good.mov(),
    webm: await good.webm(),
    mp3: good.countedMp3(),
    wav: good.wav(),
  };
  const files = Object.entries(samples);
  return [
    ...files.flatMap(([ending, bytes]) => truncations(ending, bytes)),
    ...files.flatMap(([ending, bytes]) => polyglots(ending, bytes)),
    ...files.flatMap(([ending, bytes]) => swappedMagic(ending, bytes)),
    ...documents(),
    ...bombs(samples.png, samples.jpg, samples.webp, samples.gif),
    ...damagedInside(samples.png, samples.webp, samples.mp4, await good.liveWebm()),
    ...sounds(await good.m4a()),
    ...trickyFiles(samples),
  ];
}

function truncations(ending: string, bytes: Buffer): HostileFile[] {
  return CUTS.map((share) => {
    const kept = Math.max(1, Math.floor(bytes.length * share));
    const what = `the first ${kept} of ${bytes.length} bytes of a .${ending}`;
    return { what, name: `cut.${ending}`, bytes: bytes.subarray(0, kept), rules: ["file_damaged", "file_type"] };
  });
}

/** Files that are of two types at the same time. */
function polyglots(ending: string, bytes: Buffer): HostileFile[] {
  const rules = ["file_disguise", "file_damaged"] as const;
  const behind: readonly (readonly [string, Buffer])[] = [
    ["a ZIP", Buffer.concat([Buffer.from("PK\u0003\u0004rest of an entry"), good.emptyZip()])],
    ["a page", Buffer.from(HTML)],
    ["random bytes", noise(3_000, 7)],
    ["a program", Buffer.concat([Buffer.from("\u007fELF"), noise(500, 8)])],
  ];
  const files: HostileFile[] = behind.map(([what, more]) => ({
    what: `${what} behind a .${ending}`,
    name: `both.${ending}`,
    bytes: Buffer.concat([bytes, more]),
    rules,
  }));
  const before = Buffer.concat([Buffer.from(HTML), bytes]);
  return [
    ...files,
    { what: `a page before a .${ending}`, name: `both.${ending}`, bytes: before, rules: ["file_type"] },
  ];
}

/** The beginning of one type with the rest of another. */
function swappedMagic(ending: string, bytes: Buffer): HostileFile[] {
  const magics: readonly (readonly [string, Buffer])[] = [
    ["PNG", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ["JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ["ID3", Buffer.from("ID3\u0004\0\0\0\0\0\0", "latin1")],
    ["zeros", Buffer.alloc(12)],
  ];
  return magics
    .filter(([, magic]) => !bytes.subarray(0, 3).equals(magic.subarray(0, 3)))
    .map(([what, magic]) => ({
      what: `a .${ending} that begins like ${what}`,
      name: `swapped.${ending}`,
      bytes: Buffer.concat([magic, bytes.subarray(magic.length)]),
      rules: ["file_damaged", "file_type", "too_many_pixels", "file_disguise"],
    }));
}

function documents(): HostileFile[] {
  const contents: readonly (readonly [string, string | Buffer])[] = [
    ["drawing.svg", SVG],
    ["drawing.png", SVG],
    ["prolog.jpg", `<?xml version="1.0"?>${SVG}`],
    ["spaced.webp", `\n\n   ${SVG}`],
    ["drawing.svgz", gzipSync(SVG)],
    ["page.png", HTML],
    ["login.mp4", "<html><body>Sign in</body></html>"],
    ["error.mp3", '{"error":"not found"}'],
    ["note.txt", "hello"],
    ["paper.pdf", "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"],
    ["paper.png", "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"],
    ["archive.png", Buffer.concat([Buffer.from("PK\u0003\u0004"), noise(200, 3), good.emptyZip()])],
    ["program.jpg", Buffer.concat([Buffer.from("MZ"), noise(400, 4)])],
    ["random.png", noise(5_000, 5)],
    ["random.mp4", noise(5_000, 6)],
    ["zeros.png", Buffer.alloc(5_000)],
    ["ones.mp3", Buffer.alloc(5_000, 0xff)],
    ["one-byte.jpg", Buffer.from([0xff])],
  ];
  const empty: HostileFile = { what: "nothing", name: "empty.png", bytes: Buffer.alloc(0), rules: ["file_empty"] };
  const rules = ["file_type", "file_damaged"] as const;
  return [empty, ...contents.map(([name, bytes]) => ({ what: name, name, bytes: Buffer.from(bytes), rules }))];
}

/** Small files that claim to be huge pictures. */
function bombs(png: Buffer, jpeg: Buffer, webp: Buffer, gif: Buffer): HostileFile[] {
  const file = (what: string, name: string, bytes: Buffer): HostileFile => ({
    what,
    name,
    bytes,
    rules: ["too_many_pixels"],
  });
  const largeJpeg = Buffer.from(jpeg);
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  largeJpeg.writeUInt16BE(60_000, frame + 5);
  largeJpeg.writeUInt16BE(60_000, frame + 7);
  const largeWebp = Buffer.from(webp);
  largeWebp.writeUInt16LE(16_383, 26);
  largeWebp.writeUInt16LE(16_383, 28);
  const largeGif = Buffer.from(gif);
  largeGif.writeUInt16LE(65_535, 6);
  largeGif.writeUInt16LE(65_535, 8);
  const zeros = deflateSync(Buffer.alloc(50_000_000), { level: 9 });
  const inflated = Buffer.concat([png.subarray(0, 33), good.pngChunk("IDAT", zeros), png.subarray(-12)]);
  return [
    file("a PNG of 50000x50000", "bomb.png", good.claimPngSize(png, 50_000, 50_000)),
    file("a PNG of 50000x50000 with rows in it", "bomb.png", good.claimPngSize(inflated, 50_000, 50_000)),
    file("a PNG of the largest size there is", "bomb.png", good.claimPngSize(png, 2 ** 31 - 1, 2 ** 31 - 1)),
    file("a PNG that is one line", "line.png", good.claimPngSize(png, 2 ** 31 - 1, 1)),
    file("a JPEG of 60000x60000", "bomb.jpg", largeJpeg),
    file("a WebP of 16383x16383", "bomb.webp", largeWebp),
    file("a GIF of 65535x65535", "bomb.gif", largeGif),
  ];
}

/** Files that look complete from the outside. */
function damagedInside(png: Buffer, webp: Buffer, mp4: Buffer, liveWebm: Buffer): HostileFile[] {
  const damaged = (what: string, name: string, bytes: Buffer): HostileFile => ({
    what,
    name,
    bytes,
    rules: ["file_damaged"],
  });
  const pixels = png.indexOf("IDAT") - 4;
  const data = png.subarray(pixels + 8, pixels + 8 + png.readUInt32BE(pixels));
  const half = good.pngChunk("IDAT", data.subarray(0, data.length / 2));
  const halfWebp = Buffer.from(webp.subarray(0, 20 + 2 * Math.floor(webp.length / 4)));
  halfWebp.writeUInt32LE(halfWebp.length - 8, 4);
  halfWebp.writeUInt32LE(halfWebp.length - 20, 16);
  const countless = Buffer.from(mp4);
  for (const [box, at] of [
    ["stts", 8],
    ["stts", 12],
    ["stsc", 16],
  ] as const) {
    countless.writeUInt32BE(0xfffffff0, countless.indexOf(box) + at);
  }
  const emptyWav = good.wav(0);
  const stillWav = good.wav();
  stillWav.writeUInt32LE(0, stillWav.indexOf("fmt ") + 16);
  const elements = Buffer.alloc(2_400_000, Buffer.from([0xec, 0x80]));
  return [
    damaged(
      "a PNG with half its pixels",
      "half.png",
      Buffer.concat([png.subarray(0, pixels), half, png.subarray(-12)]),
    ),
    damaged("a PNG without pixels", "none.png", Buffer.concat([png.subarray(0, 33), png.subarray(-12)])),
    damaged("a PNG of no size", "flat.png", good.claimPngSize(png, 0, 64)),
    damaged("a WebP with half its pixels", "half.webp", halfWebp),
    damaged("an MP4 with an index of billions", "countless.mp4", countless),
    damaged("an MP4 without its clip", "headless.mp4", mp4.subarray(0, mp4.indexOf("mdat") - 4)),
    damaged("a WebM of a million empty elements", "void.webm", Buffer.concat([liveWebm, elements])),
    damaged("a WAV without sound", "silent.wav", emptyWav),
    damaged("a WAV of no rate", "still.wav", stillWav),
    damaged("an MP3 that is one frame", "short.mp3", good.mp3(1)),
    damaged("an MP3 that promises more", "promise.mp3", good.countedMp3(50, 5_000)),
    damaged("an MP3 that is a tag alone", "tag.mp3", good.id3(300)),
    damaged("an MP3 whose tag is longer than the file", "tag.mp3", good.id3(90_000, Buffer.alloc(10))),
  ];
}

/** Sounds that no model accepts. */
function sounds(m4a: Buffer): HostileFile[] {
  const layer2 = Buffer.concat(Array.from({ length: 20 }, () => Buffer.from([0xff, 0xfd, 0x90, 0, ...noise(413, 2)])));
  const flac = Buffer.concat([Buffer.from("fLaC\0\0\0\u0022", "latin1"), noise(200, 9)]);
  const ogg = Buffer.concat([Buffer.from("OggS\0\u0002", "latin1"), Buffer.alloc(22), Buffer.from("\u0001OpusHead")]);
  return (
    [
      ["renamed.mp3", layer2],
      ["sound.flac", flac],
      ["tagged.mp3", Buffer.concat([good.id3(50), flac])],
      ["sound.ogg", ogg],
      ["sound.m4a", m4a],
      ["renamed.mp3", m4a],
    ] as const
  ).map(([name, bytes]) => ({ what: `a sound called ${name}`, name, bytes, rules: ["file_type"] }));
}

/** Deterministic bytes that look random. */
function noise(length: number, seed: number): Buffer {
  let state = seed;
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (state * 16_807) % 2_147_483_647;
      return state >> 16;
    }),
  );
}
