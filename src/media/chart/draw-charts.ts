import { createCanvas, type Canvas, type SKRSContext2D } from "@napi-rs/canvas";
import { BarController, BarElement, CategoryScale, Chart as Plot, LinearScale, Title } from "chart.js";
import type { ChartConfiguration } from "chart.js";
import { withEllipsis } from "../with-ellipsis.ts";
import type { Fonts } from "../fonts.ts";
import type { Bar, BarChart, Chart, ChartPicture, ColumnChart, Drawing } from "./chart-picture.ts";

Plot.register(BarController, BarElement, CategoryScale, LinearScale, Title);

/** Pixels. Chats show a picture at about half of its size, where the smallest letters are still legible. */
const [NARROW, WIDE] = [1_000, 1_560];
const [MARGIN, GAP, BORDER] = [40, 32, 4];
const HEADING = 84;
/** A chart's title. */
const TITLE = 62;
/** A bar with its line of text. */
const [BAND, BAR, LINE_ABOVE] = [82, 22, -31];
const LEAST_BAR = 6;
const COLUMNS_HEIGHT = 300;
/** The least space between a label and its note. */
const NOTE_GAP = 32;
const [LARGE, MEDIUM, SMALL] = [36, 28, 25];

/** The paper is opaque, and its border sets it off from a white page, so the picture suits light and dark clients. */
const [PAPER, EDGE, INK, FAINT, TRACK] = ["#ffffff", "#dcd6cc", "#26231f", "#6b655c", "#ece8e1"];
const COLOURS: Readonly<Record<Bar["unit"], string>> = { images: "#d35c30", seconds: "#2b6f94", money: "#4f7a3a" };
const FULL = "#a3182b";

/** The CSS font families for all texts of a picture. */
type Family = string;

/** Draws charts as a PNG. A row is as wide as the picture; its charts share that width. */
export async function drawCharts(given: ChartPicture, fonts: Fonts): Promise<Drawing> {
  const { heading, rows } = showable(given, fonts);
  const family = fonts.familiesFor(`${JSON.stringify({ heading, rows })}…0123456789`);
  const width = rows.some((row) => row.length > 1) ? WIDE : NARROW;
  const heights = rows.map((row) => Math.max(...row.map(heightOf)));
  const below = heights.reduce((sum, height) => sum + height + GAP, 0);
  const canvas = createCanvas(width, MARGIN + HEADING + below - GAP + MARGIN);
  const context = canvas.getContext("2d");
  context.fillStyle = EDGE;
  context.fillRect(0, 0, width, canvas.height);
  context.fillStyle = PAPER;
  context.fillRect(BORDER, BORDER, width - 2 * BORDER, canvas.height - 2 * BORDER);
  context.fillStyle = INK;
  context.textBaseline = "top";
  context.font = `600 ${LARGE}px ${family}`;
  context.fillText(heading, MARGIN, MARGIN, width - 2 * MARGIN);
  let top = MARGIN + HEADING;
  for (const [index, row] of rows.entries()) {
    const each = Math.floor((width - 2 * MARGIN - GAP * (row.length - 1)) / row.length);
    for (const [place, chart] of row.entries()) {
      plot(chart, { context, left: MARGIN + place * (each + GAP), top, width: each }, family);
    }
    top += (heights[index] ?? 0) + GAP;
  }
  return { bytes: new Uint8Array(await canvas.encode("png")), width, height: canvas.height };
}

function heightOf(chart: Chart): number {
  return TITLE + (chart.kind === "bars" ? chart.bars.length * BAND : COLUMNS_HEIGHT);
}

/** Where a chart is drawn. */
interface Place {
  readonly context: SKRSContext2D;
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

function plot(chart: Chart, { context, left, top, width }: Place, family: Family): void {
  const canvas = createCanvas(width, heightOf(chart));
  const config = chart.kind === "bars" ? barsOf(chart, fitted(canvas, family), family) : columnsOf(chart, family);
  const drawn = new Plot(canvas, config);
  context.drawImage(canvas, left, top);
  // Otherwise the library would keep the chart. After copying it, because this also clears the canvas.
  drawn.destroy();
}

/** Shortens a bar's label to leave room for its note. */
function fitted(canvas: Canvas, family: Family): (bar: BarChart["bars"][number]) => string {
  const context = canvas.getContext("2d");
  context.font = `400 ${SMALL}px ${family}`;
  const measure = (text: string): number => context.measureText(text).width;
  return ({ label, note }) => {
    const room = canvas.width - measure(note) - NOTE_GAP;
    return measure(label) <= room ? label : withEllipsis(label, room, measure);
  };
}

/** Bars with a line above each: its label at the left, its note at the right. */
function barsOf(
  { title, bars }: BarChart,
  labelOf: (bar: BarChart["bars"][number]) => string,
  family: Family,
): ChartConfiguration<"bar", (number | null)[], string> {
  const font = { family, size: SMALL };
  const line = {
    type: "category" as const,
    axis: "y" as const,
    display: true,
    offset: true,
    border: { display: false },
    grid: { display: false, drawTicks: false },
  };
  const ticks = { mirror: true, padding: 0, labelOffset: LINE_ABOVE, autoSkip: false, font };
  const bar = { barThickness: BAR, borderRadius: BAR / 4, borderSkipped: false as const, grouped: false };
  return {
    type: "bar",
    data: {
      labels: bars.map(labelOf),
      datasets: [
        {
          ...bar,
          // Zero has no bar, and a small value has a visible one.
          data: bars.map(({ share }) => (share > 0 ? share : null)),
          minBarLength: LEAST_BAR,
          backgroundColor: bars.map(({ unit, share, isGauge }) => (isGauge && share >= 1 ? FULL : COLOURS[unit])),
        },
        { ...bar, data: bars.map(({ isGauge }) => (isGauge ? 1 : 0)), backgroundColor: TRACK },
      ],
    },
    options: {
      ...still(title, family),
      indexAxis: "y",
      scales: {
        x: { display: false, min: 0, max: 1 },
        y: { ...line, ticks: { ...ticks, color: INK } },
        notes: { ...line, position: "right", labels: bars.map(({ note }) => note), ticks: { ...ticks, color: FAINT } },
      },
    },
  };
}

function columnsOf(
  { title, unit, columns }: ColumnChart,
  family: Family,
): ChartConfiguration<"bar", (number | null)[], string> {
  const font = { family, size: SMALL };
  return {
    type: "bar",
    data: {
      labels: columns.map(({ label }) => label),
      datasets: [
        {
          data: columns.map(({ value }) => (value > 0 ? value : null)),
          minBarLength: LEAST_BAR,
          backgroundColor: COLOURS[unit],
          borderRadius: 4,
          maxBarThickness: 72,
          categoryPercentage: 0.9,
        },
      ],
    },
    options: {
      ...still(title, family),
      scales: {
        x: {
          border: { color: TRACK },
          grid: { display: false },
          ticks: { color: FAINT, font, maxRotation: 0, autoSkipPadding: 16 },
        },
        y: {
          beginAtZero: true,
          border: { display: false },
          grid: { color: TRACK, drawTicks: false },
          ticks: { color: FAINT, font, precision: 0, maxTicksLimit: 5, padding: 12 },
        },
      },
    },
  };
}

/** Options of every chart: its title, and no animation. */
function still(title: string, family: Family): NonNullable<ChartConfiguration<"bar">["options"]> {
  return {
    animation: false,
    responsive: false,
    events: [],
    devicePixelRatio: 1,
    plugins: {
      title: {
        display: true,
        text: title,
        align: "start",
        color: INK,
        font: { family, size: MEDIUM, weight: 600 },
        padding: { top: 0, bottom: TITLE - Math.ceil(MEDIUM * 1.2) },
      },
    },
  };
}

/** Reduces the texts to characters that the font can show. A name of only pictographs becomes an ellipsis. */
function showable({ heading, rows }: ChartPicture, fonts: Fonts): ChartPicture {
  const shown = (text: string): string => fonts.showable(text) || "…";
  const chartOf = (chart: Chart): Chart =>
    chart.kind === "bars"
      ? {
          ...chart,
          title: shown(chart.title),
          bars: chart.bars.map((bar) => ({ ...bar, label: shown(bar.label), note: shown(bar.note) })),
        }
      : {
          ...chart,
          title: shown(chart.title),
          columns: chart.columns.map((column) => ({ ...column, label: shown(column.label) })),
        };
  return { heading: shown(heading), rows: rows.map((row) => row.map(chartOf)) };
}
