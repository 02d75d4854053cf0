import { Readable } from "node:stream";
import type { StreamedBody } from "../../core/job/remote.ts";

/** A request's body on its way out. */
export interface Upload {
  readonly body: string | Readable | null;
  /** What the transport can't know by itself. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Readies a body. A streamed one is read only once there is a connection, and no faster than it goes out; the transport lets go
 * of it when the call is over, however it ended.
 */
export function startUpload(body: string | StreamedBody | undefined): Upload {
  if (body === undefined || typeof body === "string") return { body: body ?? null, headers: {} };
  const stream = Readable.from(body.open(), { objectMode: false });
  // A service may answer without waiting for the end: an error after that is nobody's, and must not end the process.
  stream.on("error", () => undefined);
  return { body: stream, headers: { "content-length": String(body.bytes) } };
}

/** The size of a body in bytes. */
export function bytesOf(body: string | StreamedBody | undefined): number {
  if (body === undefined) return 0;
  return typeof body === "string" ? Buffer.byteLength(body) : body.bytes;
}
