/** Aspect ratios that `adaptive` chooses from: the one nearest to the image's. */
const RATIOS = ["16:9", "9:16", "1:1", "4:3", "3:4", "21:9"] as const;
/** The default, also for models without the field. */
const DEFAULT_RATIO = "16:9";
const DEFAULT_TIER = "720p";
/** The shorter edge of each tier, in pixels. The contract doesn't state them; these are the common meanings. */
const SHORTER_EDGE: Readonly<Record<string, number>> = {
  "480p": 480,
  "720p": 720,
  "768p": 768,
  "1080p": 1080,
  "2k": 1440,
};

/** Even, as H.264 requires. */
export interface ClipSize {
  readonly width: number;
  readonly height: number;
}

/** The pixels of a clip, for a tier and an aspect ratio: the shorter edge is the tier's. */
export function clipSize(tier: string = DEFAULT_TIER, aspectRatio: string = DEFAULT_RATIO): ClipSize {
  const edge = SHORTER_EDGE[tier] ?? 720;
  const across = shapeOf(aspectRatio) ?? shapeOf(DEFAULT_RATIO) ?? 1;
  return across >= 1 ? { width: even(edge * across), height: edge } : { width: edge, height: even(edge / across) };
}

/** The aspect ratio that comes nearest to an image's. */
export function nearestRatio(image: ClipSize): string {
  const wanted = Math.log(image.width / image.height);
  const distance = (ratio: string): number => Math.abs(Math.log(shapeOf(ratio) ?? 1) - wanted);
  return RATIOS.reduce((best: string, ratio) => (distance(ratio) < distance(best) ? ratio : best), DEFAULT_RATIO);
}

function shapeOf(ratio: string): number | undefined {
  const match = /^(\d{1,2}):(\d{1,2})$/.exec(ratio);
  return match ? Number(match[1]) / Number(match[2]) : undefined;
}

function even(pixels: number): number {
  return Math.round(pixels / 2) * 2;
}
