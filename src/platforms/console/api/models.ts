// The models that a person may use, as the page compares them.
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
  /** Used if nobody names a model. */
  isUsual: z.boolean(),
  /** The form that makes something with it, and a prompt to try it with. */
  form: z.string(),
  example: z.string(),
  /** `id` is the same for what can be compared. Plain text. */
  facts: z.array(z.object({ id: z.string(), label: z.string(), text: z.string() })),
});
export type ModelView = z.infer<typeof ModelView>;

/** `notes` are light Markdown. */
export const ModelsView = z.object({ models: z.array(ModelView), notes: z.array(z.string()) });
export type ModelsView = z.infer<typeof ModelsView>;
