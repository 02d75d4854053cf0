import { z } from "zod";

/** The image service's answers: `docs/gateway.md#images`. */
const Phase = z.enum(["queued", "running", "completed", "failed", "cancelled"]);

export const DurationGuidance = z.strictObject({
  tier: z.string(),
  timeoutSeconds: z.int(),
  milestones: z.array(
    z.strictObject({
      percentile: z.number(),
      seconds: z.number(),
      level: z.string(),
      cardMessage: z.string(),
      detailTitle: z.string(),
      detailBody: z.string(),
    }),
  ),
});

export const ImageErrorBody = z.strictObject({
  error: z.strictObject({
    status: z.int(),
    message: z.string(),
    type: z.string(),
    code: z.string(),
    param: z.string().nullable(),
  }),
});

export const ImageJobCreated = z.strictObject({
  jobId: z.string(),
  phase: Phase,
  durationGuidance: DurationGuidance,
});

const ImageUsage = z.strictObject({ images: z.int(), inputImages: z.int(), tier: z.string() });

export const ImageJobSnapshot = z.strictObject({
  jobId: z.string(),
  model: z.string(),
  hasInputImage: z.boolean(),
  phase: Phase,
  createdAt: z.int(),
  updatedAt: z.int(),
  startedAt: z.int().optional(),
  finishedAt: z.int().optional(),
  queuePosition: z.number().optional(),
  message: z.string(),
  usage: ImageUsage.optional(),
  error: ImageErrorBody.shape.error.optional(),
  durationGuidance: DurationGuidance,
});

export const ImageResult = z.strictObject({
  images: z.array(z.strictObject({ url: z.url(), base64: z.string(), mimeType: z.string() })),
  usage: ImageUsage,
});
