import { z } from "zod";
import { PICTURE_FORMATS } from "./image-job.ts";

/**
 * The submissions of `docs/gateway.md#images`. Unknown top-level fields are allowed: they belong to the native protocol. Fields
 * that depend on the model are checked against the catalogue in `validate.ts`.
 */
const NonEmpty = z.string().refine((text) => text.trim() !== "", { error: "must not be empty" });

export const GenerationBody = z.looseObject({
  model: z.string().regex(/^provider-[ab]\/[^/\s]+$/, { error: "must be provider-a/<model> or provider-b/<model>" }),
  prompt: NonEmpty,
  size: z.string().optional(),
  quality: z.string().optional(),
  resolution: NonEmpty.optional(),
  aspect_ratio: NonEmpty.optional(),
  output_format: z.string().optional(),
  output_compression: z.number().optional(),
  background: z.string().optional(),
  moderation: z.string().optional(),
  generationConfig: z.record(z.string(), z.unknown()).optional(),
  systemInstruction: z.unknown().optional(),
  safetySettings: z.unknown().optional(),
  stream: z.boolean().optional(),
});
export type GenerationBody = z.infer<typeof GenerationBody>;

/** The edit's own fields are read one by one in `edit.ts`, because their errors have their own codes. */
export const EditBody = GenerationBody.extend({ images: z.unknown().optional(), mask: z.unknown().optional() });
export type EditBody = z.infer<typeof EditBody>;

/** Values of the native extension fields that the sandbox's models know; the contract leaves them open. */
export const OUTPUT_FORMATS = PICTURE_FORMATS;
export const BACKGROUNDS = ["auto", "opaque", "transparent"] as const;
