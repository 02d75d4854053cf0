import { z } from "zod";

/** What to draw for a task: everything that the renderer needs, and nothing else from the request. */
export const Clip = z.object({
  prompt: z.string(),
  model: z.string(),
  /** Pixels, even. */
  width: z.int(),
  height: z.int(),
  seconds: z.int(),
  /** Different for every task, so that the same request twice gives two clips. */
  seed: z.int(),
  /** Name of the first reference image among the kept inputs, once it is downloaded. */
  image: z.string().optional(),
});
export type Clip = z.infer<typeof Clip>;
