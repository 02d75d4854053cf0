import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { EaselError } from "../../../lib/errors.ts";

/** Seals secrets for the database with AES-256-GCM and fingerprints them with HMAC, using keys derived from `SECRET_KEY`. */
export interface Seal {
  /** A short public name of the sealing key, stored with everything that it sealed. */
  readonly keyId: string;
  /** `v1.<nonce>.<tag>.<ciphertext>` in base64url. Opening it needs the same `context`. */
  close(secret: string, context: string): string;
  /** Throws if the text was sealed with an unknown key or for another context, or was modified. */
  open(sealed: string, context: string): string;
  /** Equal for equal secrets, and useless without the key. */
  fingerprint(secret: string): string;
}

/**
 * `secretKey`: any text of at least 32 characters (the configuration checks it). `previous`: earlier values of `SECRET_KEY`, used
 * only for opening.
 */
export function createSeal(secretKey: string, previous: readonly string[] = []): Seal {
  const sealingKey = derive(secretKey, "seal v1");
  const fingerprintKey = derive(secretKey, "fingerprint v1");
  const openingKeys = [sealingKey, ...previous.map((key) => derive(key, "seal v1"))];
  return {
    keyId: derive(secretKey, "key id v1").subarray(0, 6).toString("base64url"),
    close(secret, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealingKey, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return ["v1", ...[nonce, cipher.getAuthTag(), text].map((part) => part.toString("base64url"))].join(".");
    },
    open(sealed, context) {
      const failures: unknown[] = [];
      for (const key of openingKeys) {
        try {
          return openWith(key, sealed, context);
        } catch (error) {
          failures.push(error);
        }
      }
      const [cause] = failures;
      throw new EaselError("seal_broken", "a stored secret can't be opened with this SECRET_KEY", { cause });
    },
    fingerprint: (secret) => createHmac("sha256", fingerprintKey).update(secret).digest("base64url"),
  };
}

function derive(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "easel", purpose, 32));
}

function openWith(key: Buffer, sealed: string, context: string): string {
  const [version, nonce, tag, text] = sealed.split(".");
  if (version !== "v1" || nonce === undefined || tag === undefined || text === undefined) {
    throw new RangeError("not a sealed secret");
  }
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"), {
    // Without it, Node accepts truncated tags, which can be guessed.
    authTagLength: 16,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(Buffer.from(tag, "base64url"));
  return Buffer.concat([decipher.update(Buffer.from(text, "base64url")), decipher.final()]).toString("utf8");
}
