import { z } from "zod";

/** The file to make smaller, and where the smaller one goes. Nothing is left there unless it fits. */
export interface FitOrder {
  readonly task: "picture" | "clip";
  readonly path: string;
  readonly target: string;
  readonly maxBytes: number;
}

const pixels = z.int().positive();

/** The smaller file. */
export const FitFacts = z.object({
  mimeType: z.enum(["image/jpeg", "image/webp", "video/mp4"]),
  width: pixels,
  height: pixels,
});
export type FitFacts = z.infer<typeof FitFacts>;

/** The reason why it can't be made small enough and still be worth watching, or can't be read at all. */
export const TooLarge = z.object({ tooLarge: z.string() });
export type TooLarge = z.infer<typeof TooLarge>;

/** The answer. `failed` means that the file is not at fault. */
export const FitAnswer = z.union([FitFacts, TooLarge, z.object({ failed: z.string() })]);
export type FitAnswer = z.infer<typeof FitAnswer>;
