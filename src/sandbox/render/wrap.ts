import { withEllipsis } from "../../media/with-ellipsis.ts";

/** Scripts without spaces between words break between any two characters. */
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][\u3001\u3002\uff0c\uff01\uff1f\uff1b\uff1a]?|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|\s+/gu;

/**
 * Breaks a text into at most `most` lines of at most `width`. A word longer than a line is broken; a text that is too long ends
 * in an ellipsis, and then `whole` is false.
 */
export function wrapText(
  text: string,
  width: number,
  most: number,
  measure: (text: string) => number,
): { lines: string[]; whole: boolean } {
  const lines: string[] = [];
  let line = "";
  for (const piece of (text.match(PIECES) ?? []).flatMap((word) => broken(word, width, measure))) {
    if (measure(line + piece.trimEnd()) <= width || line.trim() === "") {
      line = line === "" ? piece.trimStart() : line + piece;
      continue;
    }
    lines.push(line.trimEnd());
    if (lines.length === most)
      return { lines: [...lines.slice(0, -1), withEllipsis(lines.at(-1) ?? "", width, measure)], whole: false };
    line = piece.trimStart();
  }
  if (line.trim() !== "") lines.push(line.trimEnd());
  return { lines, whole: true };
}

/** A word in parts that fit on a line each. */
function broken(word: string, width: number, measure: (text: string) => number): string[] {
  if (measure(word) <= width) return [word];
  const parts: string[] = [];
  let part = "";
  for (const character of word) {
    if (part !== "" && measure(part + character) > width) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part];
}
