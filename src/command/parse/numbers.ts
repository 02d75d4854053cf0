import type { Source } from "../files/sources.ts";

/** Which pictures a text refers to, and the text as the model should read it. */
export type Numbered =
  | { readonly kind: "chosen"; readonly text: string; readonly sources: readonly Source[] }
  /** There are several, and the text names none. */
  | { readonly kind: "which" }
  /** There is no picture with this number. */
  | { readonly kind: "no_such"; readonly number: string };

const NUMBER = /(?<![^\s(（“"])[#＃](\d{1,2})(?![\p{L}\p{N}])/gu;
const AT_START = /^(?:\s*[#＃]\d{1,2}(?![\p{L}\p{N}])[,，、:：]?)+/u;
const LAST = /[#＃]\d{1,2}$/;
/** Characters of the longest number with its sign. */
const LAST_CHARACTERS = 3;

/**
 * Reads `#2` in a text as the second picture; `#1 #3` selects both, in this order. Numbers at the beginning and end are removed.
 * Within a sentence they become the prompt's name for the picture: image 1 is the first selected one.
 */
export function pickNumbered(text: string, sources: readonly Source[]): Numbered {
  const named = [...new Set([...text.matchAll(NUMBER)].map((match) => Number(match[1])))];
  if (named.length === 0) return sources.length === 1 ? { kind: "chosen", text, sources } : { kind: "which" };
  const chosen: Source[] = [];
  for (const number of named) {
    const source = sources.find((one) => one.number === number);
    if (!source) return { kind: "no_such", number: String(number) };
    chosen.push(source);
  }
  const words = withoutNumbersAtEnd(text.replace(AT_START, ""))
    .replaceAll(NUMBER, (_whole, number: string) => `image ${named.indexOf(Number(number)) + 1}`)
    .trim();
  return { kind: "chosen", text: words, sources: chosen };
}

/** Goes backwards from the end: an expression would take quadratic time on many blanks. */
function withoutNumbersAtEnd(text: string): string {
  let rest = text.trimEnd();
  for (let last; (last = LAST.exec(rest.slice(-LAST_CHARACTERS))?.[0]) !== undefined;) {
    const before = rest.slice(0, -last.length).trimEnd();
    rest = /[,，、]/.test(before.slice(-1)) ? before.slice(0, -1) : before;
  }
  return rest;
}
