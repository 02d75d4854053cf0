import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import type { EncodedAudio, EncodedVideo } from "./clip-encoder.ts";

/** Writes encoded picture and sound into an MP4 whose index comes first, so that it plays while it is still loading. */
export async function writeClip(video: EncodedVideo, audio: EncodedAudio): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const pictures = new EncodedVideoPacketSource("avc");
  const sounds = new EncodedAudioPacketSource("aac");
  output.addVideoTrack(pictures, { frameRate: video.framesPerSecond });
  output.addAudioTrack(sounds);
  await output.start();
  for (const packet of video.packets) await pictures.add(packetOf(packet), { decoderConfig: video.decoderConfig });
  pictures.close();
  for (const packet of audio.packets) await sounds.add(packetOf(packet), { decoderConfig: audio.decoderConfig });
  sounds.close();
  await output.finalize();
  if (!target.buffer) throw new Error("the clip's file was not written");
  return withoutTimes(Buffer.from(target.buffer));
}

/** Container boxes on the way to those with the creation time. */
const CONTAINERS = new Set(["moov", "trak", "mdia"]);
const TIMED = new Set(["mvhd", "tkhd", "mdhd"]);
/** Size and type of a box, then version and flags; the two times come next, 4 bytes each, in version 1 8 bytes. */
const BOX_HEAD = 8;
const FULL_BOX_HEAD = 12;

/** The same file without its creation time, so that the same clip has the same bytes. */
function withoutTimes(file: Buffer): Buffer {
  let at = 0;
  while (at + BOX_HEAD <= file.length) {
    const type = file.toString("latin1", at + 4, at + BOX_HEAD);
    if (TIMED.has(type)) file.fill(0, at + FULL_BOX_HEAD, at + FULL_BOX_HEAD + (file[at + BOX_HEAD] === 1 ? 16 : 8));
    // The index precedes the media, whose boxes can be skipped.
    if (type === "mdat") break;
    at += CONTAINERS.has(type) ? BOX_HEAD : Math.max(BOX_HEAD, file.readUInt32BE(at));
  }
  return file;
}

function packetOf({ data, key, seconds, duration }: EncodedVideo["packets"][number]): EncodedPacket {
  return new EncodedPacket(data, key ? "key" : "delta", seconds, duration);
}
