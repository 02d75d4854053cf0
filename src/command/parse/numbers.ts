import type { Source } from "../files/sources.ts";

/** Which of one or more pictures a text means, and the text as the model is to read it. */
export type Numbered =
  | { readonly kind: "chosen"; readonly text: string; readonly sources: readonly Source[] }
  /** None was named, and there are several. */
  | { readonly kind: "which" }
  /** There is none of this number. */
  | { readonly kind: "no_such"; readonly number: string };

const NUMBER = /(?<![^\s(（“"])[#＃](\d{1,2})(?![\p{L}\p{N}])/gu;
const AT_EDGE = /^(?:\s*[#＃]\d{1,2}(?![\p{L}\p{N}])[,，、:：]?)+|(?:[,，、]?\s*[#＃]\d{1,2}(?![\p{L}\p{N}]))+\s*$/gu;

/**
 * Reads `#2` in a text as the second of the pictures; `#1 #3` takes both, in this order. At the beginning and the end the
 * numbers go away, in the middle of a sentence they become what prompts call the picture: image 1 is the first one taken.
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
  const words = text
    .replaceAll(AT_EDGE, "")
    .replaceAll(NUMBER, (_whole, number: string) => `image ${named.indexOf(Number(number)) + 1}`)
    .trim();
  return { kind: "chosen", text: words, sources: chosen };
}
