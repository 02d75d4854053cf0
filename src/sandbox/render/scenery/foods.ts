import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Frame } from "../frame.ts";
import { mix, withAlpha } from "./colour.ts";
import { drawGround, ellipse, path } from "./shapes.ts";

type Spot = readonly [x: number, y: number];

/** A bowl of noodles in broth, with eggs, seaweed, leaves and chopsticks. */
export function drawRamen({ context, theme }: Frame): void {
  const { near } = theme.palette;
  bowl(context, mix("#b5312a", near, 0.12), near);
  context.fillStyle = mix("#c98436", near, 0.08);
  ellipse(context, 0, -0.27, 0.27, 0.075);
  context.lineWidth = 0.011;
  for (let strand = 0; strand < 11; strand += 1) {
    context.strokeStyle = mix("#f6dc93", "#c79a43", (strand % 3) * 0.25);
    const x = -0.2 + strand * 0.03;
    path(context, "stroke", [x, -0.25], [[x + 0.04, -0.3, x + 0.08, -0.24, x + 0.13, -0.28]]);
  }
  context.fillStyle = mix("#1d3a2a", near, 0.15);
  for (const lean of [0, 0.05]) context.fillRect(0.1 + lean, -0.41 + lean * 0.5, 0.09, 0.15);
  for (const [x, y] of [
    [-0.13, -0.28],
    [-0.03, -0.25],
  ] satisfies Spot[]) {
    context.fillStyle = mix("#fffaf0", near, 0.04);
    ellipse(context, x, y, 0.062, 0.042);
    context.fillStyle = "#f2a12e";
    ellipse(context, x, y, 0.032, 0.022);
  }
  dots(
    context,
    "#4f9a3f",
    [
      [0.05, -0.3],
      [0.08, -0.25],
      [0.16, -0.27],
      [-0.06, -0.31],
      [0.02, -0.33],
    ],
    0.013,
  );
  context.strokeStyle = mix("#8a4b22", near, 0.1);
  context.lineWidth = 0.015;
  context.lineCap = "round";
  for (const apart of [0, 0.05])
    path(context, "stroke", [0.02 + apart, -0.29], [[0.15 + apart, -0.38, 0.25 + apart, -0.47, 0.36 + apart, -0.55]]);
  context.strokeStyle = withAlpha("#ffffff", 0.5);
  for (const x of [-0.14, -0.06]) path(context, "stroke", [x, -0.36], [[x + 0.04, -0.41, x - 0.04, -0.45, x, -0.51]]);
}

/** A cake on a stand: two layers, icing that runs down, cherries and candles. */
export function drawCake({ context, theme }: Frame): void {
  const { near } = theme.palette;
  const sponge = mix("#d9a05b", near, 0.06);
  const icing = mix("#ffd9e2", near, 0.03);
  drawGround(context, 0.3);
  context.fillStyle = mix("#eef0f4", near, 0.12);
  context.fillRect(-0.03, -0.09, 0.06, 0.08);
  ellipse(context, 0, -0.01, 0.13, 0.025);
  ellipse(context, 0, -0.09, 0.33, 0.05);
  layer(context, sponge, 0.26, -0.24, -0.1);
  context.fillStyle = mix("#fff7ea", near, 0.04);
  context.fillRect(-0.26, -0.18, 0.52, 0.022);
  context.fillStyle = icing;
  for (const [x, down] of [
    [-0.22, 0.06],
    [-0.13, 0.09],
    [-0.03, 0.05],
    [0.07, 0.1],
    [0.16, 0.06],
    [0.23, 0.08],
  ] satisfies Spot[]) {
    context.beginPath();
    context.roundRect(x - 0.035, -0.25, 0.07, down + 0.01, 0.035);
    context.fill();
  }
  ellipse(context, 0, -0.245, 0.265, 0.06);
  dots(
    context,
    mix("#c41f36", near, 0.05),
    [
      [-0.19, -0.265],
      [-0.09, -0.29],
      [0.09, -0.29],
      [0.19, -0.265],
      [0, -0.22],
    ],
    0.028,
  );
  for (const x of [-0.1, 0, 0.1]) {
    context.fillStyle = mix("#7cc4e8", near, 0.05);
    context.fillRect(x - 0.009, -0.4, 0.018, 0.15);
    context.fillStyle = "#ffb52e";
    ellipse(context, x, -0.425, 0.013, 0.026);
  }
}

/** A pizza from above, with one slice pulled out. */
export function drawPizza({ context, theme }: Frame): void {
  const { near } = theme.palette;
  drawGround(context, 0.36);
  const round = (across: number, colour: string): void => {
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(0, -0.2);
    context.ellipse(0, -0.2, across, across * 0.62, 0, 0.35, Math.PI * 2 - 0.28);
    context.fill();
  };
  round(0.36, mix("#b9722e", near, 0.1));
  round(0.325, mix("#c8402a", near, 0.06));
  round(0.3, mix("#f6cf63", near, 0.04));
  context.fillStyle = mix("#f6cf63", near, 0.04);
  path(
    context,
    "fill",
    [0.1, -0.19],
    [
      [0.21, -0.21, 0.32, -0.23, 0.43, -0.248],
      [0.45, -0.21, 0.45, -0.16, 0.425, -0.118],
      [0.32, -0.14, 0.21, -0.165, 0.1, -0.19],
    ],
  );
  context.strokeStyle = mix("#b9722e", near, 0.1);
  context.lineWidth = 0.034;
  context.lineCap = "round";
  path(context, "stroke", [0.435, -0.248], [[0.455, -0.21, 0.455, -0.16, 0.43, -0.118]]);
  const meat: readonly Spot[] = [
    [-0.17, -0.28],
    [-0.03, -0.33],
    [0.1, -0.31],
    [-0.22, -0.16],
    [-0.08, -0.19],
    [-0.12, -0.08],
    [0.04, -0.07],
    [0.15, -0.1],
    [0.34, -0.2],
  ];
  dots(context, mix("#a32a1e", near, 0.06), meat, 0.036);
  dots(
    context,
    "#4d8f3c",
    [
      [-0.1, -0.26],
      [0.04, -0.25],
      [-0.16, -0.2],
      [0, -0.13],
      [-0.04, -0.04],
      [0.26, -0.2],
    ],
    0.014,
  );
}

/** A bowl with apples, an orange, a banana and grapes. */
export function drawFruit({ context, theme }: Frame): void {
  const { near } = theme.palette;
  const balls: readonly (readonly [...Spot, number, string])[] = [
    [-0.15, -0.34, 0.1, "#cf2f2b"],
    [0.13, -0.34, 0.1, "#f08c1f"],
    [0, -0.37, 0.105, "#7fb83a"],
  ];
  context.strokeStyle = mix("#f3cf3a", near, 0.05);
  context.lineWidth = 0.07;
  context.lineCap = "round";
  path(context, "stroke", [0.06, -0.5], [[0.18, -0.52, 0.28, -0.44, 0.29, -0.3]]);
  for (const [x, y, radius, colour] of balls) {
    context.fillStyle = mix(colour, near, 0.06);
    ellipse(context, x, y, radius, radius);
    context.fillStyle = withAlpha("#ffffff", 0.35);
    ellipse(context, x - radius * 0.35, y - radius * 0.4, radius * 0.22, radius * 0.16);
  }
  context.strokeStyle = mix("#5a3a1c", near, 0.1);
  context.lineWidth = 0.012;
  for (const [x, y] of [
    [-0.15, -0.43],
    [0, -0.465],
  ] satisfies Spot[])
    path(context, "stroke", [x, y], [[x, y - 0.02, x + 0.01, y - 0.03, x + 0.02, y - 0.045]]);
  dots(
    context,
    mix("#6a3a8f", near, 0.06),
    [
      [-0.27, -0.3],
      [-0.22, -0.26],
      [-0.25, -0.24],
      [-0.29, -0.25],
      [-0.24, -0.33],
      [-0.2, -0.31],
    ],
    0.034,
  );
  bowl(context, mix("#3f79a8", near, 0.12), near, false);
}

/** A bowl; an open one shows its rim from above. */
function bowl(context: SKRSContext2D, colour: string, near: string, isOpen = true): void {
  drawGround(context, 0.26);
  context.fillStyle = colour;
  path(
    context,
    "fill",
    [-0.31, -0.27],
    [
      [-0.29, -0.1, -0.16, 0, -0.09, 0],
      [-0.03, 0.005, 0.03, 0.005, 0.09, 0],
      [0.16, 0, 0.29, -0.1, 0.31, -0.27],
    ],
  );
  context.fillStyle = withAlpha("#ffffff", 0.18);
  path(
    context,
    "fill",
    [-0.27, -0.22],
    [[-0.25, -0.12, -0.19, -0.05, -0.14, -0.03]],
    [[-0.18, -0.08, -0.21, -0.14, -0.22, -0.22]],
  );
  if (!isOpen) return;
  context.fillStyle = mix(colour, near, 0.3);
  ellipse(context, 0, -0.27, 0.31, 0.09);
}

function layer(context: SKRSContext2D, colour: string, half: number, top: number, bottom: number): void {
  context.fillStyle = colour;
  ellipse(context, 0, bottom, half, 0.05);
  context.fillRect(-half, top, half * 2, bottom - top);
}

function dots(context: SKRSContext2D, colour: string, spots: readonly Spot[], radius: number): void {
  context.fillStyle = colour;
  for (const [x, y] of spots) ellipse(context, x, y, radius, radius * 0.85);
}
