import { z } from "zod";

/** The kinds of file that a request refers to. */
export const FILE_KINDS = ["image", "video", "audio"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The kind of file that a media type claims to be. */
export function kindOf(mimeType: string): FileKind | undefined {
  return FILE_KINDS.find((kind) => mimeType.startsWith(`${kind}/`));
}

/** The role of a reference: a clip's first or last picture, or a general reference. */
export const REFERENCE_ROLES = ["reference_image", "first_frame", "last_frame"] as const;

/**
 * A file that a request uses, checked by its bytes and kept in the media store. Prompts name references by their order within a
 * kind: image 1, video 1, audio 1.
 */
export const Reference = z.object({
  kind: z.enum(FILE_KINDS),
  /** The content's name in the media store. */
  hash: z.string(),
  /** Detected from the bytes. */
  mimeType: z.string(),
  /** The name of the member's file. */
  name: z.string(),
  bytes: z.int(),
  /** The original type of the member's file, e.g. `GIF`, if it was converted. */
  converted: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  /** Seconds, not rounded; always present for videos, and for audios if known. */
  seconds: z.number().optional(),
  /** The public address of the same bytes on the platform, and when it expires (Unix milliseconds). */
  publicUrl: z.object({ url: z.string(), expiresAt: z.number() }).optional(),
  /** For pictures only. */
  role: z.enum(REFERENCE_ROLES).optional(),
  /** It belongs to another member, whose request was repeated. Easel never posts it. */
  borrowed: z.literal(true).optional(),
});
export type Reference = z.infer<typeof Reference>;
