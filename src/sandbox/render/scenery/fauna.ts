import { mix } from "./colour.ts";
import type { Frame } from "../frame.ts";

/** A fox sitting with its tail around it. `x` is its middle, `foot` the ground. */
export function drawFox({ context, unit, random, theme }: Frame, x: number, foot: number): void {
  const size = unit * 0.3;
  const fur = mix("#d9592b", theme.palette.near, 0.12);
  const shade = mix(fur, theme.palette.near, 0.42);
  const white = mix("#fff4e8", theme.palette.sky[2], 0.12);
  const dark = mix("#2a1712", theme.palette.near, 0.4);
  context.save();
  context.translate(x, foot);
  context.scale(random.chance(0.5) ? size : -size, size);
  // Tail
  shape(
    context,
    shade,
    [0.16, -0.06],
    [
      [0.5, 0.06, 0.66, -0.2, 0.5, -0.46],
      [0.46, -0.3, 0.36, -0.24, 0.18, -0.22],
    ],
  );
  shape(
    context,
    white,
    [0.5, -0.46],
    [
      [0.6, -0.34, 0.58, -0.24, 0.53, -0.19],
      [0.47, -0.24, 0.44, -0.3, 0.43, -0.345],
      [0.47, -0.37, 0.49, -0.41, 0.5, -0.46],
    ],
  );
  // Body
  shape(
    context,
    fur,
    [-0.17, 0],
    [
      [-0.24, -0.2, -0.2, -0.42, -0.06, -0.56],
      [0.08, -0.54, 0.24, -0.34, 0.26, -0.1],
      [0.26, -0.02, 0.22, 0, 0.16, 0],
    ],
  );
  shape(
    context,
    white,
    [-0.14, -0.16],
    [
      [-0.19, -0.32, -0.16, -0.42, -0.09, -0.5],
      [-0.02, -0.42, 0, -0.3, -0.05, -0.14],
      [-0.08, -0.1, -0.11, -0.11, -0.14, -0.16],
    ],
  );
  shape(
    context,
    dark,
    [-0.17, 0],
    [
      [-0.18, -0.07, -0.16, -0.12, -0.13, -0.15],
      [-0.1, -0.12, -0.08, -0.06, -0.08, 0],
    ],
  );
  shape(
    context,
    shade,
    [0.0, 0],
    [
      [-0.02, -0.2, 0.1, -0.26, 0.18, -0.18],
      [0.26, -0.1, 0.24, 0, 0.18, 0],
    ],
  );
  head(context, { fur, shade, white, dark });
  context.restore();
}

interface FoxColours {
  readonly fur: string;
  readonly shade: string;
  readonly white: string;
  readonly dark: string;
}

function head(context: Frame["context"], { fur, shade, white, dark }: FoxColours): void {
  for (const side of [-1, 1]) {
    const ear = side === -1 ? fur : shade;
    shape(
      context,
      ear,
      [-0.1 + side * 0.03, -0.72],
      [[-0.1 + side * 0.1, -0.96, -0.1 + side * 0.13, -0.96, -0.1 + side * 0.17, -0.66]],
    );
    shape(
      context,
      dark,
      [-0.1 + side * 0.07, -0.76],
      [[-0.1 + side * 0.11, -0.91, -0.1 + side * 0.12, -0.9, -0.1 + side * 0.14, -0.72]],
    );
  }
  shape(
    context,
    fur,
    [-0.28, -0.66],
    [
      [-0.24, -0.8, 0.04, -0.8, 0.08, -0.66],
      [0.07, -0.58, -0.02, -0.5, -0.1, -0.46],
      [-0.18, -0.5, -0.27, -0.58, -0.28, -0.66],
    ],
  );
  for (const side of [-1, 1]) {
    shape(
      context,
      white,
      [-0.1, -0.46],
      [
        [-0.1 + side * 0.07, -0.5, -0.1 + side * 0.15, -0.56, -0.1 + side * 0.18, -0.655],
        [-0.1 + side * 0.11, -0.62, -0.1 + side * 0.05, -0.6, -0.1, -0.54],
      ],
    );
    context.fillStyle = dark;
    context.beginPath();
    context.ellipse(-0.1 + side * 0.072, -0.645, 0.017, 0.021, 0, 0, Math.PI * 2);
    context.fill();
  }
  context.fillStyle = dark;
  context.beginPath();
  context.ellipse(-0.1, -0.478, 0.026, 0.02, 0, 0, Math.PI * 2);
  context.fill();
}

type Curve = readonly [number, number, number, number, number, number];

function shape(
  context: Frame["context"],
  colour: string,
  from: readonly [number, number],
  curves: readonly Curve[],
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(...from);
  for (const curve of curves) context.bezierCurveTo(...curve);
  context.closePath();
  context.fill();
}
