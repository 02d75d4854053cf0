import { Readable } from "node:stream";
import type { StreamedBody } from "../job/remote.ts";

/** A request's body on its way out. */
export interface Upload {
  readonly body: string | Readable | null;
  /** What the transport can't know by itself. */
  readonly headers: Readonly<Record<string, string>>;
  /** Lets go of what the body is read from. Must be called when the call is over, however it ended. */
  end(): void;
}

/** Readies a body. A streamed one is read only once there is a connection, and no faster than it goes out. */
export function startUpload(body: string | StreamedBody | undefined): Upload {
  if (body === undefined || typeof body === "string") return { body: body ?? null, headers: {}, end: () => undefined };
  const stream = Readable.from(body.open(), { objectMode: false });
  // A service may answer without waiting for the end, and nobody listens to the body any more then.
  stream.on("error", () => undefined);
  return {
    body: stream,
    headers: { "content-length": String(body.bytes) },
    end: () => void stream.destroy(),
  };
}

/** The size of a body in bytes. */
export function bytesOf(body: string | StreamedBody | undefined): number {
  if (body === undefined) return 0;
  return typeof body === "string" ? Buffer.byteLength(body) : body.bytes;
}
