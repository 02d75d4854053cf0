import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { parseRange, type ByteRange } from "../../lib/http/byte-range.ts";
import { MediaMissingError, type MediaStore } from "../store/media-store.ts";

/** Content of the media store to serve. */
export interface ServedFile {
  readonly hash: string;
  readonly size: number;
  readonly mimeType: string;
  /** The value of `Content-Disposition`. */
  readonly disposition: string;
}

/** Serves all or part of a content, or only its headers for HEAD. Content that was removed in the meantime is a 404. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  media: MediaStore,
  { hash, size, mimeType, disposition: howShown }: ServedFile,
): Promise<FastifyReply> {
  const tag = `"${hash}"`;
  // A range of another version would not belong to this file.
  const isSame = request.headers["if-range"] === undefined || request.headers["if-range"] === tag;
  const range = isSame ? parseRange(request.headers.range, size) : undefined;
  reply.headers({ "accept-ranges": "bytes", etag: tag });
  if (range === "unsatisfiable") return refuse(reply.header("content-range", `bytes */${size}`), 416);
  const body = request.method === "HEAD" ? undefined : await openIfThere(media, hash, range);
  if (body === "missing") return refuse(reply, 404);
  reply.headers({
    "content-type": mimeType,
    "content-disposition": howShown,
    "content-length": range ? range.end - range.start + 1 : size,
  });
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  return reply.send(body);
}

/** Reveals only the status: why an address is invalid must stay unknown. */
export function refuse(reply: FastifyReply, status: 404 | 410 | 416): FastifyReply {
  return reply.code(status).type("text/plain; charset=utf-8").send(`${status}\n`);
}

/** Undefined if the content was removed after its size had been read. */
async function openIfThere(
  media: MediaStore,
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
