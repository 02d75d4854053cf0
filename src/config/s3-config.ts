import { webAddress } from "../lib/env-value.ts";
import { ConfigError } from "../lib/errors.ts";

/** The address and key of an S3-compatible store. */
export interface S3Settings {
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The variables that this file reads. */
interface S3Variables {
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_BUCKET?: string | undefined;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** Reads the four variables of an S3-compatible store: all or none. */
export function s3Settings(env: S3Variables): S3Settings | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  const given = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const [set] = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (set === undefined) return undefined;
  const need = (variable: keyof typeof given): string => {
    const value = given[variable];
    if (value !== undefined) return value;
    throw new ConfigError(
      variable,
      `${set} is set without ${variable}; set it too, or remove all of S3_* to keep media in DATA_DIR.`,
    );
  };
  const endpoint = webAddress("S3_ENDPOINT", need("S3_ENDPOINT"), "https://s3.example.com");
  const bucket = need("S3_BUCKET");
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new ConfigError(
      "S3_BUCKET",
      `S3_BUCKET is “${bucket}”, which is not a valid bucket name; set it to the bucket's name alone, e.g. easel-media.`,
    );
  }
  const accessKeyId = need("S3_ACCESS_KEY_ID");
  // It becomes part of a header. The secret only signs, so it may hold any character.
  if (!/^[\x21-\x7e]+$/.test(accessKeyId)) {
    throw new ConfigError(
      "S3_ACCESS_KEY_ID",
      "S3_ACCESS_KEY_ID contains a space or a character that keys don't have; copy the key again, without quotation marks.",
    );
  }
  return Object.freeze({ endpoint, bucket, accessKeyId, secretAccessKey: need("S3_SECRET_ACCESS_KEY") });
}
