/**
 * Which of these words or phrases stand in a text, as whole words. Neither case nor the width of letters matters, nor
 * characters that nobody sees. Where a script has no spaces the words are those that Unicode's dictionaries know.
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

/** Upper case first: it is what makes `ß` and `ss` the same. */
function caseless(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, " ")
    .trim();
}
