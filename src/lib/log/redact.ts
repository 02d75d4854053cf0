/** Replaces what was removed. */
const MARK = "[…]";

/** The quantifiers are bounded, so that no text takes long. */
const ADDRESS = /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>`“”]+/gi;
const DATA_ADDRESS = /\bdata:([\w.+-]+\/[\w.+-]+)[;,][^\s"'<>]*/gi;
/** A path segment of this length is more likely a token than a name that someone chose. */
const TOKEN_SEGMENT = 25;

const SCHEME_AND_TOKEN = /\b(bearer|basic)\s+(?!(?:bearer|basic)\b)([\w.~+/=-]{6,})/gi;
/** Keys that are recognised by their prefix; JSON web tokens begin with `eyJ`. */
const KEY = /(?<![\w-])(?:(?:sk|pk|rk|xox[a-z]|xapp|gh[a-z])[-_][\w-]{4,}|AKIA[A-Z0-9]{12,}|eyJ[\w-]{6,}\.[\w.-]+)/g;
const NAMED =
  /\b((?:x-)?api[-_]?key|access[-_]?key|authorization|token|secret|password|signature|sig|key|expires)(\s*[=:]\s*["']?)([^\s"'&,;)]+)/gi;
/**
 * Text that is not meant for people: long, with digits and letters of both cases. Matches only at the beginning of such text, so
 * that the lookaheads scan it once.
 */
const OPAQUE = /(?<![\w+/-])(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])[\w+/-]{40,}={0,2}/g;

/**
 * Removes what must not be shown from another service's text: keys, bearer tokens, signed parts of addresses, and contents of
 * data URLs. When in doubt, it removes too much.
 */
export function redacted(text: string): string {
  return text
    .replaceAll(DATA_ADDRESS, (_whole, type: string) => `data:${type},${MARK}`)
    .replaceAll(ADDRESS, shownAddress)
    .replaceAll(SCHEME_AND_TOKEN, withoutToken)
    .replaceAll(KEY, MARK)
    .replaceAll(NAMED, (whole, name: string, separator: string, value: string) =>
      value !== MARK && (separator.includes("=") || (value.length >= 8 && /\d/.test(value)))
        ? `${name}${separator}${MARK}`
        : whole,
    )
    .replaceAll(OPAQUE, MARK);
}

/** A shorter secret could be any word. */
const SHORTEST_SECRET = 8;
const USER_INFO = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/"'\\?#@]{1,500}@/gi;
const BOT_TOKEN = /(?<![\w-])[\w-]{18,30}\.[\w-]{6,7}\.[\w-]{27,}/g;
/** As `Seal` writes it. */
const SEALED = /(?<![\w-])v1(?:\.[\w-]{8,}){3}/g;
const SIGNED = /([?&](?:token|key|sig|signature|hm|x-amz-signature|x-amz-credential)=)[^&\s"'\\]+/gi;

/**
 * Redacts our own log lines: removes the `known` secrets, and everything that looks like a key or a token. Addresses
 * and ids stay readable for troubleshooting.
 */
export function createLineRedaction(known: readonly string[]): (line: string) => string {
  const spellings = known
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    // As the secret appears in a URL, and within JSON.
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .toSorted((one, other) => other.length - one.length)
    .map((secret) => secret.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`));
  const exact = spellings.length === 0 ? undefined : new RegExp([...new Set(spellings)].join("|"), "g");
  return (line) =>
    (exact ? line.replaceAll(exact, MARK) : line)
      .replaceAll(USER_INFO, `$1${MARK}@`)
      .replaceAll(SCHEME_AND_TOKEN, withoutToken)
      .replaceAll(KEY, MARK)
      .replaceAll(BOT_TOKEN, MARK)
      .replaceAll(SEALED, MARK)
      .replaceAll(SIGNED, `$1${MARK}`);
}

function withoutToken(whole: string, scheme: string, token: string): string {
  return /[\d=._-]/.test(token) || token.length > 14 ? `${scheme} ${MARK}` : whole;
}

/** Host and path only, without tokens in the path: the rest of an address may sign it. */
function shownAddress(address: string): string {
  const [, scheme = "", authority = "", path = "", rest = ""] =
    /^([^:]+:\/\/)([^/?#]*)([^?#]*)(.*)$/s.exec(address) ?? [];
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  const segments = path.split("/").map((segment) => (segment.length < TOKEN_SEGMENT ? segment : MARK));
  return `${scheme}${host}${segments.join("/")}${rest === "" ? "" : `?${MARK}`}`;
}
