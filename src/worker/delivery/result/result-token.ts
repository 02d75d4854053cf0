import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** The result that a link leads to, and its expiry. */
export interface ResultGrant {
  /** A UUID. */
  readonly batchId: string;
  /** The job's number in its batch, from 1. */
  readonly ordinal: number;
  /** Milliseconds since the Unix epoch; kept in whole seconds. */
  readonly expiresAt: number;
}

/** The purpose of a link: a result's page, or its file. Neither opens the other. */
export type ResultPurpose = "page" | "file";

export interface ResultTokens {
  sign(grant: ResultGrant, purpose: ResultPurpose): string;
  /** Undefined for anything that was not signed here for that purpose. The caller checks the expiry. */
  read(token: string, purpose: ResultPurpose): ResultGrant | undefined;
}

const BATCH_BYTES = 16;
const SECONDS_BYTES = 5;
const CLAIM_BYTES = BATCH_BYTES + 1 + SECONDS_BYTES;
/** The part of the HMAC that is used: 128 bits can't be guessed. */
const SIGNATURE_BYTES = 16;
const TOKEN = new RegExp(`^[0-9a-f]{${(CLAIM_BYTES + SIGNATURE_BYTES) * 2}}$`);

/**
 * `<batch, 16 bytes><ordinal, 1><expiry, 5><HMAC-SHA-256, the first 16>` in hex: 76 characters, below the 100 that the HTTP
 * server accepts for one part of a path, and none that a chat platform treats as markup. The key has no other use.
 */
export function createResultTokens(secretKey: string): ResultTokens {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "easel", "result links v1", 32));
  const signature = (claim: Buffer, purpose: ResultPurpose): Buffer =>
    createHmac("sha256", key).update(claim).update(purpose).digest().subarray(0, SIGNATURE_BYTES);
  return {
    sign({ batchId, ordinal, expiresAt }, purpose) {
      const claim = Buffer.alloc(CLAIM_BYTES);
      claim.write(batchId.replaceAll("-", ""), "hex");
      claim.writeUInt8(ordinal, BATCH_BYTES);
      claim.writeUIntBE(Math.floor(expiresAt / 1000), BATCH_BYTES + 1, SECONDS_BYTES);
      return Buffer.concat([claim, signature(claim, purpose)]).toString("hex");
    },
    read(token, purpose) {
      if (!TOKEN.test(token)) return undefined;
      const bytes = Buffer.from(token, "hex");
      const claim = bytes.subarray(0, CLAIM_BYTES);
      if (!timingSafeEqual(bytes.subarray(CLAIM_BYTES), signature(claim, purpose))) return undefined;
      const id = claim.toString("hex", 0, BATCH_BYTES);
      return {
        batchId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
        ordinal: claim.readUInt8(BATCH_BYTES),
        expiresAt: claim.readUIntBE(BATCH_BYTES + 1, SECONDS_BYTES) * 1000,
      };
    },
  };
}
