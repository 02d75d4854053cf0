import { createCanvas, ImageData, type Canvas, type SKRSContext2D } from "@napi-rs/canvas";
import sharp from "sharp";
import type { Picture } from "../image/image-job.ts";
import { withoutMarkers } from "../image/markers.ts";
import { drawSnowfall } from "./scenery/air.ts";
import { detailsOf, drawCaption, hideCaption } from "./caption.ts";
import { withAlpha } from "./scenery/colour.ts";
import { encode, pixelsOfCanvas, type Pixels } from "./encode.ts";
import type { Fonts } from "../../media/fonts.ts";
import type { Frame } from "./frame.ts";
import { boxOfMask, withinMask } from "./mask-box.ts";
import type { RenderInputs } from "./render-message.ts";
import { createRandom } from "./scenery/random.ts";
import { drawScene, shownWords } from "./scenery/scene.ts";
import { drawStars } from "./scenery/sky.ts";
import { namesLight } from "./scenery/palette.ts";
import { themeOf } from "./scenery/scene-theme.ts";
import { addedIn } from "./scenery/thing-words.ts";
import { drawAlone } from "./scenery/things.ts";

/** Palettes whose light is stronger than that of most images. */
const BRIGHT = new Set(["dawn", "winter", "day"]);
/** The share of the shorter edge between a caption and the mask's bounds: most masks are rounder than their box. */
const MASK_INSET = 0.16;

/**
 * Draws an edit of the first image, at its size unless the request names one. Without a mask the whole image gets the light
 * that the prompt describes, and the thing that it adds; with one a new scene fills the transparent area, and every other pixel stays.
 */
export async function drawEdit(fonts: Fonts, picture: Picture, inputs: RenderInputs): Promise<Buffer> {
  const [first, ...others] = inputs.images;
  if (first === undefined) throw new Error("an edit has a first image");
  const original = await readPixels(first, picture);
  const edited =
    inputs.mask === undefined
      ? await relight(fonts, picture, original, others)
      : repaint(fonts, picture, original, await readPixels(inputs.mask, picture));
  const opaque = isOpaque(edited.data);
  return encode(edited, picture.format, {
    alpha: !opaque && picture.format !== "jpeg",
    compression: picture.compression,
  });
}

/** An image, upright, at the requested size if there is one. */
async function readPixels(path: string, { width, height }: Picture): Promise<Pixels> {
  const image = sharp(path).autoOrient();
  if (width !== undefined && height !== undefined) image.resize(width, height, { fit: "cover" });
  const { data, info } = await image
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The whole image in other light, with the other images as small prints on it. */
async function relight(fonts: Fonts, picture: Picture, original: Pixels, others: readonly string[]): Promise<Pixels> {
  const { width, height } = original;
  const prompt = withoutMarkers(picture.prompt);
  const canvas = canvasOf(original);
  const context = canvas.getContext("2d");
  const random = createRandom(picture.seed);
  const theme = themeOf(prompt, random);
  const unit = Math.min(width, height);
  const light = { x: width * random.between(0.2, 0.8), y: 0, radius: 0 };
  const frame: Frame = {
    context,
    width,
    height,
    unit,
    random,
    theme,
    horizon: height,
    light,
    words: shownWords(prompt, fonts),
  };
  const added = addedIn(prompt);
  hideCaption(context, { width, height });
  // An edit that only adds something leaves the light as it is.
  if (!added || namesLight(added.rest)) {
    tint(frame);
    if (theme.palette.night) drawStars(frame);
    if (theme.snowfall) drawSnowfall(frame);
  }
  // Only where the image has something: transparent areas stay transparent.
  context.globalCompositeOperation = "destination-in";
  context.drawImage(canvasOf(original), 0, 0);
  context.globalCompositeOperation = "source-over";
  if (added) drawAlone(frame, added.thing, { x: width * 0.7, foot: height - unit * 0.22, scale: unit * 0.8 });
  await drawPrints(context, others, original);
  const caption = { prompt, details: detailsOf(picture, original), solid: true };
  drawCaption(context, fonts, { width, height, inset: 0 }, caption);
  return pixelsOfCanvas(context);
}

/** A new scene in the mask's transparent area. The caption is inside it, because nothing else is drawn. */
function repaint(fonts: Fonts, picture: Picture, original: Pixels, mask: Pixels): Pixels {
  const prompt = withoutMarkers(picture.prompt);
  const box = boxOfMask(mask);
  const canvas = createCanvas(box.width, box.height);
  const context = canvas.getContext("2d");
  drawScene(context, { prompt, seed: picture.seed, width: box.width, height: box.height, fonts });
  const inset = Math.min(box.width, box.height) * MASK_INSET;
  drawCaption(context, fonts, { ...box, inset }, { prompt, details: detailsOf(picture, original), solid: false });
  return withinMask(original, pixelsOfCanvas(context), mask, box);
}

/** The palette's hues over the whole image: dark ones deepen it, light ones brighten it. */
function tint({ context, width, height, random, theme, light }: Frame): void {
  const [, high, low, haze] = theme.palette.sky;
  const hues = context.createLinearGradient(0, 0, width * random.between(-0.2, 0.2), height);
  hues.addColorStop(0, high);
  hues.addColorStop(0.6, low);
  hues.addColorStop(1, haze);
  const glow = context.createRadialGradient(light.x, 0, 0, light.x, 0, Math.max(width, height) * 0.8);
  glow.addColorStop(0, withAlpha(theme.palette.light, 0.45));
  glow.addColorStop(1, withAlpha(theme.palette.light, 0));
  for (const [mode, fill, alpha] of [
    ["color", hues, 0.7],
    [BRIGHT.has(theme.palette.name) ? "screen" : "multiply", hues, theme.palette.night ? 0.9 : 0.5],
    ["soft-light", glow, 1],
  ] as const) {
    context.globalCompositeOperation = mode;
    context.globalAlpha = alpha;
    context.fillStyle = fill;
    context.fillRect(0, 0, width, height);
  }
  context.globalCompositeOperation = "source-over";
  context.globalAlpha = 1;
}

/** The other images of the request, in a row at the top, to show that they were read. */
async function drawPrints(context: SKRSContext2D, files: readonly string[], { width, height }: Pixels): Promise<void> {
  const unit = Math.min(width, height);
  const edge = Math.max(8, Math.min(unit * 0.16, (width * 0.72) / Math.max(1, files.length) - unit * 0.02));
  for (const [index, file] of files.entries()) {
    const square = Math.round(edge);
    const { data } = await sharp(file)
      .autoOrient()
      .resize(square, square, { fit: "cover" })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    const x = unit * 0.045 + index * (square + unit * 0.02);
    const y = unit * 0.045;
    const border = Math.max(1, unit * 0.006);
    context.fillStyle = "rgba(255, 255, 255, 0.92)";
    context.fillRect(x - border, y - border, square + 2 * border, square + 2 * border);
    context.drawImage(canvasOf({ data, width: square, height: square }), x, y);
  }
}

/** Pixels as something that can be drawn. */
export function canvasOf({ data, width, height }: Pixels): Canvas {
  const canvas = createCanvas(width, height);
  const clamped = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength);
  canvas.getContext("2d").putImageData(new ImageData(clamped, width, height), 0, 0);
  return canvas;
}

function isOpaque(data: Uint8Array): boolean {
  for (let index = 3; index < data.length; index += 4) if (data[index] !== 255) return false;
  return true;
}
