/** Splits JSON as it streams in: the text of one long field goes one way, everything else is collected. */
export interface FieldSplitter {
  /**
   * Takes the next bytes and returns the part of the field's text in them, as it appears in the JSON (escapes included).
   * Strings of that name anywhere else are dropped. Throws a RangeError when the rest grows too large.
   */
  push(chunk: Buffer): Buffer[];
  /** The JSON so far, with empty strings in place of every string of the field's name. */
  rest(): string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/** Where the field is: in the first object of a list that is itself a field of the whole. Both names are plain ASCII. */
interface FieldPlace {
  readonly list: string;
  readonly field: string;
}

/**
 * Creates a splitter for one JSON text. It looks only at strings, colons and brackets; the parser checks the rest.
 * @param maxRest bytes that the rest may have
 */
export function createFieldSplitter({ list, field }: FieldPlace, maxRest: number): FieldSplitter {
  const nameLength = Math.max(list.length, field.length);
  let kept = Buffer.allocUnsafe(Math.min(4096, maxRest));
  let keptBytes = 0;
  let inString = false;
  let escaped = false;
  /** The current string has the field's name. */
  let dropping = false;
  /** It is the field's text. */
  let taking = false;
  let taken = false;
  /** Open objects and lists around the current position. */
  let depth = 0;
  /** Within the list's field, and the objects that began in the list. */
  let inList = false;
  let objects = 0;
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

  function nest(byte: number): void {
    if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    if (byte !== OPEN_OBJECT && byte !== OPEN_LIST) return;
    depth++;
    if (byte === OPEN_OBJECT && depth === 3) objects++;
  }

  /** Skips everything outside strings. Returns where the next string's text begins, or the end. */
  function skipToString(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === QUOTE) {
        inString = true;
        dropping = named;
        taking = named && inList && depth === 3 && objects === 1;
        named = false;
        lastString = "";
        at++;
        break;
      }
      if (byte === COLON) {
        named = lastString === field;
        if (depth === 1) {
          inList = lastString === list;
          objects = 0;
        }
      } else if (byte > 0x20) {
        named = false;
        lastString = "";
        nest(byte);
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
        if (!dropping) {
          keep(piece);
          if (lastString.length <= nameLength) lastString += piece.toString("latin1", 0, nameLength + 1);
        } else if (taking && !taken && piece.length > 0) pieces.push(piece);
        if (!inString) {
          taken ||= taking;
          dropping = false;
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
