import { open } from "node:fs/promises";
import { EncodedPacketSink, type Input, type InputTrack } from "mediabunny";
import { clipInput } from "../clip-input.ts";
import type { ClipFacts, ClipOrder, Flaw } from "./inspect-message.ts";

/** Inspects a clip: its length and size, and whether its first and last packets really exist. */
export async function inspectClip(order: ClipOrder): Promise<ClipFacts | Flaw> {
  const file = await open(order.path, "r");
  try {
    using input = await clipInput(file);
    return await look(input);
  } catch {
    return { flaw: "unreadable" };
  } finally {
    await file.close();
  }
}

async function look(input: Input): Promise<ClipFacts | Flaw> {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video) return { flaw: audio ? "no_picture" : "unreadable" };
  for (const track of [video, audio]) {
    if (track && !(await hasBothEnds(track))) return { flaw: "unreadable" };
  }
  const seconds = await input.computeDuration();
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  const isWhole = Number.isFinite(seconds) && seconds > 0 && width > 0 && height > 0;
  return isWhole ? { seconds, width, height } : { flaw: "unreadable" };
}

/** An index may promise packets beyond the end of the file. */
async function hasBothEnds(track: InputTrack): Promise<boolean> {
  const packets = new EncodedPacketSink(track);
  const ends = [await packets.getFirstPacket(), await packets.getPacket(Infinity)];
  return ends.every((packet) => packet !== null && packet.data.byteLength > 0);
}
