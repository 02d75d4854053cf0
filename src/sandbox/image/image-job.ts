import { z } from "zod";

/** An input image of an edit: bytes kept in the data folder under their hash, or an address to download. */
export const InputImage = z.union([z.object({ file: z.string() }), z.object({ url: z.string() })]);
export type InputImage = z.infer<typeof InputImage>;

/** File types that the sandbox produces. */
export const PICTURE_FORMATS = ["png", "jpeg", "webp"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

export const MIME_TYPES: Readonly<Record<PictureFormat, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  webp: "image/webp",
};

/** What to draw: everything that the renderer needs, and nothing else from the request. */
export const Picture = z.object({
  prompt: z.string(),
  model: z.string(),
  /** Pixels; undefined for an edit that keeps the size of its first image. */
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  tier: z.enum(["1K", "2K", "4K"]),
  format: z.enum(PICTURE_FORMATS),
  transparent: z.boolean(),
  /** 0 to 100, for JPEG and WebP. */
  compression: z.number().optional(),
  /** Different for every job, so that the same request twice gives two pictures. */
  seed: z.number().int(),
  images: z.array(InputImage),
  /** File of the mask, if there is one. */
  mask: z.string().optional(),
});
export type Picture = z.infer<typeof Picture>;

/**
 * A stored job. Its times are computed when it is created, so that its state depends only on the record and the time: a restart
 * loses no timer. Times are Unix milliseconds of the sandbox's clock.
 */
export const ImageJob = z.object({
  id: z.string(),
  /** Who may see it: a hash of the key. */
  owner: z.string(),
  createdAt: z.number(),
  startAt: z.number(),
  endAt: z.number(),
  /** Its position in the queue when it was created. */
  place: z.number().int(),
  /** True while images that were given as addresses are being downloaded: until then it can't end by itself. */
  pending: z.boolean().optional(),
  /** The code that it fails with at `endAt`; undefined if it completes. */
  failCode: z.string().optional(),
  /** The code that every retrieval of its result fails with, although it completes. */
  retrievalCode: z.string().optional(),
  cancelledAt: z.number().optional(),
  idempotency: z.object({ key: z.string(), hash: z.string() }).optional(),
  picture: Picture,
});
export type ImageJob = z.infer<typeof ImageJob>;
