/** Replaces a key in stored text. */
const SECRET_MARK = "[key removed]";

/** Only keys have this prefix and length, apart from parts of links. */
const CERTAIN_KEY = /(?<![\p{L}\d_/-])sk[-_][A-Za-z0-9_-]{20,}/gu;
/** Commands about keys. */
const ABOUT_KEYS = /^\s*\/?(?:easel-admin\s+keys|easel\s+key)(?:\s+[a-z]+)?(?=\s|$)/iu;
/** These commands take a key only through their form, never as text. */
const ADDING = /^\s*\/?(?:easel-admin\s+keys|easel\s+key)\s+add\s+(?=\S)/iu;

/** Whether a word looks like a key: a key's prefix followed by more, or a long random mix of letters and digits. */
export function isLikeKey(word: string): boolean {
  if (/^(?:sk|pk|rk)[-_][A-Za-z0-9_-]{4,}$/i.test(word)) return true;
  return /^[A-Za-z0-9_-]{24,}$/.test(word) && /\d/.test(word) && /[A-Za-z]/.test(word);
}

/** Whether a text contains a typed key. Usually only certain matches count; in a command about keys, likely ones do too. */
export function holdsSecret(text: string): boolean {
  return withoutSecrets(text) !== text || text.includes(SECRET_MARK);
}

/** Removes typed keys from a text before it is stored. */
export function withoutSecrets(text: string): string {
  const [adding] = ADDING.exec(text) ?? [];
  if (adding !== undefined) return `${adding}${SECRET_MARK}`;
  const sure = text.replaceAll(CERTAIN_KEY, SECRET_MARK);
  const [line] = ABOUT_KEYS.exec(sure) ?? [];
  if (line === undefined) return sure;
  const rest = sure.slice(line.length).replaceAll(/[^\s"“”'=:]+/gu, (word) => (isLikeKey(word) ? SECRET_MARK : word));
  return `${line}${rest}`;
}
