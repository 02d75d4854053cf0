import { EaselError } from "../../lib/errors.ts";
import { ARTIFACT_BYTES } from "../../lib/limits.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { TurnOf } from "../fair-queue.ts";
import { createProcesses, ProcessEnd } from "../processes.ts";
import type { StagedFile, Staging } from "../store/staging.ts";
import type { MediaStore, StoredMedia } from "../store/media-store.ts";
import { FitAnswer, type FitFacts, type FitOrder } from "./fit-message.ts";

/** Only one at a time: encoding a clip takes every free core, at a lower priority than everything else. */
const FITTINGS_AT_ONCE = 1;
/** Time limit for a picture. The largest one takes about 10 s for each of a few attempts. */
const FIT_PICTURE_MS = 90_000;
/** Time limit for a clip. 30 s in 1080p take about a minute on two cores; after this limit, a link serves better. */
const FIT_CLIP_MS = 3 * 60_000;
/** JavaScript memory of a fitting process, in MiB: the index of the longest clip, twice. */
const FITTER_HEAP_MIB = 512;

/** A smaller version of some content, in the media store. */
export interface Fitted extends StoredMedia, FitFacts {}

/** Makes pictures and clips smaller, in separate processes. */
export interface Fitter extends AsyncDisposable {
  /**
   * Keeps a version of `content` with at most `maxBytes`, in the turn of the member for whom it is posted. Undefined if
   * no such version is worth watching, or if making it took too long or crashed its process. Rejects with the signal's
   * reason, and if the disk, the store or the machine is at fault; leaves nothing behind then.
   */
  fit(content: FitContent, maxBytes: number, by: TurnOf, signal: AbortSignal): Promise<Fitted | undefined>;
}

export interface FitContent {
  readonly hash: string;
  readonly mimeType: string;
}

interface Parts {
  readonly media: MediaStore;
  /** Where files are made smaller. */
  readonly staging: Staging;
  readonly log: Logger;
  /** For tests; production uses the limits above. Milliseconds. */
  readonly limitMs?: number;
}

/** Disposing it ends the processes. */
export function createFitter({ media, staging, log, limitMs }: Parts): Fitter {
  const processes = createProcesses({
    module: new URL("fit-process.ts", import.meta.url),
    atOnce: FITTINGS_AT_ONCE,
    heapMib: FITTER_HEAP_MIB,
    yielding: true,
  });

  const make = async (order: FitOrder, by: TurnOf, signal: AbortSignal): Promise<FitFacts | undefined> => {
    try {
      const limit = limitMs ?? (order.task === "clip" ? FIT_CLIP_MS : FIT_PICTURE_MS);
      // A process that handled hostile bytes is not trusted either.
      const answer = FitAnswer.parse(await processes.ask(order, limit, by, signal));
      if ("failed" in answer) throw new EaselError("fitting_failed", answer.failed);
      if (!("tooLarge" in answer)) return answer;
      log.info({ task: order.task, reason: answer.tooLarge }, "a file could not be made smaller");
    } catch (error) {
      if (!(error instanceof ProcessEnd)) throw error;
      log.warn({ task: order.task, end: error.message }, "a file could not be made smaller: its process ended");
    }
    return undefined;
  };

  return {
    async fit({ hash, mimeType }, maxBytes, by, signal) {
      const task = taskOf(mimeType);
      if (!task) return undefined;
      await using original = await staging.stage(() => media.open(hash), { maxBytes: ARTIFACT_BYTES, signal });
      await using smaller = staging.target();
      const facts = await make({ task, path: original.path, target: smaller.path, maxBytes }, by, signal);
      if (!facts || !(await fits(smaller, maxBytes))) return undefined;
      return { ...facts, ...(await media.put(smaller.read(), { maxBytes, signal })) };
    },
    [Symbol.asyncDispose]: () => processes[Symbol.asyncDispose](),
  };
}

function taskOf(mimeType: string): FitOrder["task"] | undefined {
  if (mimeType.startsWith("image/")) return "picture";
  return mimeType.startsWith("video/") ? "clip" : undefined;
}

async function fits(file: StagedFile, maxBytes: number): Promise<boolean> {
  const bytes = await file.bytes();
  return bytes > 0 && bytes <= maxBytes;
}
