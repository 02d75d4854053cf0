import type { Frame } from "../frame.ts";
import { mix, withAlpha } from "./colour.ts";
import { drawGround, ellipse, path } from "./shapes.ts";

/** A road across the picture, for a car that is in no street. */
export function drawRoad({ context, width, unit, theme }: Frame, foot: number): void {
  const asphalt = mix("#4b4b52", theme.palette.near, 0.45);
  context.fillStyle = asphalt;
  context.fillRect(0, foot - unit * 0.06, width, unit * 0.17);
  context.fillStyle = withAlpha("#ffffff", 0.6);
  for (let x = unit * 0.04; x < width; x += unit * 0.2)
    context.fillRect(x, foot + unit * 0.055, unit * 0.1, unit * 0.01);
}

/** A car from the side. */
export function drawCar({ context, theme }: Frame): void {
  const { near, night } = theme.palette;
  const paint = mix("#d23b34", near, 0.06);
  const glass = mix("#cfe6f2", near, night ? 0.5 : 0.15);
  drawGround(context, 0.4);
  context.fillStyle = paint;
  path(
    context,
    "fill",
    [-0.38, -0.07],
    [
      [-0.4, -0.15, -0.37, -0.19, -0.26, -0.2],
      [-0.2, -0.29, -0.16, -0.32, -0.08, -0.32],
      [0, -0.32, 0.06, -0.32, 0.1, -0.31],
      [0.16, -0.29, 0.19, -0.25, 0.23, -0.2],
      [0.34, -0.19, 0.39, -0.16, 0.39, -0.07],
    ],
  );
  context.fillStyle = glass;
  path(
    context,
    "fill",
    [-0.2, -0.2],
    [
      [-0.17, -0.26, -0.13, -0.29, -0.08, -0.295],
      [-0.06, -0.295, -0.04, -0.295, -0.02, -0.295],
    ],
    [[-0.02, -0.26, -0.02, -0.23, -0.02, -0.2]],
  );
  path(
    context,
    "fill",
    [0.005, -0.2],
    [
      [0.005, -0.23, 0.005, -0.26, 0.005, -0.295],
      [0.05, -0.295, 0.08, -0.295, 0.1, -0.28],
    ],
    [[0.13, -0.26, 0.15, -0.23, 0.17, -0.2]],
  );
  context.fillStyle = mix(paint, "#000000", 0.3);
  context.fillRect(-0.38, -0.085, 0.77, 0.022);
  context.fillRect(-0.012, -0.2, 0.005, 0.115);
  context.fillRect(0.03, -0.165, 0.04, 0.01);
  context.fillStyle = "#fff3b8";
  ellipse(context, 0.365, -0.14, 0.018, 0.022);
  context.fillStyle = "#8f1d18";
  ellipse(context, -0.375, -0.14, 0.014, 0.024);
  for (const x of [-0.22, 0.22]) {
    context.fillStyle = mix("#17171b", near, 0.2);
    ellipse(context, x, -0.065, 0.078, 0.078);
    context.fillStyle = mix("#c9ccd2", near, 0.2);
    ellipse(context, x, -0.065, 0.04, 0.04);
    context.fillStyle = mix("#6d7076", near, 0.2);
    ellipse(context, x, -0.065, 0.014, 0.014);
  }
}
