import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** What a link gives access to: one content, under one name, until its expiry. */
export interface RelayGrant {
  /** SHA-256 in hex: the content's name in the media store. */
  readonly hash: string;
  /** The last part of the address, with its extension. */
  readonly fileName: string;
  /** Milliseconds since the Unix epoch; kept in whole seconds. */
  readonly expiresAt: number;
}

/** Signs and reads the secret part of links. */
export interface RelayTokens {
  sign(grant: RelayGrant): string;
  /** Undefined for anything that was not signed here for that file name. The caller checks the expiry. */
  read(token: string, fileName: string): RelayGrant | undefined;
}

const SECONDS_BYTES = 5;
const HASH_BYTES = 32;
const CLAIM_BYTES = SECONDS_BYTES + HASH_BYTES;
const TOKEN_BYTES = CLAIM_BYTES + 32;

/**
 * `<expiry, 5 bytes><hash, 32><HMAC-SHA-256, 32>` in base64url: 92 characters, below the 100 that the HTTP server accepts for
 * one part of a path. The file name is signed as well, so that a link serves one type only. The key has no other use.
 */
export function createRelayTokens(secretKey: string): RelayTokens {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "easel", "media relay v1", 32));
  const signature = (claim: Buffer, fileName: string): Buffer =>
    createHmac("sha256", key).update(claim).update(fileName).digest();
  return {
    sign({ hash, fileName, expiresAt }) {
      const claim = Buffer.alloc(CLAIM_BYTES);
      claim.writeUIntBE(Math.floor(expiresAt / 1000), 0, SECONDS_BYTES);
      claim.write(hash, SECONDS_BYTES, "hex");
      return Buffer.concat([claim, signature(claim, fileName)]).toString("base64url");
    },
    read(token, fileName) {
      const bytes = Buffer.from(token, "base64url");
      // Only the canonical spelling is valid: base64 has several.
      if (bytes.length !== TOKEN_BYTES || bytes.toString("base64url") !== token) return undefined;
      const claim = bytes.subarray(0, CLAIM_BYTES);
      if (!timingSafeEqual(bytes.subarray(CLAIM_BYTES), signature(claim, fileName))) return undefined;
      const hash = claim.toString("hex", SECONDS_BYTES);
      return { hash, fileName, expiresAt: claim.readUIntBE(0, SECONDS_BYTES) * 1000 };
    },
  };
}
