import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/** Random tokens, each issued for one purpose. Forged tokens are detected without a look-up. */
export interface SessionTokens {
  make(purpose: TokenPurpose): string;
  /**
   * The id under which a token is stored; it grants no access. Undefined for a token that was not issued with this
   * password.
   */
  idOf(purpose: TokenPurpose, token: string | undefined): string | undefined;
  /** Differs for every password. */
  readonly passwordMark: string;
}

/** `session` means that someone is logged in. `device` marks a browser in which someone has logged in before. */
export type TokenPurpose = "session" | "device";

const RANDOM_BYTES = 32;
const TOKEN_BYTES = RANDOM_BYTES + 32;

/**
 * Tokens are `<random, 32 bytes><HMAC-SHA-256, 32 bytes>` in base64url. The key is derived from the instance's secret
 * key and the password, so changing either one invalidates all tokens.
 */
export function createSessionTokens(secretKey: string, password: string): SessionTokens {
  const base = Buffer.from(hkdfSync("sha256", secretKey, "easel", "console sessions v1", 32));
  const key = createHmac("sha256", base).update(password).digest();
  const sign = (purpose: TokenPurpose | "mark", value: Buffer | ""): Buffer =>
    createHmac("sha256", key).update(purpose).update(value).digest();
  return {
    make(purpose) {
      const random = randomBytes(RANDOM_BYTES);
      return Buffer.concat([random, sign(purpose, random)]).toString("base64url");
    },
    idOf(purpose, token = "") {
      const bytes = Buffer.from(token, "base64url");
      if (bytes.length !== TOKEN_BYTES) return undefined;
      const random = bytes.subarray(0, RANDOM_BYTES);
      if (!timingSafeEqual(bytes.subarray(RANDOM_BYTES), sign(purpose, random))) return undefined;
      return createHash("sha256").update(bytes).digest("hex");
    },
    passwordMark: sign("mark", "").toString("hex"),
  };
}
