import { isDeepStrictEqual } from "node:util";
import { checkImageRequest, type ImageFiles, type ImageOptions } from "../../../src/core/request/image/image.ts";
import type { Reference } from "../../../src/core/request/reference.ts";
import { VIDEO_MODEL_NAMES } from "../../../src/core/request/video/video-models.ts";
import { checkVideoRequest, type VideoOptions } from "../../../src/core/request/video/video.ts";
import { aClip, aPicture, aSound } from "../../support/gateway/video-references.ts";
import { answerWith } from "../harness/part.ts";
import { median } from "../harness/statistics.ts";
import { checkFullImage, checkFullVideo } from "./validation-floor.ts";

/** Median microseconds of one check, and of its floor. */
export interface Timed {
  readonly what: string;
  readonly us: number;
  readonly floorUs: number;
}

/** Checks between two readings of the clock, so that reading it hardly counts. */
const CHECKS_A_SAMPLE = 20;
const WARM_UP_SAMPLES = 1_000;
const SAMPLES = 3_000;

const imageOptions: ImageOptions = {
  prompt: "a lighthouse at dusk, 海边的灯塔 ".repeat(300).slice(0, 6_000),
  model: "image-2.5",
  size: "4k",
  aspect_ratio: "16:9",
  quality: "max",
  count: 10,
  format: "png",
  background: "transparent",
};
const imageFiles: ImageFiles = {
  references: times(16, () => aPicture({ width: 1_024, height: 1_024 })),
  mask: aPicture({ name: "mask.png", width: 1_024, height: 1_024 }),
};
const videoOptions: VideoOptions = {
  prompt: "a lighthouse at dusk, 海边的灯塔 ".repeat(100).slice(0, 2_000),
  model: "alpha-h3(933/4-15秒/2K)",
  seconds: "15",
  duration: 15,
  resolution: "2K",
  aspect_ratio: "16:9",
};
const videoReferences: readonly Reference[] = [
  ...times(9, () => aPicture({ role: "reference_image" })),
  ...times(3, () => aClip(12.4)),
  ...times(3, () => aSound({ seconds: 9.8 })),
];

answerWith({ measure });

function measure(): Timed[] {
  return [
    compare(
      "a full image request: 16 pictures, a mask, every option",
      () => checkImageRequest(imageOptions, imageFiles),
      () => checkFullImage(imageOptions, imageFiles),
    ),
    compare(
      "a full video request: 9 pictures, 3 clips, 3 sounds, every option",
      () => checkVideoRequest(videoOptions, videoReferences, VIDEO_MODEL_NAMES),
      () => checkFullVideo(videoOptions, videoReferences),
    ),
  ];
}

function compare(what: string, check: () => { ok: boolean }, floor: () => { ok: boolean }): Timed {
  // If Easel refused, or the floor had a different result, the times would not be comparable.
  const [real, lean] = [check(), floor()];
  if (!real.ok || !isDeepStrictEqual(real, lean)) throw new Error(`the floor's result differs for ${what}`);
  return { what, us: medianOf(check), floorUs: medianOf(floor) };
}

function medianOf(check: () => { ok: boolean }): number {
  const samples: number[] = [];
  let accepted = 0;
  for (let sample = 0; sample < WARM_UP_SAMPLES + SAMPLES; sample++) {
    const began = performance.now();
    for (let time = 0; time < CHECKS_A_SAMPLE; time++) accepted += check().ok ? 1 : 0;
    if (sample >= WARM_UP_SAMPLES) samples.push(((performance.now() - began) * 1_000) / CHECKS_A_SAMPLE);
  }
  if (accepted !== (WARM_UP_SAMPLES + SAMPLES) * CHECKS_A_SAMPLE) throw new Error("a check was refused");
  return median(samples);
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}
