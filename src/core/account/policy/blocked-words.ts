import { CONSOLE_MESSAGE_CHARACTERS, MAX_NATIVE_CHARACTERS } from "../../../lib/limits.ts";

/**
 * The longest text that is checked, as `caseless` returns it: the longest message, with every extension option at its longest.
 * Normalising can turn one character into eighteen, and a check blocks the event loop.
 */
export const CHECKED_CHARACTERS = CONSOLE_MESSAGE_CHARACTERS + 4 * MAX_NATIVE_CHARACTERS;

const WORDS = new Intl.Segmenter("und", { granularity: "word" });

/** The initial hash. Random for each process, so that nobody can craft words that collide. */
const SEED = Math.floor(Math.random() * 2 ** 32);
/** FNV-1a's prime for 32 bits. */
const PRIME = 0x01000193;

/**
 * The words or phrases that occur in a text as whole words. Ignores case, letter width and invisible characters. For scripts
 * without spaces, Unicode's dictionaries define the words. The time depends on the lengths of the text and of the longest word,
 * not on how often parts of a word occur.
 * @param said as `caseless` returns it, at most `CHECKED_CHARACTERS` long
 */
export function blockedIn(said: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return [];
  const wanted = words.map(caseless);
  const found = wholeWords(said, new Set(wanted));
  return words.filter((_word, index) => found.has(wanted[index] ?? ""));
}

/** Normalises a text for comparison. Upper case first, which makes `ß` and `ss` equal. */
export function caseless(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, " ")
    .trim();
}

/**
 * Finds the words that lie between two edges of the text. Hashes from each edge to the following ones, and compares the text only
 * if the hash matches a word's. Stops looking for a word once it is found.
 */
function wholeWords(said: string, words: ReadonlySet<string>): ReadonlySet<string> {
  const wanted = new Map<number, Set<string>>();
  let longest = 0;
  for (const word of words) {
    const hash = hashOf(word);
    const alike = wanted.get(hash);
    if (alike) alike.add(word);
    else wanted.set(hash, new Set([word]));
    longest = Math.max(longest, word.length);
  }
  const edges = edgesOf(said);
  const found = new Set<string>();
  for (let from = 0; from < said.length; from++) {
    if (edges[from] !== 1) continue;
    const last = Math.min(from + longest, said.length);
    let hash = SEED;
    for (let to = from + 1; to <= last; to++) {
      hash = extended(hash, said.charCodeAt(to - 1));
      const alike = edges[to] === 1 ? wanted.get(hash) : undefined;
      if (!alike) continue;
      const part = said.slice(from, to);
      if (alike.delete(part)) found.add(part);
      if (alike.size === 0) wanted.delete(hash);
    }
  }
  return found;
}

/** 1 at each position where a word begins or ends. */
function edgesOf(said: string): Uint8Array {
  const edges = new Uint8Array(said.length + 1);
  for (const { index } of WORDS.segment(said)) edges[index] = 1;
  edges[said.length] = 1;
  return edges;
}

function hashOf(text: string): number {
  let hash = SEED;
  for (let at = 0; at < text.length; at++) hash = extended(hash, text.charCodeAt(at));
  return hash;
}

/** The hash of a text with one more code unit (FNV-1a). */
function extended(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, PRIME);
}
