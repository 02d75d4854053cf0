import { mix, withAlpha } from "./colour.ts";
import type { Frame } from "../frame.ts";
import type { Random } from "./random.ts";

/** The height of a ridge at every place across the picture (0 to 1), as a share of its amplitude (about -1 to 1). */
export type Ridge = (across: number) => number;

/** Waves of falling size with random phases: calm hills with few of them, mountains with many. */
export function createRidge(random: Random, waves: number, roughness: number): Ridge {
  const parts = Array.from({ length: waves }, (_, index) => ({
    frequency: (1.1 + random.next()) * 1.85 ** index,
    phase: random.between(0, Math.PI * 2),
    share: roughness ** index,
  }));
  const whole = parts.reduce((sum, part) => sum + part.share, 0);
  return (across) =>
    parts.reduce((sum, part) => sum + part.share * Math.sin(across * part.frequency * Math.PI + part.phase), 0) / whole;
}

/** Ranges behind each other, the farther the hazier. `from` and `to` are y of the farthest and the nearest base line. */
export function drawRanges(frame: Frame, count: number, from: number, to: number): void {
  for (let layer = 0; layer < count; layer += 1) drawRange(frame, layer, { count, from, to });
}

/** One of them, counted from the farthest. */
export function drawRange(
  frame: Frame,
  layer: number,
  { count, from, to }: { readonly count: number; readonly from: number; readonly to: number },
): void {
  const { context, height, unit, random, theme } = frame;
  const depth = count === 1 ? 1 : layer / (count - 1);
  const base = from + (to - from) * depth;
  const amplitude = unit * (0.075 - 0.02 * depth) * random.between(0.75, 1.25);
  const ridge = createRidge(random, depth < 0.5 ? 7 : 5, depth < 0.5 ? 0.6 : 0.5);
  const colour = mix(mix(theme.palette.far, theme.palette.sky[3], 0.42), theme.palette.near, depth ** 0.85);
  const fade = context.createLinearGradient(0, base - amplitude, 0, base + unit * 0.22);
  fade.addColorStop(0, colour);
  fade.addColorStop(1, mix(colour, theme.palette.sky[3], 0.34 * (1 - depth)));
  context.fillStyle = fade;
  fillRidge(frame, ridge, base, amplitude, height);
  if (theme.trees && depth > 0.45) drawTrees(frame, ridge, base, amplitude, depth, colour);
  if (layer < count - 1) drawMist(frame, base);
}

/** Fills everything below a ridge. */
export function fillRidge(frame: Frame, ridge: Ridge, base: number, amplitude: number, bottom: number): void {
  const { context, width } = frame;
  const steps = Math.max(24, Math.min(480, Math.round(width / 4)));
  context.beginPath();
  context.moveTo(0, bottom);
  for (let step = 0; step <= steps; step += 1) {
    const across = step / steps;
    context.lineTo(across * width, base + ridge(across) * amplitude);
  }
  context.lineTo(width, bottom);
  context.closePath();
  context.fill();
}

/** Haze in the valleys between two ranges. */
function drawMist({ context, width, unit, theme }: Frame, y: number): void {
  const mist = context.createLinearGradient(0, y, 0, y + unit * 0.1);
  mist.addColorStop(0, withAlpha(theme.palette.sky[3], 0));
  mist.addColorStop(0.6, withAlpha(theme.palette.sky[3], theme.palette.night ? 0.06 : 0.14));
  mist.addColorStop(1, withAlpha(theme.palette.sky[3], 0));
  context.fillStyle = mist;
  context.fillRect(0, y, width, unit * 0.1);
}

/** Conifers along a ridge: the nearer, the taller and the fewer. */
function drawTrees(frame: Frame, ridge: Ridge, base: number, amplitude: number, depth: number, colour: string): void {
  const { context, width, unit, random } = frame;
  const count = Math.round((random.between(26, 44) * (1.35 - depth) * 2 * width) / unit);
  context.fillStyle = colour;
  for (let index = 0; index < count; index += 1) {
    // Trees stand in groups: two draws added lean towards the middle of each group.
    const across = (index + random.between(-1.4, 1.4)) / count;
    const tall = unit * (0.02 + 0.085 * (depth - 0.35)) * random.between(0.55, 1.35);
    drawConifer(context, across * width, base + ridge(across) * amplitude + unit * 0.004, tall);
  }
}

function drawConifer(context: Frame["context"], x: number, foot: number, tall: number): void {
  const tiers = 4;
  context.fillRect(x - tall * 0.025, foot - tall * 0.2, tall * 0.05, tall * 0.22);
  for (let tier = 0; tier < tiers; tier += 1) {
    const bottom = foot - tall * (0.1 + 0.2 * tier);
    const half = tall * (0.24 - 0.048 * tier);
    context.beginPath();
    context.moveTo(x, bottom - tall * (0.36 - 0.02 * tier));
    context.lineTo(x + half, bottom);
    context.quadraticCurveTo(x, bottom - tall * 0.05, x - half, bottom);
    context.closePath();
    context.fill();
  }
}
