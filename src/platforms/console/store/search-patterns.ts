/** More words than anyone types. */
const MOST_WORDS = 10;

/** Patterns for `ilike`: one for each of the words, which are separated by spaces. */
export function patternsOf(words: string): readonly string[] {
  return words
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
}
