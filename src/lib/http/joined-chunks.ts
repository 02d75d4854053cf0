import { Transform, type TransformCallback } from "node:stream";

/** Smaller chunks are joined up to this size. */
const JOINED_BYTES = 16 * 1024;

/**
 * Joins the small chunks of a body. Node passes on each HTTP chunk as a separate buffer, which takes hundreds of bytes even for
 * one byte, so a body of 1 MiB in chunks of one byte would take hundreds of MiB until it is complete.
 */
export class JoinedChunks extends Transform {
  /** Read by Fastify, to compare it with the announced length. */
  receivedEncodedLength = 0;
  #joined = Buffer.allocUnsafe(JOINED_BYTES);
  #filled = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length;
    if (this.#filled + chunk.length > JOINED_BYTES) this.#pass();
    if (chunk.length >= JOINED_BYTES) this.push(chunk);
    else this.#filled += chunk.copy(this.#joined, this.#filled);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#pass();
    done();
  }

  #pass(): void {
    if (this.#filled === 0) return;
    this.push(this.#joined.subarray(0, this.#filled));
    this.#joined = Buffer.allocUnsafe(JOINED_BYTES);
    this.#filled = 0;
  }
}
