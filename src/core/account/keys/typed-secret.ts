/** Stands where a key was, in what is kept of a message. */
const SECRET_MARK = "[key removed]";

/** Whatever else stands there: nothing but a key begins like this and is so long, but a part of a link. */
const SURE = /(?<![\p{L}\d_/-])sk[-_][A-Za-z0-9_-]{20,}/gu;
/** The commands that are about keys, wherever the line goes on after them. */
const ABOUT_KEYS = /^\s*\/?(?:easel-admin\s+keys|easel\s+key)(?:\s+[a-z]+)?(?=\s|$)/iu;
/** To these nothing is ever added but by a form. */
const ADDING = /^\s*\/?(?:easel-admin\s+keys|easel\s+key)\s+add\s+(?=\S)/iu;

/** Does one word look like a key? Its kind and some more, or a long word of letters and digits that nobody reads. */
export function isLikeKey(word: string): boolean {
  if (/^(?:sk|pk|rk)[-_][A-Za-z0-9_-]{4,}$/i.test(word)) return true;
  return /^[A-Za-z0-9_-]{24,}$/.test(word) && /\d/.test(word) && /[A-Za-z]/.test(word);
}

/** Has somebody typed a key where everyone may read it? Only what is surely one counts, but in a line about keys also less. */
export function holdsSecret(text: string): boolean {
  return withoutSecrets(text) !== text || text.includes(SECRET_MARK);
}

/** A text as it may be kept: without the keys that somebody typed into it. */
export function withoutSecrets(text: string): string {
  const [adding] = ADDING.exec(text) ?? [];
  if (adding !== undefined) return `${adding}${SECRET_MARK}`;
  const sure = text.replaceAll(SURE, SECRET_MARK);
  const [line] = ABOUT_KEYS.exec(sure) ?? [];
  if (line === undefined) return sure;
  const rest = sure.slice(line.length).replaceAll(/[^\s"“”'=:]+/gu, (word) => (isLikeKey(word) ? SECRET_MARK : word));
  return `${line}${rest}`;
}
