import { wait } from "../wait.ts";
import { durationOf } from "./player-duration.ts";

/** Time limit in milliseconds: a browser that stalls on a file reports no error. The file can still be sent. */
const MEASURE_MS = 10_000;

const lengths = new WeakMap<File, Promise<number | undefined>>();

/**
 * The length of a clip or sound in seconds. Undefined for other files, and for files that this browser can't play or read in
 * time.
 */
export function lengthOf(file: File): Promise<number | undefined> {
  const known = lengths.get(file) ?? measure(file);
  lengths.set(file, known);
  return known;
}

async function measure(file: File): Promise<number | undefined> {
  const kind = /^(video|audio)\//.exec(file.type)?.[1];
  if (kind === undefined) return undefined;
  const player = document.createElement(kind === "video" ? "video" : "audio");
  const url = URL.createObjectURL(file);
  try {
    const known = durationOf(player, (signal) => wait(MEASURE_MS, signal));
    player.preload = "metadata";
    player.src = url;
    return await known;
  } finally {
    URL.revokeObjectURL(url);
  }
}
