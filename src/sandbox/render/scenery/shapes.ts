import type { SKRSContext2D } from "@napi-rs/canvas";

/** A soft shadow below a thing. */
export function drawGround(context: SKRSContext2D, half: number): void {
  context.fillStyle = "rgba(0, 0, 0, 0.24)";
  ellipse(context, 0, 0, half, half * 0.16);
}

/** Fills an ellipse. */
export function ellipse(context: SKRSContext2D, x: number, y: number, across: number, down: number): void {
  context.beginPath();
  context.ellipse(x, y, across, down, 0, 0, Math.PI * 2);
  context.fill();
}

/** A Bézier curve: two control points and the end. */
type Curve = readonly [number, number, number, number, number, number];

/** Fills or strokes a line of curves. */
export function path(
  context: SKRSContext2D,
  how: "fill" | "stroke",
  from: readonly [number, number],
  ...curves: readonly (readonly Curve[])[]
): void {
  context.beginPath();
  context.moveTo(...from);
  for (const curve of curves.flat()) context.bezierCurveTo(...curve);
  if (how === "stroke") {
    context.stroke();
    return;
  }
  context.closePath();
  context.fill();
}
