import type { SKRSContext2D } from "@napi-rs/canvas";
import { drawBalloon } from "./air.ts";
import { drawCity } from "./city.ts";
import { beam, birds, flakes, glints, twinkles } from "./clip-life.ts";
import { layer, marginOf, type Part, type Path, type Stage } from "./clip-stage.ts";
import { drawFox } from "./fauna.ts";
import { drawBoat, drawLighthouse, lampOf } from "./figures.ts";
import type { Frame } from "../frame.ts";
import { createRidge, drawRange, fillRidge } from "./land.ts";
import { frameOf, type SceneOrder } from "./scene.ts";
import { drawSea } from "./sea.ts";
import { drawStreet } from "./street.ts";
import { drawThing } from "./things.ts";
import { drawClouds, drawLight, drawStars, fillSky } from "./sky.ts";

/** Draws one thing with its own context, at the stage's measures. */
type Draw = (frame: Frame) => void;

/**
 * The landscape of a prompt as a stage: a picture shows everything on one canvas, but here it is in layers, so that the camera
 * can move between them, and the sun, the clouds and the animals move by themselves.
 */
export function landscape(context: SKRSContext2D, order: SceneOrder): { stage: Stage; frame: Frame } {
  const margin = marginOf(order.width);
  const frame = frameOf(context, { ...order, width: order.width + 2 * margin });
  const { theme } = frame;
  const parts = [
    ...sky(frame),
    ...(theme.birds ? [birds(frame)] : []),
    ...(theme.balloon ? [put(frame, 0.35, drawBalloon, rising(frame))] : []),
    ...(theme.sea ? coast(frame) : country(frame)),
    ...(theme.thing ? [put(frame, 1, drawThing)] : []),
    ...(theme.snowfall ? [flakes(frame)] : []),
  ];
  return { stage: { width: frame.width, height: frame.height, margin, parts }, frame };
}

function sky(frame: Frame): Part[] {
  const { theme, unit } = frame;
  const starry = theme.palette.night || theme.palette.name === "dusk";
  return [
    put(frame, 0.06, (own) => {
      fillSky(own);
      if (starry) drawStars(own);
    }),
    ...(theme.palette.night ? [twinkles(frame)] : []),
    light(frame),
    put(frame, 0.16, drawClouds, ({ share }) => ({ x: (share - 0.5) * unit * 0.07, y: 0 })),
  ];
}

/** The sun sinks, at dawn it rises, and so does the moon. */
function light(frame: Frame): Part {
  const { unit, theme, light: rest } = frame;
  const rises = theme.palette.night || theme.palette.name === "dawn";
  const way = unit * 0.045 * (rises ? -1 : 1);
  const reach = Math.ceil(rest.radius * 9);
  const centre = { x: reach, y: reach, radius: rest.radius };
  return layer(
    { width: reach * 2, height: reach * 2 },
    0.06,
    (context) => drawLight({ ...frame, context, width: reach * 2, height: reach * 2, light: centre }),
    ({ share }) => ({ x: rest.x - reach, y: rest.y - reach + way * (share - 0.5) }),
  );
}

function coast(frame: Frame): Part[] {
  const { width, height, unit, horizon, theme, light: sun, random } = frame;
  const ranges = { count: 2, from: horizon - unit * 0.035, to: horizon - unit * 0.005 };
  const foot = horizon + (height - horizon) * 0.22;
  const x = width * (sun.x > width / 2 ? random.between(0.24, 0.32) : random.between(0.68, 0.76));
  const tower = { x, y: lampOf(frame, foot) };
  return [
    ...[0, 1].map((index) => put(frame, 0.14 + 0.06 * index, (own) => drawRange(own, index, ranges))),
    put(frame, 0.3, drawSea),
    glints(frame),
    ...(theme.city ? [put(frame, 0.24, (own) => drawCity(own, own.horizon, "water"))] : []),
    ...(theme.boat ? [put(frame, 0.45, drawBoat, sailing(frame))] : []),
    ...(theme.lighthouse
      ? [put(frame, 0.55, (own) => drawLighthouse(own, x, foot, false)), beam(frame, tower, 0.55)]
      : []),
    put(frame, 1, (own) => {
      own.context.fillStyle = theme.palette.near;
      fillRidge(own, createRidge(random, 4, 0.5), height - unit * 0.02, unit * 0.035, height);
    }),
  ];
}

function country(frame: Frame): Part[] {
  const { width, height, unit, horizon, theme, light: sun, random } = frame;
  if (theme.street) return [put(frame, 0.6, drawStreet)];
  if (theme.city) {
    const ranges = { count: 2, from: horizon, to: horizon + unit * 0.06 };
    const street = horizon + (height - horizon) * 0.42;
    return [
      ...[0, 1].map((index) => put(frame, 0.16 + 0.08 * index, (own) => drawRange(own, index, ranges))),
      put(frame, 0.6, (own) => drawCity(own, street, "street")),
    ];
  }
  const ranges = { count: random.whole(4, 6), from: horizon, to: height - unit * 0.16 };
  const hills = Array.from({ length: ranges.count }, (_, index) =>
    put(frame, 0.15 + (0.85 * index) / (ranges.count - 1), (own) => drawRange(own, index, ranges)),
  );
  if (!theme.fox) return hills;
  const x = width * (sun.x > width / 2 ? random.between(0.28, 0.4) : random.between(0.6, 0.72));
  return [...hills, put(frame, 1, (own) => drawFox(own, x, height - unit * 0.2))];
}

function put(frame: Frame, depth: number, draw: Draw, path?: Path): Part {
  return layer(frame, depth, (context) => draw({ ...frame, context }), path);
}

function rising({ unit }: Frame): Path {
  return ({ seconds, share }) => ({ x: Math.sin(seconds * 0.5) * unit * 0.008, y: (0.5 - share) * unit * 0.12 });
}

/** A boat rides the waves towards where the picture has more room. */
function sailing({ unit, light: sun, width }: Frame): Path {
  const towards = sun.x > width / 2 ? 1 : -1;
  return ({ seconds, share }) => ({
    x: (share - 0.5) * unit * 0.12 * towards,
    y: Math.sin(seconds * 1.7) * unit * 0.0035,
  });
}
