import type { Frame } from "../frame.ts";
import { mix } from "./colour.ts";

const SKINS = ["#f2c9a5", "#d9a273", "#a86f45", "#6f452b"] as const;
const HAIRS = ["#2a1c15", "#5b3a22", "#a9713a", "#7a2f1d"] as const;
const CLOTHES = ["#3f6b8c", "#8c3f54", "#4d7a52", "#6b568f"] as const;

/** A person from the chest up, at the scale of the shorter edge. The origin is the middle of the chest. */
export function drawPerson({ context, random, theme }: Frame): void {
  const worn = (colour: string): string => mix(colour, theme.palette.near, 0.12);
  const skin = worn(random.pick(SKINS));
  const shade = mix(skin, "#5a2f1c", 0.25);
  const hair = worn(random.pick(HAIRS));
  const cloth = worn(random.pick(CLOTHES));
  const isLong = random.chance(0.5);
  const oval = (colour: string, x: number, y: number, across: number, down: number): void => {
    context.fillStyle = colour;
    context.beginPath();
    context.ellipse(x, y, across, down, 0, 0, Math.PI * 2);
    context.fill();
  };
  if (isLong) {
    oval(hair, 0, -0.3, 0.175, 0.23);
  }
  // Shoulders, down to the bottom of the picture
  context.fillStyle = cloth;
  context.beginPath();
  context.moveTo(-0.34, 0.3);
  context.bezierCurveTo(-0.34, 0, -0.2, -0.09, -0.07, -0.11);
  context.lineTo(0.07, -0.11);
  context.bezierCurveTo(0.2, -0.09, 0.34, 0, 0.34, 0.3);
  context.closePath();
  context.fill();
  context.fillStyle = shade;
  context.beginPath();
  context.roundRect(-0.055, -0.23, 0.11, 0.15, 0.05);
  context.fill();
  oval(hair, 0, -0.39, 0.145, 0.15);
  oval(skin, 0, -0.34, 0.118, 0.15);
  // The hair over the forehead
  context.fillStyle = hair;
  context.beginPath();
  context.moveTo(-0.125, -0.36);
  context.bezierCurveTo(-0.12, -0.5, 0.1, -0.52, 0.125, -0.36);
  context.bezierCurveTo(0.07, -0.4, 0.02, -0.43, -0.03, -0.43);
  context.bezierCurveTo(-0.07, -0.42, -0.1, -0.4, -0.125, -0.36);
  context.fill();
  for (const side of [-1, 1]) {
    oval("#fdfaf5", side * 0.048, -0.345, 0.02, 0.012);
    oval("#2c1d16", side * 0.048, -0.345, 0.01, 0.011);
    context.strokeStyle = hair;
    context.lineWidth = 0.009;
    context.lineCap = "round";
    context.beginPath();
    context.moveTo(side * 0.025, -0.372);
    context.quadraticCurveTo(side * 0.05, -0.382, side * 0.073, -0.37);
    context.stroke();
  }
  context.strokeStyle = shade;
  context.lineWidth = 0.008;
  context.beginPath();
  context.moveTo(0, -0.335);
  context.quadraticCurveTo(0.016, -0.3, 0, -0.295);
  context.stroke();
  context.strokeStyle = mix("#b2453f", skin, 0.2);
  context.lineWidth = 0.011;
  context.beginPath();
  context.moveTo(-0.038, -0.258);
  context.quadraticCurveTo(0, -0.236, 0.038, -0.258);
  context.stroke();
}
