import { folded } from "./read-text.ts";

/**
 * Other services' names for what an option sets: the number and size of pictures. A model's own protocol may accept them, even
 * within `generationConfig`, and then make something other than what the member was shown and charged for.
 */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["candidatecount", "count"],
  ["numberofimages", "count"],
  ["numimages", "count"],
  ["samplecount", "count"],
  ["imagesize", "size"],
  ["aspectratio", "aspect_ratio"],
]);

/**
 * A field's name for comparison: programs that read JSON may ignore its case, and take `candidate_count` for `candidateCount`.
 */
export function plainField(name: string): string {
  return folded(name).replaceAll(/[_-]/g, "");
}

/** The first such field at any depth of a value, and the option to use instead. */
export function reservedFieldIn(value: unknown): { readonly given: string; readonly instead: string } | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [given, part] of Object.entries(value)) {
    const instead = Array.isArray(value) ? undefined : ALIASES.get(plainField(given));
    const found = instead === undefined ? reservedFieldIn(part) : { given, instead };
    if (found) return found;
  }
  return undefined;
}
