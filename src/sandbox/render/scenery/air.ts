import { mix, withAlpha } from "./colour.ts";
import type { Frame } from "../frame.ts";

/** A hot-air balloon in stripes of the palette. */
export function drawBalloon({ context, width, unit, random, theme, horizon, light }: Frame): void {
  const x = width * (light.x > width / 2 ? random.between(0.22, 0.36) : random.between(0.64, 0.78));
  const y = horizon * random.between(0.36, 0.5);
  const radius = unit * random.between(0.07, 0.1);
  const colours = ["#e4573d", "#fff1dc", "#e9a23b", "#fff1dc", "#3f7f8c"] as const;
  context.save();
  context.beginPath();
  context.moveTo(x - radius * 0.2, y + radius * 1.32);
  context.bezierCurveTo(x - radius * 1.5, y + radius * 0.2, x - radius * 1.1, y - radius, x, y - radius);
  context.bezierCurveTo(
    x + radius * 1.1,
    y - radius,
    x + radius * 1.5,
    y + radius * 0.2,
    x + radius * 0.2,
    y + radius * 1.32,
  );
  context.closePath();
  context.clip();
  for (let stripe = 4; stripe >= 0; stripe -= 1) {
    context.fillStyle = mix(colours[4 - stripe] ?? colours[0], theme.palette.sky[2], 0.14);
    context.beginPath();
    context.ellipse(x, y, radius * (0.14 + 0.27 * stripe), radius * 1.5, 0, 0, Math.PI * 2);
    context.fill();
  }
  context.restore();
  context.strokeStyle = withAlpha(theme.palette.near, 0.7);
  context.lineWidth = Math.max(0.7, radius * 0.03);
  context.beginPath();
  for (const side of [-1, 1]) {
    context.moveTo(x + side * radius * 0.2, y + radius * 1.32);
    context.lineTo(x + side * radius * 0.14, y + radius * 1.62);
  }
  context.stroke();
  context.fillStyle = mix("#6b4226", theme.palette.near, 0.35);
  context.fillRect(x - radius * 0.16, y + radius * 1.6, radius * 0.32, radius * 0.22);
}

/** Snow in the air: few large flakes, many small ones. */
export function drawSnowfall({ context, width, height, unit, random }: Frame): void {
  for (let index = 0; index < 170; index += 1) {
    const size = unit * (0.001 + 0.005 * random.next() ** 4);
    context.fillStyle = withAlpha("#ffffff", random.between(0.25, 0.85));
    context.beginPath();
    context.arc(random.between(0, width), random.between(0, height), size, 0, Math.PI * 2);
    context.fill();
  }
}
