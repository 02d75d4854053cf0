import { createCanvas, type Canvas, type SKRSContext2D } from "@napi-rs/canvas";

/** A moment of a clip. */
export interface Moment {
  /** Seconds since the beginning. */
  readonly seconds: number;
  /** The same as a share of the whole, 0 to 1. */
  readonly share: number;
}

/**
 * Something on the stage of a clip, painted again for each frame, the farthest first. It paints in the stage's own pixels; the
 * camera moves it by its depth.
 */
export interface Part {
  /** 0 doesn't move, as if infinitely far away; 1 moves with the foreground. */
  readonly depth: number;
  paint(context: SKRSContext2D, moment: Moment): void;
}

/** The camera's view: a stage that is wider than the picture, so that the camera can pan. */
export interface Stage {
  readonly width: number;
  readonly height: number;
  /** Stage pixels outside the picture on either side while the camera looks straight ahead. */
  readonly margin: number;
  readonly parts: readonly Part[];
}

/** How far a layer has moved on the stage at a moment, in stage pixels. */
export type Path = (moment: Moment) => { readonly x: number; readonly y: number };

/** The share of a picture's width that its stage adds beside it. */
const MARGIN = 0.07;
/** How much nearer the camera comes to the foreground. */
const ZOOM = 0.07;

export function marginOf(width: number): number {
  return Math.round(width * MARGIN);
}

/** Paints all parts as the camera sees them: it pans slowly to one side and comes a little nearer. */
export function paintStage(
  context: SKRSContext2D,
  stage: Stage,
  picture: { readonly width: number; readonly height: number; readonly leftwards: boolean },
  moment: Moment,
): void {
  const { width, height, leftwards } = picture;
  const ahead = eased(moment.share);
  const pan = stage.margin * 0.8 * (2 * ahead - 1) * (leftwards ? 1 : -1);
  for (const part of stage.parts) {
    const zoom = 1 + ZOOM * part.depth * ahead;
    const x = width / 2 - (stage.width / 2) * zoom + pan * part.depth;
    const y = (height - stage.height * zoom) * 0.6;
    context.setTransform(zoom, 0, 0, zoom, x, y);
    part.paint(context, moment);
  }
  context.resetTransform();
}

/** A part that is drawn once. Only its painted area is kept. */
export function layer(
  size: { readonly width: number; readonly height: number },
  depth: number,
  draw: (context: SKRSContext2D) => void,
  path?: Path,
): Part {
  const canvas = createCanvas(size.width, size.height);
  draw(canvas.getContext("2d"));
  const { x, y, width, height } = inkOf(canvas);
  const kept = createCanvas(width, height);
  kept.getContext("2d").drawImage(canvas, -x, -y);
  return {
    depth,
    paint(context, moment) {
      const moved = path?.(moment);
      context.drawImage(kept, x + (moved?.x ?? 0), y + (moved?.y ?? 0));
    },
  };
}

/** Slow at the beginning and at the end. */
function eased(share: number): number {
  return share * share * (3 - 2 * share);
}

/** The smallest part of a canvas that holds everything on it; one pixel of an empty one. */
function inkOf(canvas: Canvas): { x: number; y: number; width: number; height: number } {
  const { width, height } = canvas;
  const data = canvas.data();
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * 4 + 3] === 0) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (left > right) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
