/**
 * A text's length as people and the gateway's OpenAPI 3.1 count it: in code points, so that an emoji outside the basic plane is
 * one.
 */
export function countCharacters(text: string): number {
  let surrogates = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // The second half of a pair does not count.
    if (unit >= 0xdc00 && unit <= 0xdfff && index > 0 && isHigh(text.charCodeAt(index - 1))) surrogates++;
  }
  return text.length - surrogates;
}

/** Whether a text has at most that many characters. Counts only if its UTF-16 length doesn't decide it. */
export function hasAtMostCharacters(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && countCharacters(text) <= max);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
