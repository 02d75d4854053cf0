import type { Pixels } from "./encode.ts";

/** The smallest rectangle that holds everything a mask leaves open. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the mask is not opaque; the whole picture if it is opaque everywhere. */
export function boxOfMask({ data, width, height }: Pixels): Box {
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * 4 + 3] === 255) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (right < 0) return { x: 0, y: 0, width, height };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * The original with a patch over the mask's box, blended by the mask's alpha: 0 shows the patch, 255 the original. Pixels outside
 * the box are copied unchanged.
 */
export function withinMask(original: Pixels, patch: Pixels, mask: Pixels, box: Box): Pixels {
  const data = new Uint8Array(original.data);
  for (let y = 0; y < box.height; y += 1) {
    for (let x = 0; x < box.width; x += 1) {
      const at = ((y + box.y) * original.width + x + box.x) * 4;
      const open = 255 - (mask.data[at + 3] ?? 255);
      if (open === 0) continue;
      const from = (y * box.width + x) * 4;
      for (let channel = 0; channel < 4; channel += 1) {
        const before = data[at + channel] ?? 0;
        data[at + channel] = before + Math.round((((patch.data[from + channel] ?? 0) - before) * open) / 255);
      }
    }
  }
  return { data, width: original.width, height: original.height };
}
