import type { Frame } from "../frame.ts";
import { mix } from "./colour.ts";

/** The longest words that a sign has room for. */
const SIGN_CHARACTERS = 24;
/** What a sign says if its prompt does not. */
const USUAL_WORDS = "OPEN";

/** The words in quotation marks, else those after a verb that announces them. */
const QUOTED = /["“”„«]([^"“”„«»]{1,60})["“”»]|「([^」]{1,60})」|'([^']{2,60})'/;
const ANNOUNCED =
  /\b(?:says?|saying|reads?|reading|with the words?)\s*:?\s+([^,.;]{1,60})|(?:写着|上书)[：:]?\s*([^，。；\s]{1,30})/i;

/** What a sign in a prompt says. */
export function signWords(prompt: string): string {
  const found = [QUOTED, ANNOUNCED].flatMap((pattern) => pattern.exec(prompt)?.slice(1) ?? []);
  const words = found.find((one) => one !== undefined && one.trim() !== "")?.trim() ?? USUAL_WORDS;
  return words.length <= SIGN_CHARACTERS ? words : `${words.slice(0, SIGN_CHARACTERS - 1)}…`;
}

/** A board on two posts with the words of the prompt, at the scale of the shorter edge. */
export function drawSign({ context, theme, words }: Frame): void {
  const wood = mix("#8a5a34", theme.palette.near, 0.22);
  const board = mix("#fff6e2", theme.palette.sky[2], 0.1);
  context.fillStyle = wood;
  for (const x of [-0.24, 0.2]) context.fillRect(x, -0.3, 0.04, 0.34);
  context.beginPath();
  context.roundRect(-0.38, -0.52, 0.76, 0.3, 0.02);
  context.fill();
  context.fillStyle = board;
  context.beginPath();
  context.roundRect(-0.355, -0.495, 0.71, 0.25, 0.012);
  context.fill();
  if (!words) return;
  // Letters are measured in whole pixels, so they are drawn large and scaled down.
  const scale = 1_000;
  context.save();
  context.scale(1 / scale, 1 / scale);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = mix("#8c2f1b", theme.palette.near, 0.15);
  const fontOf = (letters: number): string => `700 ${letters}px ${words.families}`;
  context.font = fontOf(150);
  const letters = Math.min(150, (150 * 640) / context.measureText(words.text).width);
  context.font = fontOf(letters);
  context.fillText(words.text, 0, -0.37 * scale);
  context.restore();
}
