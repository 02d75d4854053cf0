import type { SKRSContext2D } from "@napi-rs/canvas";
import { drawBalloon, drawSnowfall } from "./air.ts";
import { drawCity } from "./city.ts";
import { withAlpha } from "./colour.ts";
import { drawFox } from "./fauna.ts";
import { drawBirds, drawBoat, drawLighthouse } from "./figures.ts";
import type { Fonts } from "../../../media/fonts.ts";
import type { Frame } from "../frame.ts";
import { createRidge, drawRanges, fillRidge } from "./land.ts";
import { createRandom } from "./random.ts";
import { drawSea } from "./sea.ts";
import { drawSky } from "./sky.ts";
import { themeOf } from "./scene-theme.ts";
import { signWords } from "./sign.ts";
import { drawStreet } from "./street.ts";
import { drawThing } from "./things.ts";

/** A landscape to draw. `fonts` write what signs say. */
export interface SceneOrder {
  readonly prompt: string;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  readonly fonts: Fonts;
}

/** A landscape for a prompt, filling the whole picture. The seed decides everything that the prompt leaves open. */
export function drawScene(context: SKRSContext2D, picture: SceneOrder): void {
  const frame = frameOf(context, picture);
  drawSky(frame);
  if (frame.theme.birds) drawBirds(frame);
  if (frame.theme.balloon) drawBalloon(frame);
  if (frame.theme.sea) drawCoast(frame);
  else drawCountry(frame);
  drawThing(frame);
  if (frame.theme.snowfall) drawSnowfall(frame);
  drawVignette(frame);
}

/** The measures of a landscape, computed before anything is drawn. */
export function frameOf(context: SKRSContext2D, { prompt, seed, width, height, fonts }: SceneOrder): Frame {
  const random = createRandom(seed);
  const theme = themeOf(prompt, random);
  const unit = Math.min(width, height);
  const horizon = height * (theme.sea ? random.between(0.53, 0.6) : random.between(0.5, 0.58));
  const side = random.chance(0.5) ? random.between(0.2, 0.4) : random.between(0.6, 0.8);
  const radius = unit * random.between(0.045, 0.07);
  const low = theme.palette.name === "dusk" || theme.palette.name === "dawn" || theme.palette.name === "ember";
  const y = horizon * (low ? random.between(0.72, 0.9) : random.between(0.25, 0.55));
  const words = theme.thing === "sign" ? shownWords(prompt, fonts) : undefined;
  return { context, width, height, unit, random, theme, horizon, light: { x: width * side, y, radius }, words };
}

/** What a sign says, and the fonts that have its letters. */
export function shownWords(prompt: string, fonts: Fonts): Frame["words"] {
  const text = fonts.showable(signWords(prompt));
  return text === "" ? undefined : { text, families: fonts.familiesFor(text) };
}

function drawCoast(frame: Frame): void {
  const { context, width, height, unit, horizon, theme, light, random } = frame;
  drawRanges(frame, 2, horizon - unit * 0.035, horizon - unit * 0.005);
  drawSea(frame);
  if (theme.city) drawCity(frame, horizon, "water");
  if (theme.boat) drawBoat(frame);
  if (theme.lighthouse) {
    const x = width * (light.x > width / 2 ? random.between(0.24, 0.32) : random.between(0.68, 0.76));
    drawLighthouse(frame, x, horizon + (height - horizon) * 0.22);
  }
  context.fillStyle = theme.palette.near;
  fillRidge(frame, createRidge(random, 4, 0.5), height - unit * 0.02, unit * 0.035, height);
}

function drawCountry(frame: Frame): void {
  const { width, height, unit, horizon, theme, light, random } = frame;
  if (theme.street) {
    drawStreet(frame);
    return;
  }
  if (theme.city) {
    drawRanges(frame, 2, horizon, horizon + unit * 0.06);
    drawCity(frame, horizon + (height - horizon) * 0.42, "street");
    return;
  }
  drawRanges(frame, random.whole(4, 6), horizon, height - unit * 0.16);
  if (!theme.fox) return;
  const x = width * (light.x > width / 2 ? random.between(0.28, 0.4) : random.between(0.6, 0.72));
  drawFox(frame, x, height - unit * 0.2);
}

/** A little darkness towards the corners holds the picture together. */
export function drawVignette({ context, width, height, theme }: Frame): void {
  const reach = Math.hypot(width, height) / 2;
  const shade = context.createRadialGradient(width / 2, height / 2, reach * 0.55, width / 2, height / 2, reach);
  shade.addColorStop(0, withAlpha(theme.palette.sky[0], 0));
  shade.addColorStop(1, withAlpha(theme.palette.near, 0.35));
  context.fillStyle = shade;
  context.fillRect(0, 0, width, height);
}
