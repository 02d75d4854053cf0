/**
 * How many characters a text has as people, and the gateway's OpenAPI 3.1, count them: by code points, so that an emoji
 * outside the basic plane is one.
 */
export function countCharacters(text: string): number {
  let surrogates = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // The second half of a pair counts nothing of its own.
    if (unit >= 0xdc00 && unit <= 0xdfff && index > 0 && isHigh(text.charCodeAt(index - 1))) surrogates++;
  }
  return text.length - surrogates;
}

/** Is the text at most that long? Counts only where the length in memory leaves it open. */
export function hasAtMostCharacters(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && countCharacters(text) <= max);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
