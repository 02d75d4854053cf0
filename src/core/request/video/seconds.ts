import type { SecondsRule } from "./video-rules.ts";

/** The default length: shorter clips are rarely wanted, and longer ones cost more. */
const USUAL_SECONDS = 5;

/** Whether a rule allows a number of seconds. Fractions are never allowed. */
export function allowsSeconds(rule: SecondsRule, seconds: number): boolean {
  if (!Number.isInteger(seconds)) return false;
  switch (rule.kind) {
    case "range":
      return seconds >= rule.min && seconds <= rule.max;
    case "one of":
      return rule.values.includes(seconds);
    case "exactly":
      return seconds === rule.value;
  }
}

/** The seconds that a rule allows, ascending. */
export function allowedSeconds(rule: SecondsRule): readonly number[] {
  switch (rule.kind) {
    case "range":
      return Array.from({ length: rule.max - rule.min + 1 }, (_, index) => rule.min + index);
    case "one of":
      return rule.values;
    case "exactly":
      return [rule.value];
  }
}

/**
 * Whole seconds, given as a number or as an integer string: "integer duration strings remain supported"
 * (`docs/gateway.md#videos-versioning`). Undefined for anything else.
 */
export function wholeSeconds(given: string | number): number | undefined {
  const seconds = typeof given === "number" ? given : /^(?:0|[1-9]\d{0,5})$/.test(given) ? Number(given) : undefined;
  return Number.isSafeInteger(seconds) ? seconds : undefined;
}

/** The default length: at most `most` seconds, if the rule allows such a length. */
export function defaultSeconds(rule: SecondsRule, most: number): number {
  const allowed = allowedSeconds(rule);
  const usual = allowed.find((seconds) => seconds >= USUAL_SECONDS) ?? allowed.at(-1) ?? USUAL_SECONDS;
  return usual <= most ? usual : (allowed.findLast((seconds) => seconds <= most) ?? usual);
}
