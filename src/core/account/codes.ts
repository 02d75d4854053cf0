import { createHmac, hkdfSync, randomInt, timingSafeEqual } from "node:crypto";

/** Even: shown in two halves. 31 signs each, so that within their time nobody finds one by trying. */
const CODE_CHARACTERS = 8;
/** Of the operator's code, which has no end. */
const OPERATOR_CODE_CHARACTERS = 12;

/** Letters and digits that nobody takes for one another. */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** A code to be typed somewhere else, e.g. `K7QM-3XWA`. */
export function newCode(): string {
  const signs = Array.from({ length: CODE_CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return `${signs.slice(0, CODE_CHARACTERS / 2)}-${signs.slice(CODE_CHARACTERS / 2)}`;
}

/** A code as it was made, however it was typed. */
function plainCode(typed: string): string {
  return typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "");
}

/** What is kept of a code. A code is short: without the key it could be found out from a plain hash. */
export function codeHash(secretKey: string, code: string): string {
  return createHmac("sha256", secretKey)
    .update(`code ${plainCode(code)}`)
    .digest("base64url");
}

/** The operator's code where none is configured: always the same for the same `SECRET_KEY`, e.g. `K7QM-3XWA-9FHT`. */
export function operatorCode(secretKey: string): string {
  return derivedCode(secretKey, "operator code v1");
}

/** The code that brings a workspace into one organisation: always the same for the same `SECRET_KEY`. */
export function organisationCode(secretKey: string, organisationId: string): string {
  return derivedCode(secretKey, `organisation code v1 ${organisationId}`);
}

function derivedCode(secretKey: string, purpose: string): string {
  const bytes = new Uint8Array(hkdfSync("sha256", secretKey, "easel", purpose, OPERATOR_CODE_CHARACTERS));
  const signs = Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
  return signs.replaceAll(/.{4}(?=.)/g, "$&-");
}

/** Is this the code, however it was typed? It takes as long for a wrong one. */
export function isCode(secretKey: string, typed: string, code: string): boolean {
  return timingSafeEqual(Buffer.from(codeHash(secretKey, typed)), Buffer.from(codeHash(secretKey, code)));
}
