import { z } from "zod";
import type { Unit } from "../../core/account/quota/quota.ts";

/** Charts in one picture: rows from the top down, each with one chart, or two side by side. */
export interface ChartPicture {
  readonly heading: string;
  readonly rows: readonly (readonly Chart[])[];
}

export type Chart = BarChart | ColumnChart;

/** Bars below each other, each with a line of text above it. */
export interface BarChart {
  readonly kind: "bars";
  readonly title: string;
  readonly bars: readonly Bar[];
}

export interface Bar {
  /** Shortened if it leaves no room for the note. */
  readonly label: string;
  /** What the bar stands for, such as “12 pictures”. */
  readonly note: string;
  readonly unit: Unit | "money";
  /** Its length, from 0 to 1. */
  readonly share: number;
  /** Whether it shows the use of a limit: a bar of length 1 is then drawn as a warning. */
  readonly isGauge?: true;
}

/** Columns side by side, from left to right. */
export interface ColumnChart {
  readonly kind: "columns";
  readonly title: string;
  readonly unit: Unit;
  readonly columns: readonly { readonly label: string; readonly value: number }[];
}

const pixels = z.int().positive();

/** A PNG. */
export const Drawing = z.object({ bytes: z.instanceof(Uint8Array), width: pixels, height: pixels });
export type Drawing = z.infer<typeof Drawing>;

/** What the drawing process answers. */
export const ChartAnswer = z.union([Drawing, z.object({ failed: z.string() })]);
export type ChartAnswer = z.infer<typeof ChartAnswer>;
