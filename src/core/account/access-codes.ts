import { createHmac, hkdfSync, randomInt, timingSafeEqual } from "node:crypto";

/** Even, because codes are shown in two halves. With an alphabet of 31, a code can't be guessed before it expires. */
const CODE_CHARACTERS = 8;
/** Longer, because the operator's code never expires. */
const OPERATOR_CODE_CHARACTERS = 12;

/** Letters and digits that can't be mistaken for one another. */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** A new random code, e.g. `K7QM-3XWA`. */
export function newCode(): string {
  const characters = Array.from({ length: CODE_CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(
    "",
  );
  return `${characters.slice(0, CODE_CHARACTERS / 2)}-${characters.slice(CODE_CHARACTERS / 2)}`;
}

/** Normalises a typed code. */
function plainCode(typed: string): string {
  return typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "");
}

/** The stored hash of a code. It is keyed, because a plain hash of a short code could be reversed. */
export function codeHash(secretKey: string, code: string): string {
  return createHmac("sha256", secretKey)
    .update(`code ${plainCode(code)}`)
    .digest("base64url");
}

/** The operator's code if none is configured; constant for a given `SECRET_KEY`, e.g. `K7QM-3XWA-9FHT`. */
export function operatorCode(secretKey: string): string {
  return derivedCode(secretKey, "operator code v1");
}

/** The code that adds a workspace to an organisation; constant for a given `SECRET_KEY`. */
export function organisationCode(secretKey: string, organisationId: string): string {
  return derivedCode(secretKey, `organisation code v1 ${organisationId}`);
}

function derivedCode(secretKey: string, purpose: string): string {
  const bytes = new Uint8Array(hkdfSync("sha256", secretKey, "easel", purpose, OPERATOR_CODE_CHARACTERS));
  const characters = Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
  return characters.replaceAll(/.{4}(?=.)/g, "$&-");
}

/** Whether a typed code is this one. Takes constant time. */
export function isCode(secretKey: string, typed: string, code: string): boolean {
  return timingSafeEqual(Buffer.from(codeHash(secretKey, typed)), Buffer.from(codeHash(secretKey, code)));
}
