import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { SPENT_BUFFERS_BYTES } from "../limits.ts";

type Collect = (options: { readonly type: "minor" }) => void;

let collect: Collect | undefined;
let spent = 0;

/**
 * Says that so many bytes of a file went through this process. The buffers they came in are garbage then, but lie outside of
 * V8's heap, where it lets more than 64 MB of them gather before it looks; this has it look earlier. A look at the youngest
 * objects alone takes about a millisecond.
 */
export function passedThrough(bytes: number): void {
  spent += bytes;
  if (spent < SPENT_BUFFERS_BYTES) return;
  spent = 0;
  collect ??= findCollector();
  collect({ type: "minor" });
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
