// A person's own earlier requests, to type them again.
import { z } from "zod/mini";
import { PERSON_IDS } from "./people.ts";
import { SearchQuery } from "./search.ts";

/** `GET /api/prompts?as=&words=`: the person's latest requests with all of these words in the prompt or model. */
export const PromptsQuery = z.object({ as: z.enum(PERSON_IDS), words: SearchQuery.shape.words });

const PromptView = z.object({
  /** The command with its options, as it can be typed again. */
  line: z.string(),
  /** The names of its files, which the line lacks. */
  files: z.array(z.string()),
  /** The name of the channel. */
  channel: z.string(),
  /** Unix milliseconds. */
  requestedAt: z.number(),
});
export type PromptView = z.infer<typeof PromptView>;

/** Newest first, each prompt of a command once. `more`: there are earlier ones. */
export const PromptsView = z.object({ prompts: z.array(PromptView), more: z.boolean() });
export type PromptsView = z.infer<typeof PromptsView>;
