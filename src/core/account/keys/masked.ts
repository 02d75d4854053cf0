/** From this length on, a secret's last four characters are shown, otherwise the last two. */
const LONG_ENOUGH = 16;

/** The part of a key that may be shown: its prefix, and enough of its end to distinguish it: `sk-…abcd`. */
export function maskedKey(secret: string): string {
  const kind = /^[a-z]{1,6}[-_]/i.exec(secret)?.[0] ?? "";
  return `${kind}…${secret.slice(secret.length >= LONG_ENOUGH ? -4 : -2)}`;
}
