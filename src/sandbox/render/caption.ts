import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import type { Picture } from "../image/image-job.ts";
import type { Fonts } from "../../media/fonts.ts";
import { wrapText } from "./wrap.ts";

/** The words on a picture. */
export interface Caption {
  readonly prompt: string;
  /** Model, size and format, small below the prompt. */
  readonly details: string;
  /** Hides what is behind the words, because an edited picture may have words there already. */
  readonly solid: boolean;
  /** At the bottom, unless something else is there. */
  readonly place?: "top";
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

/** Writes the caption over a soft shadow at the bottom, or at the top below the mark of the sandbox, which is always there. */
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
  const markBottom = margin * 0.75 + markLetters(unit) * MARK_HEIGHT;
  const bottom = caption.place === "top" ? markBottom + block + small : height - margin;
  drawShadow(context, { width, height, tall: block + margin * 1.9, bottom: bottom + margin }, caption);

  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  context.shadowColor = "rgba(0, 0, 0, 0.45)";
  context.shadowBlur = unit * 0.008;
  context.fillStyle = "#ffffff";
  context.font = `500 ${fitted.letters}px ${families}`;
  let y = bottom - small * 1.9;
  for (const line of fitted.lines.toReversed()) {
    context.fillText(line, margin, y);
    y -= leading;
  }
  context.font = `400 ${small}px ${families}`;
  context.fillStyle = "rgba(255, 255, 255, 0.78)";
  context.fillText(caption.details, margin, bottom, width - 2 * margin);
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

/** Fades out towards the middle of the picture. */
function drawShadow(
  context: SKRSContext2D,
  area: { readonly width: number; readonly height: number; readonly tall: number; readonly bottom: number },
  { solid, place }: Caption,
): void {
  const { width, height, tall, bottom } = area;
  const top = place === "top" ? 0 : Math.max(0, height - tall);
  const end = place === "top" ? bottom : height;
  const [soft, dark] = place === "top" ? [end, top] : [top, end];
  const shadow = context.createLinearGradient(0, soft, 0, dark);
  shadow.addColorStop(0, "rgba(6, 6, 16, 0)");
  shadow.addColorStop(solid ? 0.28 : 0.45, `rgba(6, 6, 16, ${solid ? 0.97 : 0.42})`);
  shadow.addColorStop(1, `rgba(6, 6, 16, ${solid ? 0.99 : 0.74})`);
  context.fillStyle = shadow;
  context.fillRect(0, top, width, end - top);
}

/** The share of the shorter edge at the bottom that the tallest caption takes. */
const TALLEST_CAPTION = 0.36;
/** Letters are no longer readable in cells of this share of the shorter edge. */
const UNREADABLE = 0.06;

/**
 * Blurs the part of a picture where a caption of the sandbox may be: the picture may be one of its own, and the new caption may
 * be lower.
 */
export function hideCaption(
  context: SKRSContext2D,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const unit = Math.min(width, height);
  const tall = Math.min(height, Math.ceil(unit * TALLEST_CAPTION));
  const top = height - tall;
  const cell = Math.max(1, unit * UNREADABLE);
  const small = createCanvas(Math.max(1, Math.round(width / cell)), Math.max(1, Math.round(tall / cell)));
  const shrunk = small.getContext("2d");
  shrunk.imageSmoothingQuality = "high";
  shrunk.drawImage(context.canvas, 0, top, width, tall, 0, 0, small.width, small.height);
  const band = createCanvas(width, tall);
  const blurred = band.getContext("2d");
  blurred.imageSmoothingQuality = "high";
  blurred.drawImage(small, 0, 0, width, tall);
  // It begins above the highest words.
  const edge = blurred.createLinearGradient(0, 0, 0, tall);
  edge.addColorStop(0, "rgba(0, 0, 0, 0)");
  edge.addColorStop(0.12, "rgba(0, 0, 0, 1)");
  blurred.globalCompositeOperation = "destination-in";
  blurred.fillStyle = edge;
  blurred.fillRect(0, 0, width, tall);
  context.drawImage(band, 0, top);
}

/** The mark's height, as a multiple of its letters. */
const MARK_HEIGHT = 1.9;

function markLetters(unit: number): number {
  return Math.max(SMALLEST_LETTERS, unit * 0.0175);
}

/** States in the picture itself that no real model made it. */
function drawMark(
  context: SKRSContext2D,
  families: string,
  { unit, right, top }: { unit: number; right: number; top: number },
): void {
  const letters = markLetters(unit);
  context.font = `600 ${letters}px ${families}`;
  context.letterSpacing = `${letters * 0.12}px`;
  const text = "SANDBOX";
  const wide = context.measureText(text).width + letters * 1.5;
  const tall = letters * MARK_HEIGHT;
  context.fillStyle = "rgba(8, 10, 24, 0.34)";
  context.beginPath();
  context.roundRect(right - wide, top, wide, tall, tall / 2);
  context.fill();
  context.fillStyle = "rgba(255, 255, 255, 0.9)";
  context.fillText(text, right - wide + letters * 0.8, top + tall * 0.68);
  context.letterSpacing = "0px";
}
