import { mix, withAlpha } from "./colour.ts";
import type { Frame } from "../frame.ts";

/** Water from the horizon to the bottom: the sky mirrored darker, and the light's path on the waves. */
export function drawSea(frame: Frame): void {
  const { context, width, height, horizon, theme } = frame;
  const water = context.createLinearGradient(0, horizon, 0, height);
  const [zenith, high, low, haze] = theme.palette.sky;
  water.addColorStop(0, mix(haze, low, 0.45));
  water.addColorStop(0.25, mix(low, high, 0.6));
  water.addColorStop(0.65, mix(high, zenith, 0.5));
  water.addColorStop(1, mix(zenith, theme.palette.near, 0.55));
  context.fillStyle = water;
  context.fillRect(0, horizon, width, height - horizon);
  drawWaves(frame);
  drawPath(frame);
}

/** Short strokes, denser and finer towards the horizon. */
function drawWaves({ context, width, height, horizon, unit, random, theme }: Frame): void {
  const depth = height - horizon;
  for (let index = 0; index < 240; index += 1) {
    const near = random.next() ** 1.7;
    const y = horizon + depth * near;
    const length = unit * (0.01 + 0.11 * near) * random.between(0.5, 1.3);
    const lit = random.chance(0.5);
    context.fillStyle = withAlpha(lit ? theme.palette.sky[3] : theme.palette.near, random.between(0.04, 0.13));
    context.beginPath();
    context.ellipse(
      random.between(0, width),
      y,
      length,
      Math.max(0.5, unit * (0.0006 + 0.0028 * near)),
      0,
      0,
      Math.PI * 2,
    );
    context.fill();
  }
}

function drawPath({ context, height, horizon, unit, random, theme, light }: Frame): void {
  const depth = height - horizon;
  for (let index = 0; index < 130; index += 1) {
    const near = random.next() ** 1.25;
    const spread = light.radius * (0.55 + 2.2 * near);
    const x = light.x + (random.next() + random.next() - 1) * spread;
    const length = light.radius * random.between(0.15, 0.7) * (0.45 + near);
    context.fillStyle = withAlpha(theme.palette.light, random.between(0.12, 0.6) * (1 - near * 0.75));
    context.beginPath();
    context.ellipse(
      x,
      horizon + depth * near,
      length,
      Math.max(0.5, unit * (0.0009 + 0.0028 * near)),
      0,
      0,
      Math.PI * 2,
    );
    context.fill();
  }
}
