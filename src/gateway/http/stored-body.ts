import type { StreamedBody } from "../../core/job/remote.ts";
import { MediaMissingError, type MediaStore } from "../../media/store/media-store.ts";
import { mayHoldPlaceholders, readPlaceholder, type StoredMedia } from "../../core/request/stored-media.ts";
import { StoredBodyError } from "../gateway-error.ts";

/** A part of a body: JSON to send, or content that is read from the store while sending. */
type Part = string | StoredMedia;

/** Base64 turns three bytes into four characters. */
const GROUP_BYTES = 3;

/**
 * Opens a job's stored body for sending. Placeholders for data URLs (`request/stored-media.ts`) are replaced with content that
 * streams from the media store, with flat memory and a known size. They count only in the contract's fields for data URLs
 * (`images[].dataUrl` and `mask.image_url`; `docs/gateway.md#images-edit-request`), so that a prompt can't name a file. A body
 * without such a field stays text. Rejects with a `MediaMissingError` if the store lacks the content; then nothing was sent.
 */
export async function openStoredBody(body: string, media: MediaStore): Promise<string | StreamedBody> {
  if (!mayHoldPlaceholders(body)) return body;
  const parts = [...bodyParts(JSON.parse(body))];
  if (parts.every((part) => typeof part === "string")) return body;
  const sizes = await Promise.all(parts.map((part) => sizeOf(part, media)));
  return {
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    open: () => readParts(parts, sizes, media),
  };
}

function* bodyParts(body: unknown): Generator<Part> {
  yield* objectParts(body, (name, value) => {
    if (name === "images" && Array.isArray(value)) return arrayParts(value, (item) => dataUrlParts(item, "dataUrl"));
    return name === "mask" ? dataUrlParts(value, "image_url") : [JSON.stringify(value)];
  });
}

function dataUrlParts(item: unknown, field: string): Iterable<Part> {
  return objectParts(item, (name, value) => (name === field ? valueParts(value) : [JSON.stringify(value)]));
}

function* valueParts(value: unknown): Generator<Part> {
  const media = readPlaceholder(value);
  if (!media) {
    yield JSON.stringify(value);
    return;
  }
  yield `"data:${media.mimeType};base64,`;
  yield media;
  yield '"';
}

/** The same text as `JSON.stringify`, with some fields' values replaced. */
function* objectParts(value: unknown, field: (name: string, value: unknown) => Iterable<Part>): Generator<Part> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    yield JSON.stringify(value);
    return;
  }
  let opener = "{";
  for (const [name, item] of Object.entries(value)) {
    yield `${opener}${JSON.stringify(name)}:`;
    yield* field(name, item);
    opener = ",";
  }
  yield opener === "{" ? "{}" : "}";
}

function* arrayParts(items: readonly unknown[], element: (item: unknown) => Iterable<Part>): Generator<Part> {
  yield "[";
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ",";
    yield* element(item);
  }
  yield "]";
}

/** Bytes on the wire. */
async function sizeOf(part: Part, media: MediaStore): Promise<number> {
  if (typeof part === "string") return Buffer.byteLength(part);
  const bytes = await media.size(part.hash);
  if (bytes === undefined) throw new MediaMissingError(part.hash);
  return Math.ceil(bytes / GROUP_BYTES) * 4;
}

async function* readParts(
  parts: readonly Part[],
  sizes: readonly number[],
  media: MediaStore,
): AsyncGenerator<Buffer, void, undefined> {
  for (const [index, part] of parts.entries()) {
    if (typeof part === "string") yield Buffer.from(part);
    else yield* readBase64(part, sizes[index] ?? 0, media);
  }
}

/** Content as base64. Throws a `StoredBodyError` when it can't be read, or doesn't have the announced size. */
async function* readBase64(
  { hash }: StoredMedia,
  size: number,
  media: MediaStore,
): AsyncGenerator<Buffer, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let written = 0;
  const encode = (bytes: Buffer): Buffer => {
    written += Math.ceil(bytes.length / GROUP_BYTES) * 4;
    if (written > size) throw new StoredBodyError(hash);
    return Buffer.from(bytes.toString("base64"), "latin1");
  };
  try {
    for await (const chunk of (await media.open(hash)) as AsyncIterable<Buffer>) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      // Padding is allowed at the very end only.
      const whole = bytes.length - (bytes.length % GROUP_BYTES);
      rest = bytes.subarray(whole);
      if (whole > 0) yield encode(bytes.subarray(0, whole));
    }
    if (rest.length > 0) yield encode(rest);
  } catch (error) {
    throw error instanceof StoredBodyError ? error : new StoredBodyError(hash, error);
  }
  if (written !== size) throw new StoredBodyError(hash);
}
