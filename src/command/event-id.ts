import { createHash } from "node:crypto";

/**
 * The id of a record for an event, as a UUID. A redelivered event gets the same id, so it stores nothing twice. `part`
 * distinguishes several records of one event.
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
