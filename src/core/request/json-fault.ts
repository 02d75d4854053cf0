/** What a JSON text would need at the place where it stops being JSON. */
export type JsonExpected = "value" | "name" | "colon" | "object_end" | "array_end" | "text_end" | "escape" | "nothing";

/** Where a text stops being JSON. */
export interface JsonFault {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly expected: JsonExpected;
  /** The character at that place; undefined at the end of the text. */
  readonly found: string | undefined;
}

/** Deeper texts get no place, so that no text exhausts the stack. */
const MAX_DEPTH = 200;
const NOWHERE = -1;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
/** A string's content, up to what can't be part of it. */
const CONTENT = /(?:[ !#-[\]-\u{10FFFF}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*/uy;

/** A fault's place. */
class Fault extends Error {
  readonly at: number;
  readonly expected: JsonExpected;

  constructor(at: number, expected: JsonExpected) {
    super(expected);
    this.at = at;
    this.expected = expected;
  }
}

/** Finds the first place where a text is not JSON. The runtime's own message names no place in short texts. Undefined if there is none. */
export function jsonFaultIn(text: string): JsonFault | undefined {
  try {
    const end = skip(SPACE, value(0, 0));
    if (end < text.length) throw new Fault(end, "nothing");
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.at === NOWHERE) return undefined;
    const before = text.slice(0, error.at).split("\n");
    const found = text.codePointAt(error.at);
    return {
      line: before.length,
      column: (before.at(-1) ?? "").length + 1,
      expected: error.expected,
      found: found === undefined ? undefined : String.fromCodePoint(found),
    };
  }

  /** Each of these returns the place behind what it reads. */
  function value(from: number, depth: number): number {
    const at = skip(SPACE, from);
    if (depth > MAX_DEPTH) throw new Fault(NOWHERE, "value");
    if (text[at] === '"') return string(at);
    if (text[at] === "{") return list(at, "}", (next) => value(colon(name(next)), depth + 1));
    if (text[at] === "[") return list(at, "]", (next) => value(next, depth + 1));
    const end = Math.max(skip(NUMBER, at), skip(WORD, at));
    if (end === at) throw new Fault(at, "value");
    return end;
  }

  function list(from: number, close: "}" | "]", item: (from: number) => number): number {
    let at = skip(SPACE, from + 1);
    if (text[at] === close) return at + 1;
    for (;;) {
      at = skip(SPACE, item(at));
      if (text[at] === close) return at + 1;
      if (text[at] !== ",") throw new Fault(at, close === "}" ? "object_end" : "array_end");
      at += 1;
    }
  }

  function name(from: number): number {
    const at = skip(SPACE, from);
    if (text[at] !== '"') throw new Fault(at, "name");
    return string(at);
  }

  function colon(from: number): number {
    const at = skip(SPACE, from);
    if (text[at] !== ":") throw new Fault(at, "colon");
    return at + 1;
  }

  function string(from: number): number {
    const at = skip(CONTENT, from + 1);
    if (text[at] === '"') return at + 1;
    throw new Fault(at, text[at] === "\\" ? "escape" : "text_end");
  }

  function skip(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return from + (pattern.exec(text)?.[0].length ?? 0);
  }
}
