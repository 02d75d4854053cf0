import { openFonts } from "../fonts.ts";
import { drawCharts } from "./draw-charts.ts";
import type { ChartAnswer, ChartPicture } from "./chart-picture.ts";

/** Runs as a separate process, one picture at a time: loading the library and the fonts, and drawing, would block ours. */
const fonts = openFonts();

process.on("message", (picture: ChartPicture) => {
  drawCharts(picture, fonts).then(
    (drawing) => process.send?.(drawing),
    (error: unknown) => process.send?.({ failed: String(error) } satisfies ChartAnswer),
  );
});
// Ctrl+C goes to every process of a terminal; the parent decides when this one ends.
process.on("SIGINT", () => {});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
