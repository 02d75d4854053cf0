import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Readable } from "node:stream";
import type { ReplyPriority } from "../lib/reply-priority.ts";

/**
 * How many bytes of files pass between two collections of spent buffers, which take half a millisecond each. V8 counts the
 * buffers towards its heap, and whenever they have grown by about 5 MB, scans all of it for a hundred milliseconds.
 */
const SPENT_BUFFERS_BYTES = 2 * 1024 * 1024;

type Collect = (options: { readonly type: "minor" }) => void;

let collect: Collect | undefined;
let spent = 0;

/**
 * Reports that this many bytes of a file passed through this process. Their buffers are then garbage, but outside V8's heap. V8
 * lets them accumulate until it must scan the whole heap for them, which increases memory use and takes most of a file's
 * processing time. This makes V8 collect earlier, and only young objects.
 */
export function passedThrough(bytes: number): void {
  spent += bytes;
  if (spent < SPENT_BUFFERS_BYTES) return;
  spent = 0;
  collect ??= findCollector();
  collect({ type: "minor" });
}

/** A stream of a file's bytes that reports each chunk as passed, and lets answers go first. */
export function passingThrough(source: Readable, replyPriority: ReplyPriority | undefined): Readable {
  const stream = Readable.from(piecesOf(source, replyPriority), { objectMode: false });
  // The stream's reader gets the error, even one from before it began to read.
  source.on("error", () => {});
  // A stream that is destroyed before it is read never starts its source, which must then be closed here.
  stream.once("close", () => source.destroy());
  return stream;
}

async function* piecesOf(
  source: Readable,
  replyPriority: ReplyPriority | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of source as AsyncIterable<Buffer>) {
    await replyPriority?.give();
    passedThrough(piece.length);
    yield piece;
  }
}

/** V8 exposes its collector to contexts that are created after the flag is set. */
function findCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const found: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return isCollect(found) ? found : () => {};
}

function isCollect(found: unknown): found is Collect {
  return typeof found === "function";
}
