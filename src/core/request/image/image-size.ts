/**
 * Sizes of pictures: the tiers that both providers know, and their pixels for each aspect ratio. Members give `size` and
 * `aspect_ratio` for every model; this table translates (`docs/gateway.md#images-sizes`). For provider-b these are common values,
 * not bounds. We chose the pixels, because the contract leaves them open.
 */
export const SIZE_TIERS = ["1K", "2K", "4K"] as const;
export type SizeTier = (typeof SIZE_TIERS)[number];

export const ASPECT_RATIOS = ["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16"] as const;
export type AspectRatio = (typeof ASPECT_RATIOS)[number];

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Landscape pixels for each tier; portrait ratios swap the edges. All edges are multiples of 16 and at most 3840. */
const LANDSCAPE: Record<SizeTier, Record<"1:1" | "3:2" | "4:3" | "16:9", PixelSize>> = {
  "1K": {
    "1:1": { width: 1024, height: 1024 },
    "3:2": { width: 1248, height: 832 },
    "4:3": { width: 1152, height: 864 },
    "16:9": { width: 1344, height: 768 },
  },
  "2K": {
    "1:1": { width: 2048, height: 2048 },
    "3:2": { width: 2496, height: 1664 },
    "4:3": { width: 2304, height: 1728 },
    "16:9": { width: 2688, height: 1536 },
  },
  "4K": {
    "1:1": { width: 2880, height: 2880 },
    "3:2": { width: 3504, height: 2336 },
    "4:3": { width: 3264, height: 2448 },
    "16:9": { width: 3840, height: 2160 },
  },
};

/** The pixels of a tier and a ratio. */
export function pixelsOf(tier: SizeTier, ratio: AspectRatio): PixelSize {
  switch (ratio) {
    case "1:1":
    case "3:2":
    case "4:3":
    case "16:9":
      return LANDSCAPE[tier][ratio];
    case "2:3":
      return turned(LANDSCAPE[tier]["3:2"]);
    case "3:4":
      return turned(LANDSCAPE[tier]["4:3"]);
    case "9:16":
      return turned(LANDSCAPE[tier]["16:9"]);
  }
}

/** The tier with that name, ignoring case; undefined for any other text. */
export function tierNamed(text: string | undefined): SizeTier | undefined {
  return SIZE_TIERS.find((tier) => tier === text?.toUpperCase());
}

/** The ratio, if this table has pixels for it; otherwise undefined. */
export function knownRatio(text: string | undefined): AspectRatio | undefined {
  return ASPECT_RATIOS.find((ratio) => ratio === text);
}

/** `1024x768` as pixels; undefined for any other text. The caller checks bounds. */
export function parsePixelSize(text: string): PixelSize | undefined {
  const match = /^([1-9]\d{0,8})x([1-9]\d{0,8})$/.exec(text);
  if (!match) return undefined;
  return { width: Number(match[1]), height: Number(match[2]) };
}

export function formatPixelSize(size: PixelSize): string {
  return `${size.width}x${size.height}`;
}

function turned(size: PixelSize): PixelSize {
  return { width: size.height, height: size.width };
}
