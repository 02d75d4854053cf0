/** Splits JSON as it streams in: the text of one long field goes one way, everything else is collected. */
export interface FieldSplitter {
  /**
   * Takes the next bytes and returns the part of the field's text in them, as it appears in the JSON (escapes included). Only
   * the first string under that name counts; later ones are dropped. Throws a RangeError when the rest grows too large.
   */
  push(chunk: Buffer): Buffer[];
  /** The JSON so far, with empty strings in place of the field. */
  rest(): string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/**
 * Creates a splitter for one JSON text. It looks only at strings and colons; the parser checks the rest.
 * @param field name of the field, in plain ASCII
 * @param maxRest bytes that the rest may have
 */
export function createFieldSplitter(field: string, maxRest: number): FieldSplitter {
  let kept = Buffer.allocUnsafe(Math.min(4096, maxRest));
  let keptBytes = 0;
  let inString = false;
  let escaped = false;
  /** The current string is the field's text. */
  let taking = false;
  let taken = false;
  /** The current or last string, as long as it can be the field's name. */
  let lastString = "";
  /** The last string was the field's name, and a colon followed. */
  let named = false;

  function keep(bytes: Buffer): void {
    const needed = keptBytes + bytes.length;
    if (needed > maxRest) throw new RangeError(`more than ${maxRest} bytes besides the field`);
    if (needed > kept.length) {
      const larger = Buffer.allocUnsafe(Math.min(Math.max(needed, kept.length * 2), maxRest));
      kept.copy(larger, 0, 0, keptBytes);
      kept = larger;
    }
    bytes.copy(kept, keptBytes);
    keptBytes = needed;
  }

  /** Skips everything outside strings. Returns where the next string's text begins, or the end. */
  function skipToString(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === QUOTE) {
        inString = true;
        taking = named;
        named = false;
        lastString = "";
        at++;
        break;
      }
      if (byte === COLON) named = lastString === field;
      else if (byte > 0x20) {
        named = false;
        lastString = "";
      }
    }
    keep(chunk.subarray(from, at));
    return at;
  }

  return {
    push(chunk) {
      const pieces: Buffer[] = [];
      let at = 0;
      // Found once and used until passed, so that many escapes stay fast.
      let quote = -1;
      let backslash = -1;
      while (at < chunk.length) {
        if (!inString) {
          at = skipToString(chunk, at);
          continue;
        }
        const start = at;
        if (escaped) {
          escaped = false;
          at++;
        } else {
          if (quote < at) quote = indexOrEnd(chunk, QUOTE, at);
          if (backslash < at) backslash = indexOrEnd(chunk, BACKSLASH, at);
          at = Math.min(quote, backslash);
          if (at === backslash && at < chunk.length) {
            escaped = true;
            at++;
          } else if (at < chunk.length) inString = false;
        }
        const piece = chunk.subarray(start, at);
        if (!taking) {
          keep(piece);
          if (lastString.length <= field.length) lastString += piece.toString("latin1", 0, field.length + 1);
        } else if (!taken && piece.length > 0) pieces.push(piece);
        if (!inString) {
          taken ||= taking;
          taking = false;
          keep(chunk.subarray(at, at + 1));
          at++;
        }
      }
      return pieces;
    },
    rest: () => kept.toString("utf8", 0, keptBytes),
  };
}

function indexOrEnd(chunk: Buffer, byte: number, from: number): number {
  const index = chunk.indexOf(byte, from);
  return index === -1 ? chunk.length : index;
}
