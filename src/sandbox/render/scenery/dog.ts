import type { Frame } from "../frame.ts";
import { mix } from "./colour.ts";
import { drawGround, ellipse, path } from "./shapes.ts";

/** A sitting dog with hanging ears, a collar and its tongue out. */
export function drawDog({ context, theme }: Frame): void {
  const { near } = theme.palette;
  const fur = mix("#b9793f", near, 0.08);
  const ear = mix("#6b3f1d", near, 0.12);
  const light = mix("#fff1dc", theme.palette.sky[2], 0.1);
  const dark = mix("#1f1611", near, 0.2);
  drawGround(context, 0.22);
  context.strokeStyle = fur;
  context.lineWidth = 0.045;
  context.lineCap = "round";
  path(context, "stroke", [0.14, -0.05], [[0.24, -0.06, 0.28, -0.14, 0.27, -0.22]]);
  context.fillStyle = fur;
  path(
    context,
    "fill",
    [-0.17, 0],
    [
      [-0.21, -0.18, -0.12, -0.34, 0, -0.34],
      [0.12, -0.34, 0.21, -0.18, 0.17, 0],
    ],
  );
  context.fillStyle = light;
  ellipse(context, 0, -0.13, 0.08, 0.12);
  for (const side of [-1, 1]) {
    context.fillStyle = fur;
    ellipse(context, side * 0.07, -0.06, 0.042, 0.075);
    context.fillStyle = light;
    ellipse(context, side * 0.075, -0.014, 0.055, 0.028);
  }
  context.fillStyle = mix("#c2372f", near, 0.05);
  ellipse(context, 0, -0.285, 0.105, 0.026);
  context.fillStyle = fur;
  ellipse(context, 0, -0.41, 0.135, 0.135);
  context.fillStyle = ear;
  for (const side of [-1, 1]) {
    path(
      context,
      "fill",
      [side * 0.075, -0.525],
      [[side * 0.17, -0.56, side * 0.22, -0.44, side * 0.185, -0.31]],
      [[side * 0.16, -0.27, side * 0.12, -0.33, side * 0.115, -0.4]],
    );
  }
  context.fillStyle = mix("#e2707a", near, 0.05);
  ellipse(context, 0, -0.285, 0.03, 0.045);
  context.fillStyle = light;
  ellipse(context, 0, -0.4, 0.022, 0.11);
  ellipse(context, 0, -0.345, 0.085, 0.062);
  context.fillStyle = dark;
  ellipse(context, 0, -0.375, 0.034, 0.024);
  context.strokeStyle = dark;
  context.lineWidth = 0.007;
  for (const side of [-1, 1])
    path(context, "stroke", [0, -0.355], [[0, -0.315, side * 0.035, -0.305, side * 0.055, -0.325]]);
  for (const side of [-1, 1]) {
    context.fillStyle = dark;
    ellipse(context, side * 0.062, -0.435, 0.019, 0.024);
    context.fillStyle = "#ffffff";
    ellipse(context, side * 0.062 + 0.006, -0.443, 0.006, 0.007);
  }
}
