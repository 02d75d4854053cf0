import { mix, withAlpha } from "./colour.ts";
import type { Frame } from "../frame.ts";

/** The sky from the zenith to the horizon, with stars or clouds, and the sun or the moon. */
export function drawSky(frame: Frame): void {
  fillSky(frame);
  if (frame.theme.palette.night || frame.theme.palette.name === "dusk") drawStars(frame);
  drawLight(frame);
  drawClouds(frame);
}

/** The colours of the sky alone. */
export function fillSky({ context, width, height, horizon, theme }: Frame): void {
  const gradient = context.createLinearGradient(0, 0, 0, Math.max(1, horizon * 1.04));
  const [zenith, high, low, haze] = theme.palette.sky;
  gradient.addColorStop(0, zenith);
  gradient.addColorStop(0.38, high);
  gradient.addColorStop(0.76, low);
  gradient.addColorStop(1, haze);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
}

/** Stars, fewer towards the horizon. */
export function drawStars({ context, width, horizon, unit, random, theme }: Frame): void {
  const count = theme.palette.night ? 260 : 70;
  for (let index = 0; index < count; index += 1) {
    const x = random.between(0, width);
    const y = random.next() ** 1.6 * horizon * (theme.palette.night ? 0.95 : 0.6);
    const bright = random.next();
    context.fillStyle = withAlpha("#ffffff", (0.25 + 0.7 * bright) * (1 - y / (horizon + 1)));
    context.beginPath();
    context.arc(x, y, unit * (0.0006 + 0.0016 * bright ** 4), 0, Math.PI * 2);
    context.fill();
  }
}

/** A disc in a wide, soft glow; the moon has a rim of shadow. */
export function drawLight({ context, width, height, light, theme }: Frame): void {
  const { x, y, radius } = light;
  const glow = context.createRadialGradient(x, y, radius * 0.6, x, y, radius * 9);
  glow.addColorStop(0, withAlpha(theme.palette.light, 0.55));
  glow.addColorStop(0.25, withAlpha(theme.palette.light, 0.2));
  glow.addColorStop(1, withAlpha(theme.palette.light, 0));
  context.fillStyle = glow;
  context.fillRect(0, 0, width, height);

  const disc = context.createRadialGradient(x - radius * 0.3, y - radius * 0.3, radius * 0.2, x, y, radius);
  disc.addColorStop(0, "#ffffff");
  disc.addColorStop(1, theme.palette.light);
  context.fillStyle = disc;
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
  if (!theme.palette.night) return;
  context.fillStyle = withAlpha(theme.palette.sky[1], 0.16);
  for (const [dx, dy, size] of [
    [-0.35, -0.2, 0.22],
    [0.25, 0.3, 0.3],
    [0.3, -0.4, 0.15],
  ] as const) {
    context.beginPath();
    context.arc(x + dx * radius, y + dy * radius, size * radius, 0, Math.PI * 2);
    context.fill();
  }
}

/** Long, flat clouds of soft ellipses, lit from the horizon. */
export function drawClouds({ context, width, horizon, unit, random, theme }: Frame): void {
  const banks = random.whole(2, 5);
  for (let bank = 0; bank < banks; bank += 1) {
    const y = random.between(0.12, 0.82) * horizon;
    const x = random.between(-0.05, 1.05) * width;
    const length = random.between(0.25, 0.6) * Math.max(width, unit);
    const low = y / horizon;
    const colour = mix(theme.palette.sky[2], "#ffffff", theme.palette.night ? 0.05 : 0.25 + 0.35 * low);
    for (let part = 0; part < 9; part += 1) {
      const along = random.between(-0.5, 0.5);
      const size = (1 - Math.abs(along) * 1.6) * unit * 0.02 + unit * 0.004;
      const alpha = random.between(0.1, 0.26);
      const puff = context.createRadialGradient(0, 0, 0, 0, 0, size);
      puff.addColorStop(0, withAlpha(colour, alpha));
      puff.addColorStop(0.6, withAlpha(colour, alpha * 0.7));
      puff.addColorStop(1, withAlpha(colour, 0));
      context.save();
      context.translate(x + along * length, y + random.between(-0.5, 0.5) * size);
      context.scale(7.5, 1);
      context.fillStyle = puff;
      context.fillRect(-size, -size, size * 2, size * 2);
      context.restore();
    }
  }
}
