import { editDistance } from "../core/request/nearest.ts";

/** A variable that is set but unknown, and the one that was probably meant. */
export interface MisspeltName {
  readonly variable: string;
  readonly meant: string;
}

/** How many letters may be wrong in a longer name. In a shorter one only one may: HOME is not HOST. */
const MAX_EDITS = 2;
const LONGER_CHARACTERS = 8;

/** The variables that are set, unknown, and spelt almost like one of `known`. */
export function misspeltNames(environment: NodeJS.ProcessEnv, known: readonly string[]): readonly MisspeltName[] {
  return Object.entries(environment).flatMap(([variable, value]) => {
    if (known.includes(variable) || (value ?? "").trim() === "") return [];
    const meant = known.find((name) => isAlmost(variable.toUpperCase(), name));
    return meant === undefined ? [] : [Object.freeze({ variable, meant })];
  });
}

/** What to do about it, in one sentence. Without the value: it may be a secret. */
export function misspeltText({ variable, meant }: MisspeltName): string {
  return `${variable} is set, but Easel doesn't know it: write ${meant}, or unset it.`;
}

function isAlmost(given: string, name: string): boolean {
  const edits = name.length < LONGER_CHARACTERS ? 1 : MAX_EDITS;
  return Math.abs(given.length - name.length) <= edits && editDistance(given, name) <= edits;
}
