import type { Frame } from "../frame.ts";
import { drawCar, drawRoad } from "./car.ts";
import { mix, withAlpha } from "./colour.ts";
import { drawDog } from "./dog.ts";
import { drawCake, drawFruit, drawPizza, drawRamen } from "./foods.ts";
import { drawPerson } from "./person.ts";
import { drawGround, ellipse, path } from "./shapes.ts";
import { drawSign } from "./sign.ts";
import type { Thing } from "./thing-words.ts";

/** Things that stand on a table; the others stand on the ground. */
const ON_TABLE = new Set<Thing>(["coffee", "ramen", "cake", "pizza", "fruit", "food", "product"]);
/** Where things stand, as shares of the shorter edge above the bottom: above most captions. */
const FOOT = 0.24;

const DRAWN: Readonly<Record<Thing, (frame: Frame) => void>> = {
  sign: drawSign,
  cat: drawCat,
  dog: drawDog,
  car: drawCar,
  coffee: drawCup,
  ramen: drawRamen,
  cake: drawCake,
  pizza: drawPizza,
  fruit: drawFruit,
  food: drawDish,
  product: drawBottle,
  portrait: drawPerson,
};

/** Draws the thing of a prompt before its landscape. */
export function drawThing(frame: Frame): void {
  const { width, height, unit, theme } = frame;
  const { thing } = theme;
  if (thing === undefined) return;
  const foot = height - unit * FOOT;
  if (theme.sea && !ON_TABLE.has(thing)) drawRock(frame, foot);
  if (thing === "car" && !theme.street && !theme.sea) drawRoad(frame, foot);
  if (ON_TABLE.has(thing)) drawTable(frame, foot - unit * 0.05);
  drawAlone(frame, thing, { x: width / 2, foot, scale: unit });
}

/** A thing without anything to stand on. `foot`: its lower edge; `scale`: the pixels of one unit. */
export function drawAlone(
  frame: Frame,
  thing: Thing,
  { x, foot, scale }: { readonly x: number; readonly foot: number; readonly scale: number },
): void {
  const { context } = frame;
  context.save();
  context.translate(x, foot);
  context.scale(scale, scale);
  DRAWN[thing](frame);
  context.restore();
}

/** Something to stand on in the water. */
function drawRock({ context, width, unit, theme }: Frame, foot: number): void {
  context.fillStyle = theme.palette.near;
  ellipse(context, width / 2, foot + unit * 0.05, unit * 0.5, unit * 0.09);
}

function drawTable({ context, width, height, theme }: Frame, top: number): void {
  const wood = mix("#a9744a", theme.palette.near, 0.3);
  const fill = context.createLinearGradient(0, top, 0, height);
  fill.addColorStop(0, mix(wood, "#ffe9cf", 0.28));
  fill.addColorStop(0.12, wood);
  fill.addColorStop(1, mix(wood, theme.palette.near, 0.55));
  context.fillStyle = fill;
  context.fillRect(0, top, width, height - top);
}

function drawCat({ context, theme }: Frame): void {
  const fur = mix("#d98a3d", theme.palette.near, 0.1);
  const stripe = mix(fur, "#5a2f12", 0.45);
  const light = mix("#fff3e2", theme.palette.sky[2], 0.12);
  const dark = mix("#241812", theme.palette.near, 0.25);
  drawGround(context, 0.2);
  context.strokeStyle = fur;
  context.lineWidth = 0.05;
  context.lineCap = "round";
  path(context, "stroke", [0.13, -0.03], [[0.32, 0.02, 0.34, -0.2, 0.24, -0.27]]);
  context.fillStyle = fur;
  path(
    context,
    "fill",
    [-0.15, 0],
    [
      [-0.19, -0.2, -0.1, -0.3, 0, -0.3],
      [0.1, -0.3, 0.19, -0.2, 0.15, 0],
    ],
  );
  context.fillStyle = light;
  ellipse(context, 0, -0.11, 0.065, 0.1);
  context.strokeStyle = stripe;
  context.lineWidth = 0.014;
  for (const side of [-1, 1]) {
    for (const y of [-0.2, -0.15, -0.1])
      path(context, "stroke", [side * 0.15, y], [[side * 0.12, y - 0.01, side * 0.1, y, side * 0.09, y + 0.01]]);
  }
  context.fillStyle = fur;
  for (const side of [-1, 1]) {
    path(
      context,
      "fill",
      [side * 0.04, -0.45],
      [[side * 0.07, -0.52, side * 0.11, -0.57, side * 0.135, -0.57]],
      [[side * 0.15, -0.5, side * 0.14, -0.43, side * 0.12, -0.38]],
    );
  }
  ellipse(context, 0, -0.37, 0.145, 0.12);
  context.strokeStyle = stripe;
  for (const x of [-0.035, 0, 0.035]) path(context, "stroke", [x, -0.48], [[x, -0.46, x, -0.45, x * 0.8, -0.43]]);
  context.fillStyle = light;
  ellipse(context, 0, -0.325, 0.07, 0.05);
  for (const side of [-1, 1]) {
    context.fillStyle = mix("#b8d86a", theme.palette.light, 0.15);
    ellipse(context, side * 0.06, -0.385, 0.03, 0.024);
    context.fillStyle = dark;
    ellipse(context, side * 0.06, -0.385, 0.009, 0.023);
    context.strokeStyle = withAlpha("#ffffff", 0.8);
    context.lineWidth = 0.004;
    for (const y of [-0.34, -0.32])
      path(context, "stroke", [side * 0.05, y], [[side * 0.1, y - 0.01, side * 0.16, y - 0.01, side * 0.2, y + 0.005]]);
  }
  context.fillStyle = mix("#d2695f", theme.palette.near, 0.1);
  path(
    context,
    "fill",
    [-0.018, -0.347],
    [[-0.006, -0.352, 0.006, -0.352, 0.018, -0.347]],
    [[0.01, -0.335, 0.004, -0.33, 0, -0.327]],
  );
  context.fillStyle = fur;
  for (const side of [-1, 1]) ellipse(context, side * 0.055, -0.012, 0.05, 0.026);
}

function drawCup({ context, theme }: Frame): void {
  const china = mix("#fbf6ee", theme.palette.sky[2], 0.1);
  const shade = mix(china, theme.palette.near, 0.28);
  drawGround(context, 0.27);
  context.fillStyle = shade;
  ellipse(context, 0, -0.005, 0.25, 0.052);
  context.fillStyle = china;
  ellipse(context, 0, -0.014, 0.235, 0.045);
  context.strokeStyle = shade;
  context.lineWidth = 0.028;
  path(context, "stroke", [0.14, -0.2], [[0.27, -0.22, 0.26, -0.06, 0.11, -0.07]]);
  const body = context.createLinearGradient(-0.16, 0, 0.16, 0);
  body.addColorStop(0, shade);
  body.addColorStop(0.35, china);
  body.addColorStop(1, shade);
  context.fillStyle = body;
  path(
    context,
    "fill",
    [-0.16, -0.25],
    [
      [-0.15, -0.1, -0.1, -0.02, -0.06, -0.01],
      [-0.02, 0, 0.02, 0, 0.06, -0.01],
      [0.1, -0.02, 0.15, -0.1, 0.16, -0.25],
    ],
  );
  context.fillStyle = china;
  ellipse(context, 0, -0.25, 0.16, 0.04);
  context.fillStyle = "#4b2a17";
  ellipse(context, 0, -0.247, 0.145, 0.032);
  context.fillStyle = withAlpha("#e8c79b", 0.85);
  ellipse(context, -0.01, -0.245, 0.07, 0.015);
  context.strokeStyle = withAlpha("#ffffff", 0.55);
  context.lineWidth = 0.014;
  context.lineCap = "round";
  for (const x of [-0.06, 0.01, 0.08]) {
    path(
      context,
      "stroke",
      [x, -0.32],
      [
        [x + 0.04, -0.37, x - 0.04, -0.4, x, -0.45],
        [x + 0.03, -0.48, x, -0.51, x - 0.01, -0.53],
      ],
    );
  }
}

function drawDish({ context, theme }: Frame): void {
  const china = mix("#fbf7f0", theme.palette.sky[2], 0.08);
  drawGround(context, 0.36);
  context.fillStyle = mix(china, theme.palette.near, 0.25);
  ellipse(context, 0, -0.02, 0.34, 0.12);
  context.fillStyle = china;
  ellipse(context, 0, -0.035, 0.335, 0.115);
  context.fillStyle = mix(china, theme.palette.near, 0.1);
  ellipse(context, 0, -0.035, 0.245, 0.08);
  // Noodles and toppings
  context.lineCap = "round";
  for (let turn = 0; turn < 9; turn += 1) {
    context.strokeStyle = mix("#f2cf74", "#b97f2a", (turn % 3) * 0.18);
    context.lineWidth = 0.016;
    context.beginPath();
    context.ellipse(
      (turn % 3) * 0.02 - 0.02,
      -0.06 - turn * 0.009,
      0.19 - turn * 0.014,
      0.052 - turn * 0.003,
      0,
      0,
      Math.PI * 2,
    );
    context.stroke();
  }
  for (const [x, y] of [
    [-0.1, -0.11],
    [0.02, -0.15],
    [0.11, -0.1],
  ] as const) {
    context.fillStyle = mix("#d3402c", theme.palette.near, 0.08);
    ellipse(context, x, y, 0.036, 0.03);
    context.fillStyle = withAlpha("#ffffff", 0.4);
    ellipse(context, x - 0.011, y - 0.01, 0.009, 0.007);
  }
  context.fillStyle = "#4d8f3c";
  for (const [x, y, lean] of [
    [-0.03, -0.16, -0.5],
    [0.06, -0.165, 0.5],
    [-0.05, -0.1, 0.8],
  ] as const) {
    context.beginPath();
    context.ellipse(x, y, 0.045, 0.018, lean, 0, Math.PI * 2);
    context.fill();
  }
}

function drawBottle({ context, theme }: Frame): void {
  const glass = mix(theme.palette.sky[1], "#ffffff", 0.25);
  drawGround(context, 0.2);
  const body = context.createLinearGradient(-0.12, 0, 0.12, 0);
  body.addColorStop(0, mix(glass, theme.palette.near, 0.35));
  body.addColorStop(0.3, mix(glass, "#ffffff", 0.45));
  body.addColorStop(0.7, glass);
  body.addColorStop(1, mix(glass, theme.palette.near, 0.45));
  context.fillStyle = body;
  context.beginPath();
  context.roundRect(-0.12, -0.33, 0.24, 0.33, 0.03);
  context.fill();
  context.fillStyle = mix("#c9a24b", theme.palette.near, 0.1);
  context.beginPath();
  context.roundRect(-0.035, -0.39, 0.07, 0.065, 0.008);
  context.fill();
  context.fillStyle = mix("#26211d", theme.palette.near, 0.2);
  context.beginPath();
  context.roundRect(-0.055, -0.48, 0.11, 0.1, 0.016);
  context.fill();
  context.fillStyle = mix("#fdf8ef", theme.palette.sky[2], 0.1);
  context.beginPath();
  context.roundRect(-0.08, -0.25, 0.16, 0.15, 0.008);
  context.fill();
  context.fillStyle = mix("#26211d", theme.palette.near, 0.1);
  context.fillRect(-0.05, -0.2, 0.1, 0.012);
  context.fillRect(-0.035, -0.17, 0.07, 0.006);
  context.fillRect(-0.035, -0.155, 0.07, 0.006);
  context.fillStyle = withAlpha("#ffffff", 0.4);
  context.fillRect(-0.095, -0.3, 0.012, 0.25);
}
