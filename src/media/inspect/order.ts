import { z } from "zod";
import type { MimeType } from "../file-type.ts";

/** What an inspector is asked to do with one file. */
export type Order = PictureOrder | UprightOrder | ClipOrder | MaskOrder;

export interface PictureOrder {
  readonly task: "picture";
  readonly path: string;
  readonly mimeType: MimeType;
  readonly maxPixels: number;
  /** Where a new file goes when the given one can't be sent as it is; undefined where it is only to be opened. */
  readonly target?: string;
}

/** Only turns a picture, where a camera noted that it is to be turned. */
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

const pixels = z.int().positive();

/** Why a file is no good. `undecodable`: of a type that can't be decoded here. */
export const Flaw = z.discriminatedUnion("flaw", [
  z.object({ flaw: z.enum(["unreadable", "undecodable", "no_picture"]) }),
  z.object({ flaw: z.literal("too_many_pixels"), width: pixels, height: pixels }),
]);
export type Flaw = z.infer<typeof Flaw>;

/** Pixels are those of the file to send, the right way up; `rewritten` is the new file's type, where there is one. */
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

/** What comes back: facts of the file or its flaw, or `failed` where the inspector itself is at fault. */
export type Answer = PictureFacts | UprightFacts | ClipFacts | MaskFacts | Flaw | { readonly failed: string };
export const Failed = z.object({ failed: z.string() });
