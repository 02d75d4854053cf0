import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { parseRange, type ByteRange } from "../../lib/http/byte-range.ts";
import { MediaMissingError, type ServedMedia } from "../store/media-store.ts";
import type { Downloads } from "./downloads.ts";

/** When to ask again after a refusal. Most downloads end sooner, and stalled ones within two minutes. */
export const RETRY_AFTER_S = 30;

/** Content of the media store to serve. */
export interface ServedFile {
  readonly hash: string;
  readonly size: number;
  readonly mimeType: string;
  /** The value of `Content-Disposition`. */
  readonly disposition: string;
  /** Headers for this file alone: refusals don't have them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Why a file is not sent: it is gone, the range is beyond its end, or there are too many downloads. */
export type FileRefusal = 404 | 416 | 503;

/** Where files come from, and the places for those who load them. */
export interface FileSource {
  readonly media: ServedMedia;
  readonly downloads: Downloads;
}

/**
 * Serves all or part of a content, or only its headers for HEAD. Content that was removed in the meantime is a 404. Without a
 * place for another download, it is a 503 with `Retry-After`.
 * @param answer sends a refusal, by default only its status
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { media, downloads }: FileSource,
  { hash, size, mimeType, disposition: howShown, headers = {} }: ServedFile,
  answer: (reply: FastifyReply, status: FileRefusal) => FastifyReply = refuse,
): Promise<FastifyReply> {
  const tag = `"${hash}"`;
  // A range of another version would not belong to this file.
  const isSame = request.headers["if-range"] === undefined || request.headers["if-range"] === tag;
  const range = isSame ? parseRange(request.headers.range, size) : undefined;
  reply.headers({ "accept-ranges": "bytes", etag: tag });
  if (range === "unsatisfiable") return answer(reply.header("content-range", `bytes */${size}`), 416);
  const isRead = request.method !== "HEAD";
  // Before anything is awaited, so that concurrent requests count too.
  if (isRead && !downloads.begin(request, reply)) return answer(reply.header("retry-after", RETRY_AFTER_S), 503);
  const body = isRead ? await openIfThere(media, hash, range) : undefined;
  if (body === "missing") return answer(reply, 404);
  reply.headers({
    ...headers,
    "content-type": mimeType,
    "content-disposition": howShown,
    "content-length": range ? range.end - range.start + 1 : size,
  });
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  return reply.send(body);
}

/** Reveals only the status: why an address is invalid must stay unknown. */
export function refuse(reply: FastifyReply, status: FileRefusal | 410): FastifyReply {
  return reply.code(status).type("text/plain; charset=utf-8").send(`${status}\n`);
}

/** `missing` if the content was removed after its size had been read. */
async function openIfThere(
  media: ServedMedia,
  hash: string,
  range: ByteRange | undefined,
): Promise<Readable | "missing"> {
  try {
    return await media.open(hash, range);
  } catch (error) {
    if (error instanceof MediaMissingError) return "missing";
    throw error;
  }
}

/** A `Content-Disposition` with the name in both forms: plain for old clients, and exact (RFC 6266). */
export function disposition(kind: "inline" | "attachment", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
