import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Picture } from "../image/job.ts";
import type { Fonts } from "./fonts.ts";
import { wrapText } from "./wrap.ts";

/** The words on a picture. */
export interface Caption {
  readonly prompt: string;
  /** Model, size and format, small below the prompt. */
  readonly details: string;
  /** Hides what is behind the words, because an edited picture may have words there already. */
  readonly solid: boolean;
}

/** Letter sizes to try, as shares of the shorter edge; the first one that fits in few lines is used. */
const LETTER_SIZES = [
  { share: 0.046, lines: 2 },
  { share: 0.038, lines: 3 },
  { share: 0.031, lines: 5 },
] as const;
/** The smallest readable letters. */
const SMALLEST_LETTERS = 7;

/** The small line: the model, the pixels and the format. */
export function detailsOf(
  { model, format }: Picture,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  return `${model}  ·  ${width} × ${height}  ·  ${format.toUpperCase()}`;
}

/** Writes the caption over a soft shadow at the bottom, and the mark of the sandbox at the top. */
export function drawCaption(
  context: SKRSContext2D,
  fonts: Fonts,
  area: { readonly width: number; readonly height: number; readonly inset: number },
  caption: Caption,
): void {
  const { width, height, inset } = area;
  const unit = Math.min(width, height);
  const margin = unit * 0.055 + inset;
  const prompt = fonts.showable(caption.prompt) || "…";
  const families = fonts.familiesFor(`${prompt}…${caption.details}`);
  const fitted = fit(context, families, prompt, unit, width - 2 * margin);
  const small = Math.max(SMALLEST_LETTERS, unit * 0.0195);
  const leading = fitted.letters * 1.34;
  const block = leading * fitted.lines.length + small * 1.9;
  drawShadow(context, width, height, block + margin * 1.9, caption.solid);

  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  context.shadowColor = "rgba(0, 0, 0, 0.45)";
  context.shadowBlur = unit * 0.008;
  context.fillStyle = "#ffffff";
  context.font = `500 ${fitted.letters}px ${families}`;
  let y = height - margin - small * 1.9;
  for (const line of fitted.lines.toReversed()) {
    context.fillText(line, margin, y);
    y -= leading;
  }
  context.font = `400 ${small}px ${families}`;
  context.fillStyle = "rgba(255, 255, 255, 0.78)";
  context.fillText(caption.details, margin, height - margin, width - 2 * margin);
  drawMark(context, families, { unit, right: width - margin * 0.75, top: margin * 0.75 });
  context.shadowColor = "transparent";
  context.shadowBlur = 0;
}

function fit(
  context: SKRSContext2D,
  families: string,
  prompt: string,
  unit: number,
  width: number,
): { letters: number; lines: string[] } {
  let letters = SMALLEST_LETTERS;
  let lines: string[] = [];
  for (const size of LETTER_SIZES) {
    letters = Math.max(SMALLEST_LETTERS, unit * size.share);
    context.font = `500 ${letters}px ${families}`;
    const wrapped = wrapText(prompt, width, size.lines, (text) => context.measureText(text).width);
    lines = wrapped.lines;
    if (wrapped.whole) break;
  }
  return { letters, lines };
}

function drawShadow(context: SKRSContext2D, width: number, height: number, tall: number, solid: boolean): void {
  const top = Math.max(0, height - tall);
  const shadow = context.createLinearGradient(0, top, 0, height);
  shadow.addColorStop(0, "rgba(6, 6, 16, 0)");
  shadow.addColorStop(solid ? 0.28 : 0.45, `rgba(6, 6, 16, ${solid ? 0.97 : 0.42})`);
  shadow.addColorStop(1, `rgba(6, 6, 16, ${solid ? 0.99 : 0.74})`);
  context.fillStyle = shadow;
  context.fillRect(0, top, width, height - top);
}

/** States in the picture itself that no real model made it. */
function drawMark(
  context: SKRSContext2D,
  families: string,
  { unit, right, top }: { unit: number; right: number; top: number },
): void {
  const letters = Math.max(SMALLEST_LETTERS, unit * 0.0175);
  context.font = `600 ${letters}px ${families}`;
  context.letterSpacing = `${letters * 0.12}px`;
  const text = "SANDBOX";
  const wide = context.measureText(text).width + letters * 1.5;
  const tall = letters * 1.9;
  context.fillStyle = "rgba(8, 10, 24, 0.34)";
  context.beginPath();
  context.roundRect(right - wide, top, wide, tall, tall / 2);
  context.fill();
  context.fillStyle = "rgba(255, 255, 255, 0.9)";
  context.fillText(text, right - wide + letters * 0.8, top + tall * 0.68);
  context.letterSpacing = "0px";
}
