/**
 * The words or phrases that occur in a text as whole words. Ignores case, letter width and invisible characters. For scripts
 * without spaces, Unicode's dictionaries define the words.
 */
export function blockedIn(text: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return [];
  const said = caseless(text);
  const edges = new Set([said.length]);
  for (const { index } of WORDS.segment(said)) edges.add(index);
  return words.filter((word) => standsIn(said, caseless(word), edges));
}

const WORDS = new Intl.Segmenter("und", { granularity: "word" });

function standsIn(text: string, word: string, edges: ReadonlySet<number>): boolean {
  if (word === "") return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (edges.has(at) && edges.has(at + word.length)) return true;
  }
  return false;
}

/** Upper case first, which makes `ß` and `ss` equal. */
function caseless(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, " ")
    .trim();
}
