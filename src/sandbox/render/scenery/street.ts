import type { Frame } from "../frame.ts";
import { mix, withAlpha } from "./colour.ts";

/** Houses on each side of a street. */
const HOUSES = 5;
const WALLS = ["#c9a27e", "#b5705a", "#8fa3ad", "#d3c29a", "#9c8aa5"] as const;
const AWNINGS = ["#c8443a", "#2f7d6b", "#d99a2b", "#3c62a8"] as const;

/** A street between two rows of houses with shops, which end at the horizon. */
export function drawStreet(frame: Frame): void {
  const { context, width, height, unit, horizon, theme } = frame;
  const { near, far } = theme.palette;
  const end = { x: width / 2, y: horizon + unit * 0.05 };
  context.fillStyle = mix(mix("#8d8a86", far, 0.3), near, 0.3);
  context.fillRect(0, end.y, width, height - end.y);
  context.fillStyle = mix(mix("#55555c", far, 0.2), near, 0.4);
  quad(
    frame,
    [end.x - unit * 0.015, end.y],
    [end.x + unit * 0.015, end.y],
    [width * 0.92, height],
    [width * 0.08, height],
  );
  context.fillStyle = withAlpha("#fff6dc", 0.7);
  for (const [from, to] of [
    [0.12, 0.2],
    [0.3, 0.42],
    [0.55, 0.72],
    [0.86, 1],
  ] as const) {
    const y = (share: number): number => end.y + (height - end.y) * share;
    const half = (share: number): number => unit * 0.012 * share + 0.5;
    quad(
      frame,
      [end.x - half(from), y(from)],
      [end.x + half(from), y(from)],
      [end.x + half(to), y(to)],
      [end.x - half(to), y(to)],
    );
  }
  for (const side of [-1, 1] as const) row(frame, end, side);
}

/** A row of houses, from the end of the street to the picture's edge; the nearer, the larger. */
function row(frame: Frame, end: { readonly x: number; readonly y: number }, side: -1 | 1): void {
  const { context, width, height, unit, random, theme } = frame;
  const { near, light, night } = theme.palette;
  // Places along the street: 0 is its end, 1 the picture's edge. Nearer houses are wider.
  const at = (place: number) => {
    const share = place ** 1.7;
    const x = end.x + side * (unit * 0.03 + (width / 2 - unit * 0.03) * share);
    const foot = end.y + (height - end.y) * share * 0.72;
    return { x, foot, scale: unit * (0.07 + 0.75 * share) };
  };
  for (let house = 0; house < HOUSES; house += 1) {
    const [back, front] = [at(house / HOUSES), at((house + 1) / HOUSES)];
    const tall = random.between(0.75, 1.05);
    const edge = (place: typeof back, up: number): readonly [number, number] => [
      place.x,
      place.foot - place.scale * up * tall,
    ];
    const across = (share: number, up: number): readonly [number, number] => {
      const [one, other] = [edge(back, up), edge(front, up)];
      return [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share];
    };
    const wall = mix(random.pick(WALLS), near, night ? 0.62 : 0.28);
    context.fillStyle = wall;
    quad(frame, edge(back, 1), edge(front, 1), edge(front, 0), edge(back, 0));
    context.fillStyle = mix(wall, near, 0.4);
    quad(frame, edge(back, 1.03), edge(front, 1.03), edge(front, 0.97), edge(back, 0.97));
    for (const up of [0.48, 0.72]) {
      for (const from of [0.14, 0.42, 0.7]) {
        context.fillStyle = random.chance(night ? 0.7 : 0.3) ? mix(light, "#ffd27a", 0.6) : mix(wall, "#22303c", 0.6);
        quad(frame, across(from, up + 0.14), across(from + 0.16, up + 0.14), across(from + 0.16, up), across(from, up));
      }
    }
    context.fillStyle = mix(mix(light, "#ffdf9e", 0.5), near, night ? 0.1 : 0.35);
    quad(frame, across(0.1, 0.26), across(0.9, 0.26), across(0.9, 0.04), across(0.1, 0.04));
    context.fillStyle = mix(random.pick(AWNINGS), near, night ? 0.3 : 0.1);
    quad(frame, across(0.02, 0.38), across(0.98, 0.38), across(1.02, 0.25), across(-0.02, 0.25));
    context.fillStyle = withAlpha("#fff7e8", 0.75);
    for (const from of [0.1, 0.42, 0.74]) {
      quad(frame, across(from, 0.38), across(from + 0.14, 0.38), across(from + 0.15, 0.25), across(from, 0.25));
    }
  }
}

type Corner = readonly [x: number, y: number];

function quad({ context }: Frame, ...[first, ...others]: readonly [Corner, Corner, Corner, Corner]): void {
  context.beginPath();
  context.moveTo(...first);
  for (const corner of others) context.lineTo(...corner);
  context.closePath();
  context.fill();
}
