import { randomBytes } from "node:crypto";

/**
 * A UUID that begins with the time in milliseconds since the Unix epoch, and is otherwise random (RFC 9562, version 7). Rows with
 * such keys are added at the end of an index. Random keys touch pages all over it, so inserts get slower as the index grows.
 */
export function timeOrderedId(nowMs: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Math.max(0, nowMs), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
