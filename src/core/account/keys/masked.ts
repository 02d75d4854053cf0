/** A secret at least this long has four characters shown of its end, a shorter one two. */
const LONG_ENOUGH = 16;

/** What may be shown of a key: how it begins by its kind, and enough of its end to tell it from others: `sk-…abcd`. */
export function maskedKey(secret: string): string {
  const kind = /^[a-z]{1,6}[-_]/i.exec(secret)?.[0] ?? "";
  return `${kind}…${secret.slice(secret.length >= LONG_ENOUGH ? -4 : -2)}`;
}
