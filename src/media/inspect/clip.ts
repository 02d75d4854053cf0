import { open } from "node:fs/promises";
import { CustomSource, EncodedPacketSink, Input, MP3, MP4, QTFF, WEBM, type InputTrack } from "mediabunny";
import type { ClipFacts, ClipOrder, Flaw } from "./order.ts";

/** Looks into a clip or a sound: how long it is, how large, and that its last packet is really there. */
export async function inspectClip(order: ClipOrder): Promise<ClipFacts | Flaw> {
  const file = await open(order.path, "r");
  try {
    const { size } = await file.stat();
    const source = new CustomSource({
      // A source that knows paths would follow a clip's references to other files.
      getSize: () => size,
      read: async (start, end) => {
        const bytes = Buffer.alloc(end - start);
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
        return bytes.subarray(0, bytesRead);
      },
    });
    using input = new Input({ source, formats: [MP4, QTFF, WEBM, MP3] });
    return await look(input, order.mimeType === "audio/mpeg");
  } catch {
    return { flaw: "unreadable" };
  } finally {
    await file.close();
  }
}

async function look(input: Input, isSound: boolean): Promise<ClipFacts | Flaw> {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const main = isSound ? audio : video;
  if (!main) return { flaw: isSound ? "no_sound" : "no_picture" };
  for (const track of [video, audio]) {
    if (track && !(await hasBothEnds(track))) return { flaw: "unreadable" };
  }
  const seconds = await input.computeDuration();
  if (!Number.isFinite(seconds) || seconds <= 0) return { flaw: "unreadable" };
  if (!video) return { seconds };
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  return width > 0 && height > 0 ? { seconds, width, height } : { flaw: "unreadable" };
}

/** An index may promise packets beyond the end of the file. */
async function hasBothEnds(track: InputTrack): Promise<boolean> {
  const packets = new EncodedPacketSink(track);
  const ends = [await packets.getFirstPacket(), await packets.getPacket(Infinity)];
  return ends.every((packet) => packet !== null && packet.data.byteLength > 0);
}
