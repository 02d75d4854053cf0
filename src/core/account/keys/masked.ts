/** Of a secret this long, the last four characters are shown; of a shorter one, two. */
const LONG_ENOUGH = 16;

/** The part of a key that may be shown: its prefix, and enough of its end to distinguish it: `sk-…abcd`. */
export function maskedKey(secret: string): string {
  const kind = /^[a-z]{1,6}[-_]/i.exec(secret)?.[0] ?? "";
  return `${kind}…${secret.slice(secret.length >= LONG_ENOUGH ? -4 : -2)}`;
}
