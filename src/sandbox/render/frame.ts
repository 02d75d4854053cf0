import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Random } from "./scenery/random.ts";
import type { Theme } from "./scenery/scene-theme.ts";

/** Shared by every part of a landscape. Lengths are pixels; `unit` is the shorter edge, so that parts scale alike. */
export interface Frame {
  readonly context: SKRSContext2D;
  readonly width: number;
  readonly height: number;
  readonly unit: number;
  readonly random: Random;
  readonly theme: Theme;
  /** Where the land or the sea meets the sky. */
  readonly horizon: number;
  /** The sun or the moon. */
  readonly light: { readonly x: number; readonly y: number; readonly radius: number };
  /** What a sign says, and the fonts that have its letters. */
  readonly words: { readonly text: string; readonly families: string } | undefined;
}
