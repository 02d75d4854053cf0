import type { ImageFiles, ImageOptions } from "../../../src/core/request/image/image.ts";
import type { Reference } from "../../../src/core/request/reference.ts";
import type { VideoOptions } from "../../../src/core/request/video/video.ts";

interface Answer {
  readonly ok: boolean;
  readonly value?: object;
}

/**
 * The floor of validation: the rules of one image model and one video model, written out. It turns the same options into the same
 * value, but refuses without a reason.
 */
export function checkFullImage(options: ImageOptions, { references, mask }: ImageFiles): Answer {
  const prompt = tidy(options.prompt);
  const count = Number(options.count ?? 1);
  const size = options.size?.toUpperCase();
  const aspectRatio = options.aspect_ratio;
  const { quality, format, background } = options;
  const allowed =
    prompt !== "" &&
    prompt.length <= 6_000 &&
    Number.isInteger(count) &&
    count >= 1 &&
    count <= 10 &&
    options.model === "image-2.5" &&
    (size === "1K" || size === "2K" || size === "4K") &&
    isOneOf(aspectRatio, RATIOS) &&
    isOneOf(quality, QUALITIES) &&
    isOneOf(format, FORMATS) &&
    isOneOf(background, BACKGROUNDS) &&
    !(background === "transparent" && format === "jpeg") &&
    references.length <= 16;
  if (!allowed) return { ok: false };
  const value = {
    kind: "image",
    model: "provider-a/image-2.5-flare",
    prompt,
    count,
    size,
    aspectRatio,
    quality,
    format,
    background,
    references: [...references],
    mask,
  };
  return { ok: true, value };
}

export function checkFullVideo(options: VideoOptions, references: readonly Reference[]): Answer {
  const prompt = tidy(options.prompt);
  const seconds = Number(options.seconds);
  const resolution = options.resolution?.toLowerCase();
  const aspectRatio = options.aspect_ratio;
  const counts = { image: 0, video: 0, audio: 0 };
  let referenceSeconds = 0;
  let allowed =
    prompt !== "" &&
    charactersOf(prompt) <= 2_000 &&
    options.model === "alpha-h3(933/4-15秒/2K)" &&
    Number.isInteger(seconds) &&
    seconds >= 4 &&
    seconds <= 15 &&
    seconds === Number(options.duration ?? seconds) &&
    resolution === "2k" &&
    isOneOf(aspectRatio, VIDEO_RATIOS);
  for (const { kind, role, name, mimeType, seconds: length = 0 } of references) {
    counts[kind]++;
    if (kind === "video") referenceSeconds += Math.ceil(length);
    if (role !== undefined && (kind !== "image" || role !== "reference_image")) allowed = false;
    if (kind === "video" && length > 3_600) allowed = false;
    if (kind === "audio" && (mimeType !== "audio/mpeg" || !name.toLowerCase().endsWith(".mp3"))) allowed = false;
  }
  if (!allowed || counts.image > 9 || counts.video > 3 || counts.audio > 3) return { ok: false };
  const value = {
    kind: "video",
    model: options.model,
    prompt,
    seconds,
    resolution,
    aspectRatio,
    references: [...references],
    billedSeconds: seconds + referenceSeconds,
  };
  return { ok: true, value };
}

const RATIOS = ["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16"];
const VIDEO_RATIOS = ["16:9", "9:16", "1:1", "4:3", "3:4"];
const QUALITIES = ["auto", "low", "medium", "high", "xhigh", "max"];
const FORMATS = ["png", "jpeg", "webp"];
const BACKGROUNDS = ["auto", "transparent", "opaque"];

function isOneOf(given: string | undefined, allowed: readonly string[]): boolean {
  return given !== undefined && allowed.includes(given);
}

/** The text as it can be stored: whole characters, no NUL. */
function tidy(text = ""): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return (whole.includes("\0") ? whole.replaceAll("\0", "") : whole).trim();
}

/** The number of Unicode characters. Not counted if the UTF-16 units are within the limit: there can't be more characters. */
function charactersOf(text: string): number {
  if (text.length <= 2_000) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}
