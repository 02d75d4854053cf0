import { createHash, randomUUID } from "node:crypto";
import { addAbortListener } from "node:events";
import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { abortReason } from "../../lib/clock.ts";
import { EaselError } from "../../lib/errors.ts";
import { report } from "../../lib/crash-points.ts";
import { STAGED_FILE_MS } from "../../lib/limits.ts";
import { removeAbandonedFrom } from "./s3-abandoned.ts";
import { checkS3, createS3Client, isMissing, type S3Address, S3UnavailableError } from "./s3-client.ts";
import { DOWNLOADS_AT_ONCE } from "../relay/downloads.ts";
import { passedThrough, passingThrough } from "../spent-buffers.ts";
import { placeOf, thumbnailName, thumbnailPrefix } from "./content-name.ts";
import { SourceError, type Staging } from "./staging.ts";
import {
  MediaMissingError,
  MediaTooLargeError,
  type PutOptions,
  type ServedMedia,
  type StoredMedia,
  type StoreOptions,
  type SweepableStore,
} from "./media-store.ts";

/** One part of an upload, held in memory: S3 requires at least 5 MiB and at most 10,000 parts. */
const S3_PART_BYTES = 8 * 1024 * 1024;
/** Parts of one upload in memory: one is filled while the other is sent. */
const S3_PARTS_AT_ONCE = 2;

/** Connections for Easel's own work: the AWS client's default. */
const S3_SOCKETS = 50;
/** Connections for serving: the downloads of links and of the Console, and room for looking up sizes. */
const S3_SERVING_SOCKETS = 2 * DOWNLOADS_AT_ONCE + 100;

/** Unfinished objects. They get their name when they are complete and the hash is known. */
const INCOMING = "incoming/";

/** An open S3 store. */
export interface S3Store extends SweepableStore {
  /** The same contents over separate connections. */
  readonly served: ServedMedia;
  /**
   * Checks that the store is usable now. Rejects with a `ConfigError` if only a person can fix it, and with an
   * `S3UnavailableError` while it is unavailable.
   */
  check(signal: AbortSignal): Promise<void>;
  close(): void;
}

export interface S3StoreOptions extends StoreOptions {
  /** Where content is kept while it is checked. */
  readonly staging: Staging;
}

/**
 * A media store in a bucket: `ab/abcdef…` for content, `ab/abcdef…-320` for its thumbnail of that width, `incoming/` for unfinished
 * objects. Nothing is sent yet.
 */
export function openS3Store(address: S3Address, options: S3StoreOptions): S3Store {
  const client = createS3Client(address, S3_SOCKETS);
  const serving = createS3Client(address, S3_SERVING_SOCKETS);
  return {
    ...createS3Store(client, address.bucket, options),
    served: createS3Store(serving, address.bucket, options),
    check: (signal) => checkBucket(client, address, signal),
    close() {
      client.destroy();
      serving.destroy();
    },
  };
}

async function checkBucket(client: S3Client, address: S3Address, signal: AbortSignal): Promise<void> {
  const bucket = { Bucket: address.bucket };
  const object = { ...bucket, Key: `${INCOMING}${randomUUID()}` };
  await checkS3(
    address,
    (abortSignal) => client.send(new HeadBucketCommand(bucket), { abortSignal }),
    async (abortSignal) => {
      const text = `Easel was here: ${object.Key}`;
      await client.send(new PutObjectCommand({ ...object, Body: text }), { abortSignal });
      const { Body } = await client.send(new GetObjectCommand(object), { abortSignal });
      // A web page also answers, but stores nothing.
      if ((await Body?.transformToString()) !== text)
        throw new EaselError("no_store", "it does not store what is written");
      await client.send(new DeleteObjectCommand(object), { abortSignal });
    },
    signal,
  );
}

function createS3Store(
  client: S3Client,
  bucket: string,
  { claim, replyPriority, staging }: S3StoreOptions,
): SweepableStore {
  const objectOf = (name: string) => ({ Bucket: bucket, Key: placeOf(name) });

  const size = async (hash: string, abortSignal?: AbortSignal): Promise<number | undefined> => {
    try {
      const head = await client.send(new HeadObjectCommand(objectOf(hash)), { ...(abortSignal && { abortSignal }) });
      return head.ContentLength ?? 0;
    } catch (error) {
      if (isMissing(error) || error instanceof MediaMissingError) return undefined;
      abortSignal?.throwIfAborted();
      throw new S3UnavailableError(error);
    }
  };
  const remove = async (object: { Bucket: string; Key: string }): Promise<void> => {
    await client.send(new DeleteObjectCommand(object)).catch((error: unknown) => {
      throw new S3UnavailableError(error);
    });
  };

  const removeAllNamed = async (beginning: string): Promise<void> => {
    const list = new ListObjectsV2Command({ Bucket: bucket, Prefix: beginning });
    const { Contents = [] } = await client.send(list).catch((error: unknown) => {
      throw new S3UnavailableError(error);
    });
    for (const { Key } of Contents) if (Key !== undefined) await remove({ Bucket: bucket, Key });
  };

  const giveName = async (from: string, hash: string, signal: AbortSignal | undefined): Promise<void> => {
    const copy = new CopyObjectCommand({ ...objectOf(hash), CopySource: `${bucket}/${from}` });
    await client.send(copy, { ...(signal && { abortSignal: signal }) }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new S3UnavailableError(error);
    });
  };

  /** Checks the content in a file first, and then stores it. */
  const putChecked = async (
    source: Readable,
    options: PutOptions & { readonly check: NonNullable<PutOptions["check"]> },
  ): Promise<StoredMedia> => {
    const { maxBytes, signal = new AbortController().signal, check, unusedMs } = options;
    const all = staging.stage(async () => source, { maxBytes, signal });
    await using staged = await all.catch((error: unknown) => {
      throw error instanceof SourceError ? error.cause : error;
    });
    await check(staged.path);
    return await put(staged.read(), { maxBytes, signal, unusedMs });
  };

  const put = async (source: Readable, options: PutOptions): Promise<StoredMedia> => {
    const { signal, check } = options;
    if (check) return putChecked(source, { ...options, check });
    // It may fail before anything reads it; the pipeline still gets the error.
    source.on("error", () => {});
    const incoming = { Bucket: bucket, Key: `${INCOMING}${randomUUID()}` };
    try {
      const stored = await upload(client, incoming, source, { ...options, replyPriority });
      await claim?.(stored, options);
      if ((await size(stored.hash, signal)) !== stored.bytes) await giveName(incoming.Key, stored.hash, signal);
      return stored;
    } catch (error) {
      source.destroy();
      throw error;
    } finally {
      // If it can't be removed now, it is removed later as abandoned.
      await remove(incoming).catch(() => {});
    }
  };

  return {
    put,

    async open(hash, range) {
      const Range = range && { Range: `bytes=${range.start}-${range.end}` };
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...objectOf(hash), ...Range }));
        if (!(Body instanceof Readable)) throw new TypeError("an object without a body");
        return passingThrough(Body, replyPriority);
      } catch (error) {
        if (error instanceof MediaMissingError) throw error;
        throw isMissing(error) ? new MediaMissingError(hash, error) : new S3UnavailableError(error);
      }
    },

    size: (hash) => size(hash),

    async keepThumbnails(hash, thumbnails) {
      if ((await size(hash)) === undefined) throw new MediaMissingError(hash);
      for (const { width, bytes } of thumbnails) {
        const keep = new PutObjectCommand({ ...objectOf(thumbnailName(hash, width)), Body: bytes });
        await client.send(keep).catch((error: unknown) => {
          throw new S3UnavailableError(error);
        });
      }
      // `remove` deletes the content first, so a thumbnail that was written too late to be removed with it is noticed here.
      if ((await size(hash)) !== undefined) return;
      await removeAllNamed(thumbnailPrefix(hash));
      throw new MediaMissingError(hash);
    },

    async remove(hash) {
      const thumbnails = thumbnailPrefix(hash);
      await remove(objectOf(hash));
      await removeAllNamed(thumbnails);
    },

    removeAbandoned: () =>
      removeAbandonedFrom(client, { Bucket: bucket, Prefix: INCOMING }, Date.now() - STAGED_FILE_MS),
  };
}

/** Streams in with flat memory: a few parts at a time, which are aborted on failure. */
async function upload(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
  source: Readable,
  { maxBytes, signal, replyPriority }: PutOptions & Pick<StoreOptions, "replyPriority">,
): Promise<StoredMedia> {
  signal?.throwIfAborted();
  const hash = createHash("sha256");
  let bytes = 0;
  let broken: { readonly by: unknown } | undefined;
  const measured = async function* (): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        await replyPriority?.give();
        bytes += chunk.length;
        if (bytes > maxBytes) throw new MediaTooLargeError(maxBytes);
        report("store:chunk");
        passedThrough(chunk.length);
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      broken = { by: error };
      throw error;
    }
  };
  const stopped = signal && addAbortListener(signal, () => source.destroy(abortReason(signal)));
  try {
    const params = { ...object, Body: Readable.from(measured(), { objectMode: false }) };
    await new Upload({ client, params, partSize: S3_PART_BYTES, queueSize: S3_PARTS_AT_ONCE }).done();
    return { hash: hash.digest("hex"), bytes };
  } catch (error) {
    signal?.throwIfAborted();
    throw broken ? broken.by : new S3UnavailableError(error);
  } finally {
    stopped?.[Symbol.dispose]();
  }
}
