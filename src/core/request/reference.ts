import { z } from "zod";

/** The kinds of file that a request refers to. */
export const FILE_KINDS = ["image", "video", "audio"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** What a reference may be for: the first or last picture of a clip, or simply something to go by. */
export const REFERENCE_ROLES = ["reference_image", "first_frame", "last_frame"] as const;

/**
 * A file that a request refers to, checked by its bytes and kept in the media store. Prompts name references by their order
 * within a kind: image 1, video 1, audio 1.
 */
export const Reference = z.object({
  kind: z.enum(FILE_KINDS),
  /** The content's name in the media store. */
  hash: z.string(),
  /** As the bytes say. */
  mimeType: z.string(),
  /** As the member's file is called. */
  name: z.string(),
  bytes: z.int(),
  /** The type that the member's file had, e.g. `GIF`, where it had to become another. */
  converted: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  /** Seconds, not rounded; of videos always, of audios where known. */
  seconds: z.number().optional(),
  /** Where the platform shows the same bytes to everyone, and until when (Unix milliseconds). */
  publicUrl: z.object({ url: z.string(), expiresAt: z.number() }).optional(),
  /** Pictures only. */
  role: z.enum(REFERENCE_ROLES).optional(),
});
export type Reference = z.infer<typeof Reference>;
