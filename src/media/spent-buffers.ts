import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Readable } from "node:stream";
import type { ReplyPriority } from "../lib/reply-priority.ts";

/**
 * So many bytes of files pass between two looks for buffers that are done with, each of half a millisecond. V8 counts them as
 * part of its heap, and looks through all of that, for a hundred milliseconds, as often as they grow by about 5 MB.
 */
const SPENT_BUFFERS_BYTES = 2 * 1024 * 1024;

type Collect = (options: { readonly type: "minor" }) => void;

let collect: Collect | undefined;
let spent = 0;

/**
 * Says that so many bytes of a file went through this process. The buffers they came in are garbage then, but lie outside of
 * V8's heap. It lets them gather until it has to look through all of the heap for them, which grows memory and takes most of the
 * time that such a file takes; this has it look earlier, at the youngest objects alone.
 */
export function passedThrough(bytes: number): void {
  spent += bytes;
  if (spent < SPENT_BUFFERS_BYTES) return;
  spent = 0;
  collect ??= findCollector();
  collect({ type: "minor" });
}

/** A stream of a file's bytes, of which each is said to have gone through this process, and whose pieces give way. */
export function passingThrough(source: Readable, replyPriority: ReplyPriority | undefined): Readable {
  const stream = Readable.from(piecesOf(source, replyPriority), { objectMode: false });
  // Who reads the stream learns of it, also of what happened before.
  source.on("error", () => {});
  // A stream that is given up before it is read never starts its source, which then must be closed here.
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

/** V8 shows its collector to contexts that are made after it was told to. */
function findCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const found: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return isCollect(found) ? found : () => {};
}

function isCollect(found: unknown): found is Collect {
  return typeof found === "function";
}
