import { isUtf8 } from "node:buffer";

/** The object in a body's bytes; undefined for anything but a JSON object in UTF-8, as JSON requires (RFC 8259, section 8.1). */
export function jsonObjectOf(bytes: Buffer | undefined): object | undefined {
  if (bytes === undefined || !isUtf8(bytes)) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
