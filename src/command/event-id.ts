import { createHash } from "node:crypto";

/**
 * The id of something that is stored for an event, as a UUID. An event that is delivered again stores the same thing, not another
 * one. `part` distinguishes what is stored for one event.
 */
export function eventId(key: string, part: string): string {
  const digits = createHash("sha256").update(`${key} ${part}`).digest("hex");
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join("-");
}
