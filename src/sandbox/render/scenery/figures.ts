import { mix, withAlpha } from "./colour.ts";
import type { Frame } from "../frame.ts";

/** A lighthouse on its rock, its beam sweeping over the water. `x` is its middle, `foot` the waterline. */
export function drawLighthouse(frame: Frame, x: number, foot: number, beam = true): void {
  const { context, unit, theme } = frame;
  const tall = unit * 0.34;
  const top = foot - tall - unit * 0.06;
  const dark = theme.palette.near;
  drawRock(frame, x, foot);
  if (beam) drawBeam(frame, x, lampOf(frame, foot));

  const half = tall * 0.082;
  const base = foot - unit * 0.05;
  const body = context.createLinearGradient(x - half, 0, x + half, 0);
  const wall = mix("#f5ece0", theme.palette.sky[2], 0.22);
  body.addColorStop(0, mix(wall, dark, 0.62));
  body.addColorStop(0.55, wall);
  body.addColorStop(1, mix(wall, dark, 0.34));
  context.fillStyle = body;
  tower(frame, x, base, top + tall * 0.1, half, half * 0.62);
  context.save();
  context.clip();
  context.fillStyle = withAlpha(mix("#b8323a", dark, 0.22), 0.88);
  for (const share of [0.1, 0.42, 0.74]) {
    context.fillRect(x - half * 1.2, top + tall * 0.1 + (base - top) * share, half * 2.4, (base - top) * 0.15);
  }
  context.restore();

  context.fillStyle = mix(dark, "#000000", 0.15);
  context.fillRect(x - half * 1.02, top + tall * 0.085, half * 2.04, tall * 0.022);
  context.fillStyle = "#fff3c4";
  context.fillRect(x - half * 0.46, top + tall * 0.015, half * 0.92, tall * 0.075);
  context.fillStyle = mix(dark, "#000000", 0.15);
  context.beginPath();
  context.moveTo(x - half * 0.72, top + tall * 0.018);
  context.quadraticCurveTo(x, top - tall * 0.085, x + half * 0.72, top + tall * 0.018);
  context.fill();
  context.fillRect(x - half * 0.04, top - tall * 0.075, half * 0.08, tall * 0.06);
}

/** Where the lamp of a lighthouse is, above the waterline it stands on. */
export function lampOf({ unit }: Frame, foot: number): number {
  return foot - unit * (0.34 + 0.06) + unit * 0.34 * 0.04;
}

function tower({ context }: Frame, x: number, base: number, top: number, below: number, above: number): void {
  context.beginPath();
  context.moveTo(x - below, base);
  context.lineTo(x - above, top);
  context.lineTo(x + above, top);
  context.lineTo(x + below, base);
  context.closePath();
  context.fill();
}

function drawRock({ context, unit, random, theme }: Frame, x: number, foot: number): void {
  context.fillStyle = theme.palette.near;
  context.beginPath();
  context.moveTo(x - unit * 0.3, foot + unit * 0.012);
  for (const [dx, dy] of [
    [-0.24, -0.012],
    [-0.17, -0.026],
    [-0.1, -0.05],
    [-0.04, -0.062],
    [0.05, -0.058],
    [0.1, -0.036],
    [0.19, -0.022],
    [0.26, -0.008],
  ] as const) {
    context.lineTo(x + unit * (dx + random.between(-0.012, 0.012)), foot + unit * (dy + random.between(-0.008, 0.008)));
  }
  context.lineTo(x + unit * 0.32, foot + unit * 0.012);
  context.closePath();
  context.fill();
}

/** Two cones of light to both sides, and the lamp's halo. */
function drawBeam({ context, width, unit, random, theme }: Frame, x: number, y: number): void {
  const lamp = mix(theme.palette.light, "#ffe9a3", 0.6);
  const tilt = random.between(-0.1, 0.04);
  for (const side of [-1, 1]) {
    const reach = Math.max(width, unit) * 0.75 * side;
    const beam = context.createLinearGradient(x, y, x + reach, y + reach * tilt * side);
    beam.addColorStop(0, withAlpha(lamp, 0.5));
    beam.addColorStop(1, withAlpha(lamp, 0));
    context.fillStyle = beam;
    context.beginPath();
    context.moveTo(x, y - unit * 0.004);
    context.lineTo(x + reach, y + Math.abs(reach) * (tilt - 0.075));
    context.lineTo(x + reach, y + Math.abs(reach) * (tilt + 0.075));
    context.lineTo(x, y + unit * 0.004);
    context.closePath();
    context.fill();
  }
  const halo = context.createRadialGradient(x, y, 0, x, y, unit * 0.11);
  halo.addColorStop(0, withAlpha(lamp, 0.85));
  halo.addColorStop(0.25, withAlpha(lamp, 0.3));
  halo.addColorStop(1, withAlpha(lamp, 0));
  context.fillStyle = halo;
  context.fillRect(x - unit * 0.11, y - unit * 0.11, unit * 0.22, unit * 0.22);
}

/** A small sailing boat with its mirror image. */
export function drawBoat({ context, width, unit, random, theme, horizon, height, light }: Frame): void {
  // A lighthouse takes the side away from the light; the boat then sails between the two.
  const away = light.x > width / 2 ? 0.3 : 0.7;
  const side = theme.lighthouse ? 0.5 : away;
  const x = width * (side + random.between(-0.08, 0.08));
  const y = horizon + (height - horizon) * random.between(0.1, 0.2);
  const size = unit * random.between(0.045, 0.065);
  for (const [flip, alpha] of [
    [-0.6, 0.18],
    [1, 1],
  ] as const) {
    context.save();
    context.translate(x, y);
    context.scale(size, size * flip);
    context.fillStyle = withAlpha(theme.palette.near, alpha);
    context.beginPath();
    context.moveTo(-0.75, -0.14);
    context.lineTo(0.85, -0.14);
    context.quadraticCurveTo(0.6, 0.16, 0.35, 0.16);
    context.lineTo(-0.45, 0.16);
    context.closePath();
    context.fill();
    context.fillStyle = withAlpha(mix("#fff6e6", theme.palette.sky[2], 0.3), alpha);
    context.beginPath();
    context.moveTo(0, -1.9);
    context.quadraticCurveTo(0.75, -0.9, 0.72, -0.24);
    context.lineTo(0, -0.24);
    context.closePath();
    context.fill();
    context.beginPath();
    context.moveTo(-0.08, -1.6);
    context.quadraticCurveTo(-0.5, -0.8, -0.6, -0.24);
    context.lineTo(-0.08, -0.24);
    context.closePath();
    context.fill();
    context.restore();
  }
}

/** A flock of birds, far away. */
export function drawBirds({ context, width, unit, random, theme, horizon }: Frame): void {
  const x = width * random.between(0.2, 0.75);
  const y = horizon * random.between(0.25, 0.55);
  context.strokeStyle = withAlpha(theme.palette.near, 0.7);
  context.lineCap = "round";
  const count = random.whole(4, 8);
  for (let index = 0; index < count; index += 1) {
    const size = unit * random.between(0.008, 0.016);
    const bx = x + unit * random.between(-0.13, 0.13);
    const by = y + unit * random.between(-0.05, 0.05);
    context.lineWidth = Math.max(0.8, size * 0.16);
    context.beginPath();
    context.moveTo(bx - size, by - size * 0.25);
    context.quadraticCurveTo(bx - size * 0.4, by - size * 0.75, bx, by);
    context.quadraticCurveTo(bx + size * 0.4, by - size * 0.75, bx + size, by - size * 0.25);
    context.stroke();
  }
}
