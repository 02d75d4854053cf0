import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ByteRange } from "../../lib/http/byte-range.ts";
import type { ReplyPriority } from "../../lib/reply-priority.ts";
import { passedThrough } from "../spent-buffers.ts";

/** The chunk size for reading files: larger than Node's 64 KiB, which costs less processor time, and fits a socket's buffer. */
const MEDIA_READ_BYTES = 256 * 1024;

/**
 * A file as a stream, whole or in part, with flat memory. Opened when it is first read; a missing file is an error of the
 * stream then.
 */
export function fileStream(path: string, range?: ByteRange, replyPriority?: ReplyPriority): Readable {
  return Readable.from(piecesOf(path, range, replyPriority), { objectMode: false, highWaterMark: MEDIA_READ_BYTES });
}

async function* piecesOf(
  path: string,
  range: ByteRange | undefined,
  replyPriority: ReplyPriority | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  await using file = await open(path);
  let at = range?.start ?? 0;
  const end = range ? range.end + 1 : Infinity;
  while (at < end) {
    await replyPriority?.give();
    // Each chunk has its own memory, because its receiver may keep it.
    const piece = Buffer.allocUnsafeSlow(Math.min(MEDIA_READ_BYTES, end - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    passedThrough(piece.length);
    yield piece.subarray(0, bytesRead);
  }
}
