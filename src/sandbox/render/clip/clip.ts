import { createCanvas } from "@napi-rs/canvas";
import { withoutMarkers } from "../../image/markers.ts";
import type { Clip } from "../../video/task-clip.ts";
import { drawCaption } from "../caption.ts";
import { encodeFilm, encodeSound, soundFrames } from "./clip-encoder.ts";
import { writeClip } from "./clip-file.ts";
import { landscape } from "../scenery/clip-land.ts";
import { printed } from "../scenery/clip-print.ts";
import { composeSound } from "./clip-sound.ts";
import { paintStage, type Moment } from "../scenery/clip-stage.ts";
import { withAlpha } from "../scenery/colour.ts";
import type { Fonts } from "../../../media/fonts.ts";
import { drawVignette } from "../scenery/scene.ts";

/** Frames per second for clips that are cheap to draw. */
const RATES = [24, 12] as const;
/** Frames per second for clips with very many pixels. */
const LEAST_RATE = 8;
/** The most pixels of all frames together at a rate: 100 million take about two seconds on one core. */
const MOST_PIXELS = { 24: 130_000_000, 12: 400_000_000 } as const;

/**
 * Draws a clip: MP4 with H.264 and AAC, exactly of the requested pixels and seconds. It shows the landscape of its prompt, or
 * the first reference image in motion (`image` is its file). The same clip always has the same bytes.
 */
export async function drawClip(fonts: Fonts, clip: Clip, image: string | undefined): Promise<Buffer> {
  const { width, height, seconds, seed } = clip;
  const prompt = withoutMarkers(clip.prompt);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const order = { prompt, seed, width, height, fonts };
  const { stage, frame } = image === undefined ? landscape(context, order) : await printed(context, order, image);
  const front = createCanvas(width, height);
  const words = front.getContext("2d");
  drawVignette({ ...frame, context: words, width, height });
  const details = `${clip.model}  ·  ${width} × ${height}  ·  ${seconds} s`;
  // At the top, clear of the controls of players.
  drawCaption(words, fonts, { width, height, inset: 0 }, { prompt, details, solid: false, place: "top" });
  const line = Math.max(2, Math.round(Math.min(width, height) * 0.006));

  const framesPerSecond = RATES.find((rate) => width * height * seconds * rate <= MOST_PIXELS[rate]) ?? LEAST_RATE;
  const frames = seconds * framesPerSecond;
  const leftwards = frame.light.x > frame.width / 2;
  const paint = (index: number): void => {
    const moment: Moment = { seconds: index / framesPerSecond, share: index / Math.max(1, frames - 1) };
    paintStage(context, stage, { width, height, leftwards }, moment);
    context.drawImage(front, 0, 0);
    context.fillStyle = withAlpha(frame.theme.palette.light, 0.85);
    context.fillRect(0, height - line, width * moment.share, line);
  };
  const video = await encodeFilm({ canvas, frames, framesPerSecond, paint });
  return writeClip(video, await encodeSound(composeSound(seed, soundFrames(seconds))));
}
