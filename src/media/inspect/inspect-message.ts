import { z } from "zod";
import type { MimeType } from "../file-type.ts";

/** The size limit of a thumbnail. A very detailed photo's needs a quarter of that. */
export const THUMBNAIL_BYTES = 1024 * 1024;

/** An inspection order for one file. */
export type Order = PictureOrder | UprightOrder | ClipOrder | MaskOrder | ThumbnailOrder;

export interface PictureOrder {
  readonly task: "picture";
  readonly path: string;
  readonly mimeType: MimeType;
  readonly maxPixels: number;
  /** Where to write a new file if the given one can't be sent unchanged; undefined: only opens it. */
  readonly target?: string;
}

/** Only rotates a picture that a camera marked as rotated. */
export interface UprightOrder {
  readonly task: "upright";
  readonly path: string;
  readonly mimeType: MimeType;
  readonly maxPixels: number;
  readonly target: string;
}

export interface ClipOrder {
  readonly task: "clip";
  readonly path: string;
}

export interface MaskOrder {
  readonly task: "mask";
  readonly bytes: Uint8Array;
}

/** Makes small versions of a picture, in those of the `widths` that are below its own. */
export interface ThumbnailOrder {
  readonly task: "thumbnails";
  readonly path: string;
  readonly maxPixels: number;
  /** In pixels. */
  readonly widths: readonly number[];
}

const pixels = z.int().positive();

/** Why a file is unusable. `undecodable` means that its type can't be decoded here. */
export const Flaw = z.discriminatedUnion("flaw", [
  z.object({ flaw: z.enum(["unreadable", "undecodable", "no_picture"]) }),
  z.object({ flaw: z.literal("too_many_pixels"), width: pixels, height: pixels }),
]);
export type Flaw = z.infer<typeof Flaw>;

/** `width` and `height` describe the file to send, upright; `rewritten` is the new file's type, if there is one. */
export const PictureFacts = z.object({
  width: pixels,
  height: pixels,
  rewritten: z.enum(["image/png", "image/jpeg", "image/webp"]).optional(),
});
export type PictureFacts = z.infer<typeof PictureFacts>;

export const UprightFacts = z.object({ isTurned: z.boolean() });
export type UprightFacts = z.infer<typeof UprightFacts>;

/** `seconds` is not rounded; pixels are as the clip is shown. */
export const ClipFacts = z.object({
  seconds: z.number().positive(),
  width: pixels,
  height: pixels,
});
export type ClipFacts = z.infer<typeof ClipFacts>;

export const MaskFacts = z.object({ transparent: z.boolean() });
export type MaskFacts = z.infer<typeof MaskFacts>;

/** Empty for an animation, which a thumbnail would stop. */
export const ThumbnailFacts = z.object({
  thumbnails: z.array(
    z.object({ width: pixels, bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= THUMBNAIL_BYTES) }),
  ),
});
export type ThumbnailFacts = z.infer<typeof ThumbnailFacts>;

/** The answer: facts about the file or its flaw, or `failed` if the inspector itself is at fault. */
export type Answer =
  | PictureFacts
  | UprightFacts
  | ClipFacts
  | MaskFacts
  | ThumbnailFacts
  | Flaw
  | { readonly failed: string };
export const Failed = z.object({ failed: z.string() });
