import type { RequestProblem } from "./problem.ts";

/** The database can hold neither NUL nor half a character, and no model draws them. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}

/** Is there nothing in it that anyone could see? Invisible characters, such as a zero-width space, are nothing. */
export function isBlank(text: string): boolean {
  return !/[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u.test(text);
}

/** A value as people mean it and in the case they wrote: without the full-width signs of Chinese keyboards (`16：9`). */
export function typedText(text: string): string {
  return storable(text).normalize("NFKC").trim();
}

/** A value as people mean it: neither case nor the full-width signs of Chinese keyboards (`16：9`) are significant. */
export function folded(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase();
}

/** The allowed value that was given; anything else is a problem. Nothing given is nothing. */
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
