import { S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { ConfigError, EaselError, rootCode } from "../../lib/errors.ts";
import { CONNECT_MS } from "../../lib/limits.ts";

/** How long the store may stay silent during a call. */
const S3_SILENCE_MS = 60_000;
/** How long a start waits for the store: the operator is watching. */
const S3_CHECK_MS = 15_000;

/** The address of an S3-compatible store, and its key. */
export interface S3Address {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The store does not answer, or not properly; another try may help. */
export class S3UnavailableError extends EaselError {
  constructor(cause: unknown) {
    super("media_unavailable", `the S3 store failed: ${reasonOf(cause)}`, { retryable: true, cause });
  }
}

/**
 * A client for any server that speaks S3: buckets are part of the path, and checksums that only some servers know are left out.
 * Most servers accept any region; some have it in their address, and AWS reports the right one.
 * @param maxSockets concurrent connections. A call beyond them waits, and fails after `CONNECT_MS`.
 */
export function createS3Client({ endpoint, accessKeyId, secretAccessKey }: S3Address, maxSockets: number): S3Client {
  return new S3Client({
    endpoint,
    region: regionOf(endpoint),
    followRegionRedirects: true,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: S3_SILENCE_MS,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  });
}

/** The region in the address, as AWS, Backblaze, Wasabi and others have it, or else one that all servers accept. */
export function regionOf(endpoint: string): string {
  return (
    /(?:^|\.)s3[.-](?:dualstack\.)?([a-z]{2}(?:-[a-z]+)+-\d{1,3})\./.exec(new URL(endpoint).hostname)?.[1] ??
    "us-east-1"
  );
}

/** Whether the error means that there is no such object. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404;
}

/**
 * Checks that the store can be reached, that the key is valid, and that it may write and remove. Rejects with a `ConfigError`
 * that names the variable if only a person can fix it, and with an `S3UnavailableError` while the store is unavailable.
 * @param probe writes an object, reads it, and removes it again
 */
export async function checkS3(
  address: S3Address,
  look: (signal: AbortSignal) => Promise<unknown>,
  probe: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const { bucket, endpoint } = address;
  const host = new URL(endpoint).host;
  const tooLong = AbortSignal.timeout(S3_CHECK_MS);
  try {
    const limited = AbortSignal.any([signal, tooLong]);
    await look(limited);
    await probe(limited);
  } catch (error) {
    signal.throwIfAborted();
    if (tooLong.aborted) throw new S3UnavailableError(tooLong.reason);
    const status = statusOf(error);
    if (status === 404) {
      throw new ConfigError(
        "S3_BUCKET",
        `S3_BUCKET is “${bucket}”, but ${host} has no such bucket; create it, or name another.`,
      );
    }
    if (status === 401 || status === 403) {
      throw new ConfigError(
        "S3_ACCESS_KEY_ID",
        `${host} refuses the key in S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for the bucket “${bucket}” (${reasonOf(error)}); set one that may read, write, list and delete there.`,
      );
    }
    if (!isElsewhere(error)) throw new S3UnavailableError(error);
    throw new ConfigError(
      "S3_ENDPOINT",
      `S3_ENDPOINT leads to ${host}, where no S3 store answers (${reasonOf(error)}); correct the address.`,
      error,
    );
  }
}

/**
 * Whether the address leads to something other than an S3 store, or to a host that doesn't exist. Other errors may be
 * temporary.
 */
function isElsewhere(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return status < 500 && status !== 408 && status !== 429;
  return error instanceof EaselError || rootCode(error) === "ENOTFOUND";
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** A few words on one line, without secrets: the SDK puts neither key nor signature into names and codes. */
function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceException) {
    const status = statusOf(error);
    return status === undefined ? error.name : `${error.name}, HTTP ${status}`;
  }
  if (error instanceof EaselError) return error.message;
  if (!(error instanceof Error)) return "no reason given";
  return "code" in error && typeof error.code === "string" && error.code !== "" ? error.code : error.name;
}
