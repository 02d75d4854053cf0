import {
  AttachedFile,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  TextSubtitleSource,
  WebMOutputFormat,
} from "mediabunny";
import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import * as good from "./media-files.ts";

/** A person's home address, recorded wherever a file has room for metadata. No stored file may contain it. */
export const PLACE = "221B-Baker-Street-51.5238N-0.1586W";

/** The same place in a camera's format: degrees, minutes, seconds. */
const EXIF = {
  IFD0: { Make: PLACE, Model: PLACE, Copyright: PLACE, ImageDescription: PLACE },
  IFD2: { UserComment: PLACE, BodySerialNumber: PLACE },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 31/1 25/1", GPSLongitudeRef: "W", GPSLongitude: "0/1 9/1 31/1" },
};
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="${PLACE}"/></rdf:RDF></x:xmpmeta>`;
const NOTE = Buffer.from(PLACE);

/** A picture with EXIF including GPS, XMP, and a colour profile that must stay. */
function noted(picture = good.picture()): Sharp {
  return picture.withExif(EXIF).withXmp(XMP).withIccProfile("p3");
}

/** A JPEG with IPTC, a comment, a preview, a second picture's table, and further segments with notes. */
export async function privateJpeg(orientation = 1): Promise<Buffer> {
  const source = noted().jpeg();
  const jpeg = await (orientation === 1 ? source : source.withMetadata({ orientation })).toBuffer();
  const jfif = Buffer.concat([Buffer.from("JFIF\0\u0001\u0002\0\0\u0001\0\u0001\u0004\u0004", "latin1"), preview()]);
  const segments = [
    segment(0xe0, jfif),
    segment(0xe0, Buffer.concat([Buffer.from("JFXX\0\u0013", "latin1"), NOTE])),
    segment(0xe2, Buffer.concat([Buffer.from("MPF\0"), NOTE])),
    segment(0xe5, NOTE),
    segment(0xec, Buffer.concat([Buffer.from("Ducky"), NOTE])),
    segment(
      0xed,
      Buffer.concat([
        Buffer.from("Photoshop 3.0\x008BIM\u0004\u0004\0\0\0\0\0\u0020\u001c\u0002\u005a", "latin1"),
        NOTE,
      ]),
    ),
    segment(0xee, Buffer.concat([Buffer.from("Adobe\0\u0064\0\0\0\0\u0001", "latin1"), NOTE])),
    segment(0xfe, NOTE),
  ];
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** A phone's motion photo: a second picture or a clip after the first picture. */
export async function privateMotionPhoto(): Promise<Buffer> {
  return Buffer.concat([await privateJpeg(), await privateMp4()]);
}

export async function privatePng(orientation = 1): Promise<Buffer> {
  const source = noted().png();
  const png = await (orientation === 1 ? source : source.withMetadata({ orientation })).toBuffer();
  const keyword = Buffer.from("Comment\0");
  const chunks = [
    good.pngChunk("tEXt", Buffer.concat([keyword, NOTE])),
    good.pngChunk("zTXt", Buffer.concat([keyword, Buffer.from([0]), deflateSync(NOTE)])),
    good.pngChunk("iTXt", Buffer.concat([keyword, Buffer.from([0, 0, 0, 0]), NOTE])),
    good.pngChunk("tIME", Buffer.from([7, 0xea, 11, 22, 12, 0, 0])),
    good.pngChunk("caBX", NOTE),
    good.pngChunk("sPLT", Buffer.concat([NOTE, Buffer.from([0, 8])])),
  ];
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33, -12), ...chunks, png.subarray(-12)]);
}

export async function privateWebp(orientation = 1): Promise<Buffer> {
  const source = noted().webp();
  const webp = await (orientation === 1 ? source : source.withMetadata({ orientation })).toBuffer();
  const chunk = Buffer.concat([Buffer.from("noteLLLL"), NOTE, Buffer.alloc(NOTE.length % 2)]);
  chunk.writeUInt32LE(NOTE.length, 4);
  const whole = Buffer.concat([webp, chunk]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Two frames that loop forever, with a comment, XMP and an application block. */
export async function privateGif(): Promise<Buffer> {
  const frames = Buffer.alloc(40 * 80 * 3);
  frames.fill(200, frames.length / 2);
  const source = sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } });
  const moving = await source.gif({ loop: 0, delay: [100, 100] }).toBuffer();
  const at = moving.indexOf("NETSCAPE2.0") + 16;
  const blocks = [
    Buffer.concat([Buffer.from([0x21, 0xfe, NOTE.length]), NOTE, Buffer.from([0])]),
    Buffer.concat([
      Buffer.from([0x21, 0xff, 11]),
      Buffer.from("XMP DataXMP"),
      Buffer.from([NOTE.length]),
      NOTE,
      Buffer.from([0]),
    ]),
    Buffer.concat([
      Buffer.from([0x21, 0xff, 11]),
      Buffer.from("fooooooo1.0"),
      Buffer.from([NOTE.length]),
      NOTE,
      Buffer.from([0]),
    ]),
  ];
  return Buffer.concat([moving.subarray(0, at), ...blocks, moving.subarray(at)]);
}

/** EXIF and XMP are items; before and after them lie unused boxes. */
export async function privateAvif(): Promise<Buffer> {
  const avif = await noted().avif({ effort: 0 }).toBuffer();
  return Buffer.concat([avif, box("free", NOTE), box("uuid", Buffer.alloc(16, 7), NOTE), box("skip", NOTE)]);
}

export const privateMp4 = (): Promise<Buffer> => privateClip(new Mp4OutputFormat({ fastStart: false }));
export const privateMov = (): Promise<Buffer> => privateClip(new MovOutputFormat({ fastStart: false }));
export const privateFragmentedMp4 = (): Promise<Buffer> =>
  privateClip(new Mp4OutputFormat({ fastStart: "fragmented" }));
export const privateWebm = (): Promise<Buffer> => privateClip(new WebMOutputFormat());
export const privateLiveWebm = (): Promise<Buffer> => privateClip(new WebMOutputFormat({ appendOnly: true }));

/** Tags before the sound, and every kind of tag after it. */
export function privateMp3(): Buffer {
  const id3 = Buffer.concat([Buffer.from("TXXX\0\0\0\u0040\0\0\0", "latin1"), NOTE, Buffer.alloc(300)]);
  const ape = Buffer.alloc(32);
  ape.write("APETAGEX", "latin1");
  ape.writeUInt32LE(2_000, 8);
  ape.writeUInt32LE(NOTE.length + 32, 12);
  const footer = Buffer.from(ape);
  const lyrics = Buffer.concat([Buffer.from("LYRICSBEGIN"), NOTE]);
  const end = Buffer.from(`${String(lyrics.length).padStart(6, "0")}LYRICS200`);
  const id3v1 = Buffer.concat([Buffer.from("TAG"), NOTE, Buffer.alloc(125 - NOTE.length)]);
  return Buffer.concat([good.id3(id3.length, id3), good.mp3(383), ape, NOTE, footer, lyrics, end, id3v1]);
}

/** Notes, dates, an ID3 tag and a name before and after the sound. */
export function privateWav(): Buffer {
  const info = good.riffChunk("LIST", Buffer.concat([Buffer.from("INFO"), good.riffChunk("ICMT", NOTE)]));
  const after = ["bext", "iXML", "id3 ", "cue ", "_PMX"].map((type) => good.riffChunk(type, NOTE));
  return good.wav(2, info, ...after);
}

/** A clip whose tags, track names, cover, attachment, subtitles and index contain the place. */
async function privateClip(format: Mp4OutputFormat | MovOutputFormat | WebMOutputFormat): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const video = new EncodedVideoPacketSource("vp9");
  const audio = new EncodedAudioPacketSource("opus");
  const text = new TextSubtitleSource("webvtt");
  const isWebm = format instanceof WebMOutputFormat;
  const hasText = format.getSupportedSubtitleCodecs().includes("webvtt");
  output.setMetadataTags({
    title: PLACE,
    comment: PLACE,
    date: new Date("2026-11-22T12:00:00Z"),
    images: [{ data: NOTE, mimeType: "image/jpeg", kind: "coverFront" }],
    raw: isWebm ? { LOCATION: PLACE, "77": new AttachedFile(NOTE, "text/plain", PLACE) } : { "\u00a9xyz": PLACE },
  });
  if (hasText) output.addSubtitleTrack(text, { name: PLACE });
  output.addVideoTrack(video, { frameRate: 10, name: PLACE });
  output.addAudioTrack(audio, { name: PLACE });
  await output.start();
  for (let frame = 0; frame < 20; frame++) {
    const cue = `00:00:0${Math.floor(frame / 10)}.${frame % 10}00 --> 00:00:0${Math.floor((frame + 1) / 10)}.${(frame + 1) % 10}00`;
    if (hasText) await text.add(`${frame === 0 ? "WEBVTT\n\n" : ""}${cue}\n${PLACE}\n\n`);
    const data = new Uint8Array(200).fill(frame + 1);
    const packet = new EncodedPacket(data, frame === 0 ? "key" : "delta", frame / 10, 1 / 10);
    const decoderConfig = { codec: "vp09.00.10.08", codedWidth: 160, codedHeight: 90 };
    await video.add(packet, { decoderConfig });
    const sound = new EncodedPacket(data.subarray(0, 50), "key", frame / 10, 1 / 10);
    await audio.add(sound, { decoderConfig: { codec: "opus", sampleRate: 48_000, numberOfChannels: 2 } });
  }
  await output.finalize();
  if (!target.buffer) throw new Error("the clip was not written");
  const clip = Buffer.from(target.buffer);
  return isWebm ? clip : Buffer.concat([withMovieNotes(clip), box("udta", box("\u00a9xyz", NOTE)), box("free", NOTE)]);
}

/** An index at the end can grow, because nothing follows it. */
function withMovieNotes(clip: Buffer): Buffer {
  const at = clip.lastIndexOf("moov") - 4;
  if (at < 0 || at + clip.readUInt32BE(at) !== clip.length) return clip;
  const notes = [
    box("udta", box("loci", Buffer.alloc(6), NOTE, Buffer.alloc(14)), box("\u00a9mak", NOTE)),
    box("meta", Buffer.alloc(4), box("keys", Buffer.alloc(8), NOTE)),
    box("uuid", Buffer.from("be7acfcb97a942e89c71999491e3afac", "hex"), Buffer.from(XMP)),
    box("gps ", NOTE),
  ];
  const whole = Buffer.concat([clip, ...notes]);
  whole.writeUInt32BE(whole.length - at, at);
  // Creation and modification time, in seconds since 1904.
  whole.writeUInt32BE(0xe000_0001, whole.lastIndexOf("mvhd") + 8);
  return whole;
}

/** An MP4 box. */
export function box(type: string, ...content: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 4, "latin1");
  const whole = Buffer.concat([header, ...content]);
  whole.writeUInt32BE(whole.length, 0);
  return whole;
}

function segment(code: number, content: Buffer): Buffer {
  const header = Buffer.from([0xff, code, 0, 0]);
  header.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([header, content]);
}

/** The pixels of a 4×4 preview. */
function preview(): Buffer {
  return Buffer.concat([NOTE, Buffer.alloc(48)]).subarray(0, 48);
}
