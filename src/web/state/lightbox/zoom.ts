/** Lengths in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A point or a distance in CSS pixels. Points are relative to the centre of the stage. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A picture's scale on the stage, in CSS pixels per pixel of the picture, and the position of its centre. */
export interface View extends Point {
  readonly scale: number;
}

/** A picture in its own pixels, and the stage that shows it in CSS pixels. */
export interface Scene {
  readonly picture: Size;
  readonly stage: Size;
}

/** The largest scale: the pixels of a picture can be counted. */
const MAX_SCALE = 8;

/** The least sideways distance of a swipe, in CSS pixels. Less is a tap. */
const SWIPE = 48;

const MIDDLE: Point = { x: 0, y: 0 };

/** The whole picture, centred, and no larger than its original size. */
export function fitted({ picture, stage }: Scene): View {
  return { ...MIDDLE, scale: Math.min(1, stage.width / picture.width, stage.height / picture.height) };
}

/** The picture in its original size, centred. */
export function originalSize(): View {
  return { ...MIDDLE, scale: 1 };
}

/** Whether the view shows more than the whole picture would, so that the picture can be moved. */
export function isEnlarged({ scale }: View, scene: Scene): boolean {
  // Calculated scales differ in their last digits.
  return scale > fitted(scene).scale * 1.001;
}

/** The nearest view in which the picture fills the stage as far as it can, and is neither too small nor too large. */
export function bounded({ scale, x, y }: View, scene: Scene): View {
  const { picture, stage } = scene;
  const next = within(scale, fitted(scene).scale, MAX_SCALE);
  const farthest = (length: number, room: number): number => Math.max(0, (length * next - room) / 2);
  const right = farthest(picture.width, stage.width);
  const down = farthest(picture.height, stage.height);
  return { scale: next, x: within(x, 0 - right, right), y: within(y, 0 - down, down) };
}

/** The view at `factor` times the scale. The point at `at` stays in place, if the bounds allow. */
export function zoomed(view: View, factor: number, scene: Scene, at: Point = MIDDLE): View {
  const scale = within(view.scale * factor, fitted(scene).scale, MAX_SCALE);
  const ratio = scale / view.scale;
  return bounded({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, scene);
}

export function moved({ scale, x, y }: View, by: Point, scene: Scene): View {
  return bounded({ scale, x: x + by.x, y: y + by.y }, scene);
}

/** The view after one of two fingers has moved: the picture follows their midpoint, and scales with their distance. */
export function pinched(
  view: View,
  { still, before, now }: { readonly still: Point; readonly before: Point; readonly now: Point },
  scene: Scene,
): View {
  const factor = distance(still, now) / Math.max(1, distance(still, before));
  const larger = zoomed(view, factor, scene, middle(still, before));
  return moved(larger, { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 }, scene);
}

/** A double click at a place: the original size there (twice the size if that fits), or the whole picture again. */
export function toggled(view: View, scene: Scene, at: Point): View {
  const whole = fitted(scene);
  if (isEnlarged(view, scene)) return whole;
  return zoomed(whole, whole.scale < 1 ? 1 / whole.scale : 2, scene, at);
}

/** The picture that a swipe asks for: the next one (1), the previous one (-1), or none. */
export function swiped({ x, y }: Point): 1 | -1 | undefined {
  if (Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y)) return undefined;
  return x < 0 ? 1 : -1;
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
