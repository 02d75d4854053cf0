import type { Frame } from "../frame.ts";
import { mix } from "./colour.ts";

/** The longest words that a sign has room for. */
const SIGN_CHARACTERS = 24;
/** What a sign says if its prompt does not. */
const USUAL_WORDS = "OPEN";

const QUOTED = /["“”„«]([^"“”„«»]{1,60})["“”»]|「([^」]{1,60})」|(?<!\w)['‘]([^'‘’]{2,60})['’](?!\w)/;
const ANNOUNCED = /\b(?:says?|saying|reads?|reading|spell(?:s|ing)|label+ed|with the words?)\s*:?\s+([^,.;]{1,60})/i;
const ANNOUNCED_IN_CHINESE =
  /(?:写着|写有|写的是|上书)[：:]?\s*(?:([^，。；\s]{1,30}?)(?=的(?:木|霓虹)?(?:招牌|牌|海报|横幅|标语))|([^，。；\s的]{1,30}))/;
/** What follows tells where the sign is or what it looks like. A sign may also say such a word, but then in capitals or at its end. */
const PLACE =
  /\s+(?:in|on|at|above|over|under|below|near|beside|behind|outside|inside|against|along|by|next to|in front of|with|from|hanging|during|while|as|made of)\s/;

/** What a sign in a prompt says: the words in quotation marks, else those after a verb that announces them. */
export function signWords(prompt: string): string {
  const announced = ANNOUNCED.exec(prompt)?.[1]?.split(PLACE)[0];
  const found = [
    ...(QUOTED.exec(prompt)?.slice(1) ?? []),
    announced,
    ...(ANNOUNCED_IN_CHINESE.exec(prompt)?.slice(1) ?? []),
  ];
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
