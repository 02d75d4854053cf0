import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { EaselError } from "../errors.ts";

/** Seals secrets for the database with AES-256-GCM, and names them by an HMAC, both under keys derived from `SECRET_KEY`. */
export interface Seal {
  /** `v1.<nonce>.<tag>.<ciphertext>` in base64url; `context` must be the same to open it. */
  close(secret: string, context: string): string;
  /** Throws when the text was sealed under another key or for another context, or was changed. */
  open(sealed: string, context: string): string;
  /** The same for equal secrets, and of no use to anyone without the key. */
  fingerprint(secret: string): string;
}

/** `secretKey`: any text of at least 32 characters (checked where the configuration is read). */
export function createSeal(secretKey: string): Seal {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync("sha256", secretKey, "easel", purpose, 32));
  const sealingKey = derive("seal v1");
  const fingerprintKey = derive("fingerprint v1");
  return {
    close(secret, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealingKey, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return ["v1", ...[nonce, cipher.getAuthTag(), text].map((part) => part.toString("base64url"))].join(".");
    },
    open(sealed, context) {
      const [version, nonce, tag, text] = sealed.split(".");
      try {
        if (version !== "v1" || nonce === undefined || tag === undefined || text === undefined) {
          throw new RangeError("not a sealed secret");
        }
        const decipher = createDecipheriv("aes-256-gcm", sealingKey, Buffer.from(nonce, "base64url"), {
          // Without it a shortened tag would do, which can be guessed.
          authTagLength: 16,
        })
          .setAAD(Buffer.from(context))
          .setAuthTag(Buffer.from(tag, "base64url"));
        return Buffer.concat([decipher.update(Buffer.from(text, "base64url")), decipher.final()]).toString("utf8");
      } catch (error) {
        throw new EaselError("seal_broken", "a stored secret can't be opened with this SECRET_KEY", { cause: error });
      }
    },
    fingerprint: (secret) => createHmac("sha256", fingerprintKey).update(secret).digest("base64url"),
  };
}
