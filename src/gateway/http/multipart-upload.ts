import { Readable } from "node:stream";
import type { StreamedBody } from "../../core/job/remote.ts";

/** A request's body to send. */
export interface Upload {
  readonly body: string | Readable | null;
  /** Headers that the transport can't know. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Prepares a body. A stream is read only once there is a connection, and no faster than it is sent; the transport closes it
 * when the call is over, however it ended.
 */
export function startUpload(body: string | StreamedBody | undefined): Upload {
  if (body === undefined || typeof body === "string") return { body: body ?? null, headers: {} };
  const stream = Readable.from(body.open(), { objectMode: false });
  // A service may answer before it has the whole body. An error of the stream after that must not crash the process.
  stream.on("error", () => undefined);
  return { body: stream, headers: { "content-length": String(body.bytes) } };
}

/** The size of a body in bytes. */
export function bytesOf(body: string | StreamedBody | undefined): number {
  if (body === undefined) return 0;
  return typeof body === "string" ? Buffer.byteLength(body) : body.bytes;
}
