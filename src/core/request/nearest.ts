/**
 * The candidate that a misspelt word most likely means: the one with the fewest edits, at most a third of the word, or else one
 * that contains the word. Undefined if nothing is similar.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase().slice(0, 100);
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (!best || distance < best.distance) best = { candidate, distance };
  }
  if (best && best.distance <= Math.max(1, Math.floor(wanted.length / 3))) return best.candidate;
  return wanted.length >= 3 ? candidates.find((candidate) => candidate.toLowerCase().includes(wanted)) : undefined;
}

/** The edit distance between two words; swapping neighbouring letters counts as one edit. Computes one row at a time. */
export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const change = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped = row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swap = swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(change, swap, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    before = previous;
    previous = current;
  }
  return previous[to.length] ?? 0;
}
