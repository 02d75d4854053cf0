import { z } from "zod";
import { EaselError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { TurnOf } from "../fair-queue.ts";
import { createProcesses, ProcessEnd } from "../processes.ts";
import { ClipFacts, Failed, Flaw, MaskFacts, PictureFacts, ThumbnailFacts, UprightFacts } from "./inspect-message.ts";
import type { ClipOrder, MaskOrder, Order, PictureOrder, ThumbnailOrder, UprightOrder } from "./inspect-message.ts";

/** Files inspected concurrently, each in its own process: one per core of a small machine. */
const INSPECTIONS_AT_ONCE = 2;
/** Time limit. The largest picture takes about 5 s to decode; anything slower is malicious. */
const INSPECTION_MS = 30_000;
/** JavaScript memory of an inspector, in MiB: the index of the longest clip fits several times. */
const INSPECTOR_HEAP_MIB = 256;

/**
 * Inspects files in separate processes, a few at a time, in turns by member. A file that crashes a process, or takes too long, is
 * `unreadable`. Rejects with the signal's reason, and with an `EaselError` if the file is not at fault.
 */
export interface Inspector extends AsyncDisposable {
  picture(order: PictureOrder, of: TurnOf, signal: AbortSignal): Promise<PictureFacts | Flaw>;
  upright(order: UprightOrder, of: TurnOf, signal: AbortSignal): Promise<UprightFacts | Flaw>;
  clip(order: ClipOrder, of: TurnOf, signal: AbortSignal): Promise<ClipFacts | Flaw>;
  mask(order: MaskOrder, of: TurnOf, signal: AbortSignal): Promise<MaskFacts | Flaw>;
  thumbnails(order: ThumbnailOrder, of: TurnOf, signal: AbortSignal): Promise<ThumbnailFacts | Flaw>;
}

/** Processes start on demand. They end after being idle for a while, or when this is disposed. */
export function createInspector(log?: Logger): Inspector {
  const processes = createProcesses({
    module: new URL("inspect-process.ts", import.meta.url),
    atOnce: INSPECTIONS_AT_ONCE,
    heapMib: INSPECTOR_HEAP_MIB,
  });
  const inspect = async <T>(order: Order, facts: z.ZodType<T>, of: TurnOf, signal: AbortSignal): Promise<T | Flaw> => {
    try {
      const answer = await processes.ask(order, INSPECTION_MS, of, signal);
      const failed = Failed.safeParse(answer);
      if (failed.success) throw new EaselError("inspector_failed", failed.data.failed);
      // A process that handled hostile bytes is not trusted either.
      return z.union([Flaw, facts]).parse(answer);
    } catch (error) {
      if (!(error instanceof ProcessEnd)) throw error;
      log?.warn({ task: order.task, end: error.message }, "an inspector crashed on a file");
      return { flaw: "unreadable" };
    }
  };

  return {
    picture: (order, of, signal) => inspect(order, PictureFacts, of, signal),
    upright: (order, of, signal) => inspect(order, UprightFacts, of, signal),
    clip: (order, of, signal) => inspect(order, ClipFacts, of, signal),
    mask: (order, of, signal) => inspect(order, MaskFacts, of, signal),
    thumbnails: (order, of, signal) => inspect(order, ThumbnailFacts, of, signal),
    [Symbol.asyncDispose]: () => processes[Symbol.asyncDispose](),
  };
}
