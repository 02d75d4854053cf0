import type { Clock } from "../../lib/clock.ts";
import { EaselError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log/log.ts";
import { createMemberLimit, type MemberShares } from "../../lib/minute-limit.ts";
import type { TurnOf } from "../fair-queue.ts";
import { createProcesses } from "../processes.ts";
import { ChartAnswer, type ChartPicture, type Drawing } from "./chart-picture.ts";

/** One takes a fraction of a second, so others wait. */
const CHARTS_AT_ONCE = 1;
/** How many wait for their turn. */
export const CHARTS_WAITING = 20;
/** Charts per minute for one member, and for an organisation: drawing takes a few seconds of each minute, at a low priority. */
export const CHARTS_IN_A_MINUTE: MemberShares = { member: 6, workspace: 30 };
/** How long a person waits for a chart, turns included. After that, they get only text and the table. */
const CHART_MS = 15_000;
/** JavaScript memory of the drawing process, in MiB. */
const CHART_HEAP_MIB = 128;

/**
 * Why there is no picture: drawing it failed or took too long, or the member, or all members together, asked for too many in a
 * short time.
 */
export type NotDrawn = "failed" | "too_many";

/** Draws a picture for a member, in their turn. Never rejects. */
export type DrawChart = (picture: ChartPicture, by: TurnOf) => Promise<Drawing | NotDrawn>;

/** Draws charts in a separate process, so that nothing else waits for it. Disposing it ends the process. */
export interface Charts extends AsyncDisposable {
  readonly draw: DrawChart;
}

/** The process starts on demand. It ends after being idle for a while. */
export function createCharts({ clock, log }: { readonly clock: Pick<Clock, "elapsed">; readonly log: Logger }): Charts {
  const mayDraw = createMemberLimit(clock, CHARTS_IN_A_MINUTE);
  let accepted = 0;
  const processes = createProcesses({
    module: new URL("chart-process.ts", import.meta.url),
    atOnce: CHARTS_AT_ONCE,
    heapMib: CHART_HEAP_MIB,
    // Without the system's fonts a chart looks the same on every machine, and the start is faster.
    environment: { DISABLE_SYSTEM_FONTS_LOAD: "1" },
    yielding: true,
  });
  return {
    async draw(picture, by) {
      const isFull = accepted >= CHARTS_AT_ONCE + CHARTS_WAITING;
      if (isFull || !mayDraw(by.organisationId, by.accountId)) return "too_many";
      accepted += 1;
      try {
        const answer = ChartAnswer.parse(await processes.ask(picture, CHART_MS, by, AbortSignal.timeout(CHART_MS)));
        if ("failed" in answer) throw new EaselError("chart_failed", answer.failed);
        return answer;
      } catch (error) {
        log.warn({ err: error }, "a chart could not be drawn");
        return "failed";
      } finally {
        accepted -= 1;
      }
    },
    [Symbol.asyncDispose]: () => processes[Symbol.asyncDispose](),
  };
}
