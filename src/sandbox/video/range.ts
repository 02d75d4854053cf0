/** A part of a file; both ends inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a file that a `Range` header asks for: `undefined` for the whole file (no header, several ranges, another unit,
 * or nonsense, which may all be ignored), or "unsatisfiable" (RFC 9110, section 14).
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | "unsatisfiable" | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? "unsatisfiable" : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return undefined;
  if (start >= bytes) return "unsatisfiable";
  return { start, end: last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}
