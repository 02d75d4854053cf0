import { mix, withAlpha } from "./colour.ts";
import type { Frame } from "../frame.ts";

/**
 * Two rows of buildings on a base line; lit windows in the nearer one. Beside `water` the houses end at the shore, beside a
 * `street` the ground before them belongs to them.
 */
export function drawCity(frame: Frame, base: number, before: "water" | "street"): void {
  const { context, width, height, unit, theme } = frame;
  const near = mix(theme.palette.far, theme.palette.near, 0.9);
  context.save();
  if (before === "water") {
    context.beginPath();
    context.rect(0, 0, width, base + unit * 0.004);
    context.clip();
  }
  row(frame, base, 0.2, mix(theme.palette.far, theme.palette.near, 0.35), 0.1);
  row(frame, base + unit * 0.01, 0.15, near, 0.55);
  context.restore();
  if (before === "water") return;
  // Closes the seams between the houses, through which the row behind them would show.
  context.fillStyle = near;
  context.fillRect(0, base + unit * 0.01, width, height - base);
}

function row(frame: Frame, base: number, tallest: number, colour: string, lit: number): void {
  const { context, width, height, unit, random } = frame;
  let x = -unit * 0.02;
  while (x < width) {
    const wide = unit * random.between(0.035, 0.085);
    // Taller towards the middle, as a skyline is.
    const centred = 1 - Math.abs((x + wide / 2) / width - 0.5) * 1.1;
    const tall = unit * tallest * random.between(0.35, 1) * centred + unit * 0.03;
    context.fillStyle = colour;
    context.fillRect(x, base - tall, wide + 1, height - base + tall);
    if (random.chance(0.25)) context.fillRect(x + wide * 0.48, base - tall - unit * 0.03, unit * 0.003, unit * 0.03);
    if (random.chance(0.3)) context.fillRect(x + wide * 0.2, base - tall - unit * 0.012, wide * 0.6, unit * 0.014);
    windows(frame, x, base - tall, wide, tall, lit);
    x += wide * random.between(0.9, 1.06);
  }
}

function windows(frame: Frame, x: number, y: number, wide: number, tall: number, lit: number): void {
  const { context, unit, random, theme } = frame;
  const step = Math.max(3, unit * 0.0105);
  for (let wy = y + step; wy < y + tall - step / 2; wy += step * 1.25) {
    for (let wx = x + step * 0.7; wx < x + wide - step * 0.9; wx += step) {
      if (!random.chance(lit * 0.55)) continue;
      context.fillStyle = withAlpha(mix(theme.palette.light, "#ffd27a", 0.5), random.between(0.3, 0.95));
      context.fillRect(wx, wy, step * 0.45, step * 0.6);
    }
  }
}
