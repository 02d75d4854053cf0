import type { RequestProblem } from "./problem.ts";

/** Removes NUL and unpaired surrogates: the database can't store them, and no model draws them. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}

/** Whether a text has nothing visible. Invisible characters, such as a zero-width space, don't count. */
export function isBlank(text: string): boolean {
  return !/[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u.test(text);
}

/** A typed value without the full-width characters of Chinese keyboards (`16：9`); keeps its case. */
export function typedText(text: string): string {
  return storable(text).normalize("NFKC").trim();
}

/** A typed value, ignoring case and the full-width characters of Chinese keyboards (`16：9`). */
export function folded(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase();
}

/** A typed whole number: decimal digits, also the full-width ones of Chinese keyboards. Undefined for anything else. */
export function wholeNumber(given: string): number | undefined {
  // Folding would read `1²` as 12.
  const text = /\p{No}/u.test(given) ? "" : folded(given);
  const number = /^[+-]?\d+(?:\.0+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** The allowed value that was given; anything else is a problem. Undefined if nothing was given. */
export function oneOf<const T extends string>(
  option: string,
  given: string | undefined,
  allowed: readonly T[],
  problems: RequestProblem[],
): T | undefined {
  if (given === undefined) return undefined;
  const wanted = folded(given);
  const found = allowed.find((value) => value === wanted);
  if (found === undefined) problems.push({ rule: "not_allowed", option, given, allowed });
  return found;
}
