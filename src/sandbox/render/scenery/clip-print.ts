import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import sharp, { type Sharp } from "sharp";
import { flakes, motes } from "./clip-life.ts";
import { layer, marginOf, type Part, type Stage } from "./clip-stage.ts";
import { withAlpha } from "./colour.ts";
import { hideCaption } from "../caption.ts";
import { canvasOf } from "../draw-edit.ts";
import type { Frame } from "../frame.ts";
import { frameOf, type SceneOrder } from "./scene.ts";

/** An image whose shape differs by no more than this from the clip's is cut to it; another is shown whole. */
const ALIKE = 1.25;

/** The first reference image in motion: it fills the clip, or is shown before its own blurred colours. */
export async function printed(
  context: SKRSContext2D,
  order: SceneOrder,
  image: string,
): Promise<{ stage: Stage; frame: Frame }> {
  const margin = marginOf(order.width);
  const frame = frameOf(context, { ...order, width: order.width + 2 * margin });
  const { width: wide, height: tall } = (await sharp(image).metadata()).autoOrient;
  const shapes = wide / tall / (order.width / order.height);
  const pictures =
    Math.max(shapes, 1 / shapes) <= ALIKE
      ? [await filling(frame, image)]
      : [await filling(frame, image, frame.unit * 0.03), await standing(order, margin, image)];
  const parts = [...pictures, wash(frame), frame.theme.snowfall ? flakes(frame) : motes(frame)];
  return { stage: { width: frame.width, height: frame.height, margin, parts }, frame };
}

/** The image over the whole stage; blurred and darkened as a background for itself. */
async function filling({ width, height }: Frame, image: string, blur = 0): Promise<Part> {
  const cut = sharp(image).autoOrient().resize(width, height, { fit: "cover" });
  if (blur > 0) cut.blur(blur).linear(0.5, 0);
  const drawn = canvasOf(await pixels(cut));
  hideCaption(drawn.getContext("2d"), drawn);
  return layer({ width, height }, blur > 0 ? 0.2 : 0.75, (context) => {
    context.fillStyle = "#101018";
    context.fillRect(0, 0, width, height);
    context.drawImage(drawn, 0, 0);
  });
}

/** The whole image with a soft shadow, in the middle of the stage. */
async function standing(order: SceneOrder, margin: number, image: string): Promise<Part> {
  const box = { width: Math.round(order.width * 0.84), height: Math.round(order.height * 0.8) };
  const drawn = canvasOf(await pixels(sharp(image).autoOrient().resize(box.width, box.height, { fit: "inside" })));
  hideCaption(drawn.getContext("2d"), drawn);
  const stage = { width: order.width + 2 * margin, height: order.height };
  return layer(stage, 0.6, (context) => {
    context.shadowColor = "rgba(0, 0, 0, 0.55)";
    context.shadowBlur = Math.min(box.width, box.height) * 0.05;
    context.drawImage(drawn, (stage.width - drawn.width) / 2, (order.height * 0.93 - drawn.height) / 2);
  });
}

/** Light of the prompt's own colour that wanders over the image. */
function wash({ width, height, theme, random }: Frame): Part {
  const reach = Math.max(width, height) * 0.55;
  const edge = Math.ceil(reach * 2);
  const glow = createCanvas(edge, edge);
  const context = glow.getContext("2d");
  const gradient = context.createRadialGradient(reach, reach, 0, reach, reach, reach);
  gradient.addColorStop(0, withAlpha(theme.palette.light, 0.3));
  gradient.addColorStop(0.5, withAlpha(theme.palette.sky[2], 0.12));
  gradient.addColorStop(1, withAlpha(theme.palette.sky[2], 0));
  context.fillStyle = gradient;
  context.fillRect(0, 0, edge, edge);
  const y = height * random.between(0.05, 0.3) - reach;
  const leftwards = random.chance(0.5);
  return {
    depth: 0.3,
    paint(target, { share }) {
      const across = leftwards ? 1 - share : share;
      target.drawImage(glow, width * (0.1 + 0.8 * across) - reach, y);
    },
  };
}

async function pixels(image: Sharp): Promise<{ data: Uint8Array; width: number; height: number }> {
  const { data, info } = await image
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
