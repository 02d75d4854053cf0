import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Part } from "./clip-stage.ts";
import { mix, withAlpha } from "./colour.ts";
import type { Frame } from "../frame.ts";

/** Seconds that the lamp of a lighthouse takes to turn once. */
const TURN_SECONDS = 6;

/** A flock that crosses the sky, every bird with a beat of its own. */
export function birds({ width, unit, horizon, random, theme }: Frame): Part {
  const towards = random.chance(0.5) ? 1 : -1;
  const from = { x: width * random.between(0.32, 0.62), y: horizon * random.between(0.22, 0.5) };
  const flock = Array.from({ length: random.whole(4, 8) }, () => ({
    x: unit * random.between(-0.15, 0.15),
    y: unit * random.between(-0.05, 0.05),
    size: unit * random.between(0.009, 0.017),
    beat: random.between(1.5, 2.2),
    phase: random.between(0, 1),
  }));
  return {
    depth: 0.3,
    paint(context, { seconds, share }) {
      context.strokeStyle = withAlpha(theme.palette.near, 0.75);
      context.lineCap = "round";
      for (const { x, y, size, beat, phase } of flock) {
        const lift = Math.sin((seconds * beat + phase) * Math.PI * 2);
        const bx = from.x + x + towards * (share - 0.5) * unit * 0.4;
        const by = from.y + y - lift * size * 0.12 - share * unit * 0.03;
        const tip = by - size * (0.12 + 0.45 * lift);
        const bend = by - size * (0.5 + 0.3 * lift);
        context.lineWidth = Math.max(0.8, size * 0.16);
        context.beginPath();
        context.moveTo(bx - size, tip);
        context.quadraticCurveTo(bx - size * 0.4, bend, bx, by);
        context.quadraticCurveTo(bx + size * 0.4, bend, bx + size, tip);
        context.stroke();
      }
    },
  };
}

/** Light that plays on the waves: many in the path of the sun, some elsewhere. */
export function glints({ width, height, horizon, unit, random, theme, light }: Frame): Part {
  const depth = height - horizon;
  const many = Array.from({ length: 170 }, (_, index) => {
    const near = random.next() ** 1.4;
    const inPath = index < 110;
    const x = inPath
      ? light.x + (random.next() + random.next() - 1) * light.radius * (0.6 + 2.4 * near)
      : random.between(0, width);
    return {
      x,
      y: horizon + depth * near,
      length: inPath
        ? light.radius * random.between(0.15, 0.6) * (0.5 + near)
        : unit * random.between(0.01, 0.05) * (0.3 + near),
      thick: Math.max(0.6, unit * (0.0009 + 0.0026 * near)),
      alpha: (inPath ? 0.75 : 0.22) * (1 - near * 0.6),
      speed: random.between(0.35, 1.1),
      phase: random.next(),
    };
  });
  return {
    depth: 0.3,
    paint(context, { seconds }) {
      for (const { x, y, length, thick, alpha, speed, phase } of many) {
        const wave = Math.sin((seconds * speed + phase) * Math.PI * 2);
        if (wave <= 0) continue;
        context.fillStyle = withAlpha(theme.palette.light, alpha * wave);
        context.beginPath();
        context.ellipse(x + wave * length * 0.25, y, length * (0.5 + 0.5 * wave), thick, 0, 0, Math.PI * 2);
        context.fill();
      }
    },
  };
}

/** The brighter stars, which twinkle. */
export function twinkles({ width, horizon, unit, random }: Frame): Part {
  const stars = Array.from({ length: 60 }, () => ({
    x: random.between(0, width),
    y: random.next() ** 1.5 * horizon * 0.8,
    size: unit * random.between(0.0012, 0.0026),
    speed: random.between(0.2, 0.8),
    phase: random.next(),
  }));
  return {
    depth: 0.06,
    paint(context, { seconds }) {
      for (const { x, y, size, speed, phase } of stars) {
        const glow = 0.5 + 0.5 * Math.sin((seconds * speed + phase) * Math.PI * 2);
        dot(context, x, y, size * (0.6 + 0.4 * glow), withAlpha("#ffffff", glow * 0.95));
      }
    },
  };
}

/** Snow that falls at several distances, the nearer the faster. */
export function flakes({ width, height, unit, random }: Frame): Part {
  const many = Array.from({ length: 190 }, () => {
    const near = random.next() ** 3;
    return {
      x: random.between(0, width),
      y: random.next(),
      size: unit * (0.0012 + 0.005 * near),
      fall: unit * (0.04 + 0.11 * near),
      sway: unit * random.between(0.004, 0.016),
      speed: random.between(0.1, 0.35),
      phase: random.next(),
      alpha: random.between(0.35, 0.9),
    };
  });
  const whole = height * 1.06;
  return {
    depth: 0.8,
    paint(context, { seconds }) {
      for (const { x, y, size, fall, sway, speed, phase, alpha } of many) {
        const down = (y * whole + seconds * fall) % whole;
        const aside = Math.sin((seconds * speed + phase) * Math.PI * 2) * sway;
        dot(context, x + aside, down - height * 0.03, size, withAlpha("#ffffff", alpha));
      }
    },
  };
}

/** The two beams of a lighthouse as its lamp turns: long where they point aside, a flash where one points at us. */
export function beam({ width, unit, theme }: Frame, lamp: { x: number; y: number }, depth: number): Part {
  const colour = mix(theme.palette.light, "#ffe9a3", 0.6);
  const { x, y } = lamp;
  return {
    depth,
    paint(context, { seconds }) {
      const angle = ((seconds / TURN_SECONDS) % 1) * Math.PI * 2 + 0.5;
      for (const turned of [angle, angle + Math.PI]) {
        const aside = Math.cos(turned);
        const reach = Math.max(width, unit) * 0.8 * aside;
        const wide = Math.max(width, unit) * (0.045 + 0.03 * Math.sin(turned));
        const cone = context.createLinearGradient(x, y, x + reach, y);
        cone.addColorStop(0, withAlpha(colour, 0.55 * Math.abs(aside)));
        cone.addColorStop(1, withAlpha(colour, 0));
        context.fillStyle = cone;
        context.beginPath();
        context.moveTo(x, y - unit * 0.004);
        context.lineTo(x + reach, y - wide);
        context.lineTo(x + reach, y + wide);
        context.lineTo(x, y + unit * 0.004);
        context.closePath();
        context.fill();
      }
      const towardsUs = Math.abs(Math.sin(angle)) ** 6;
      const size = unit * (0.075 + 0.09 * towardsUs);
      const halo = context.createRadialGradient(x, y, 0, x, y, size);
      halo.addColorStop(0, withAlpha(colour, 0.75 + 0.2 * towardsUs));
      halo.addColorStop(0.25, withAlpha(colour, 0.25 + 0.2 * towardsUs));
      halo.addColorStop(1, withAlpha(colour, 0));
      context.fillStyle = halo;
      context.fillRect(x - size, y - size, size * 2, size * 2);
    },
  };
}

/** Motes of light in the air before an image that has been set in motion. */
export function motes({ width, height, unit, random, theme }: Frame): Part {
  const many = Array.from({ length: 46 }, () => ({
    x: random.between(0, width),
    y: random.next(),
    size: unit * (0.002 + 0.007 * random.next() ** 3),
    rise: unit * random.between(0.008, 0.035),
    speed: random.between(0.1, 0.4),
    phase: random.next(),
  }));
  return {
    depth: 1,
    paint(context, { seconds }) {
      for (const { x, y, size, rise, speed, phase } of many) {
        const up = (((y * height - seconds * rise) % height) + height) % height;
        const glow = 0.5 + 0.5 * Math.sin((seconds * speed + phase) * Math.PI * 2);
        dot(
          context,
          x + Math.sin(seconds * speed + phase * 6) * unit * 0.01,
          up,
          size,
          withAlpha(theme.palette.light, 0.4 * glow),
        );
      }
    },
  };
}

function dot(context: SKRSContext2D, x: number, y: number, radius: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}
