// The models that a person may use, for comparison on the page.
import { z } from "zod/mini";
import { LOCALES } from "../../../lib/locale.ts";
import { KnownId } from "./api.ts";
import { PERSON_IDS } from "./people.ts";

/** `GET /api/models?as=&locale=&channel=`: the models that this person may use in this channel. */
export const ModelsQueryView = z.object({ as: z.enum(PERSON_IDS), locale: z.enum(LOCALES), channel: KnownId });
export type ModelsQueryView = z.infer<typeof ModelsQueryView>;

const ModelView = z.object({
  name: z.string(),
  kind: z.enum(["image", "video"]),
  /** Whether it is used if no model is named. */
  isUsual: z.boolean(),
  /** The form that uses the model, and a prompt to try. */
  form: z.string(),
  example: z.string(),
  /** Plain text. Facts with the same `id` can be compared. */
  facts: z.array(z.object({ id: z.string(), label: z.string(), text: z.string() })),
});
export type ModelView = z.infer<typeof ModelView>;

/** `notes` are light Markdown. */
export const ModelsView = z.object({ models: z.array(ModelView), notes: z.array(z.string()) });
export type ModelsView = z.infer<typeof ModelsView>;
