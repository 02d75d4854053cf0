// Search in a channel's results by words in their prompt, model or person.
import { z } from "zod/mini";
import { FileView } from "./api.ts";
import { PERSON_IDS } from "./people.ts";

/** Where a search continues: with requests before this time, or at this time with a smaller id. */
const SearchPlace = z.object({ at: z.iso.datetime({ precision: 6 }), id: z.uuid() });
export type SearchPlace = z.infer<typeof SearchPlace>;

/**
 * `GET /api/channels/:channel/results?as=&words=&starred=&at=&id=`: results with all of these words, newest first. `at` alone, an
 * ISO time in microseconds, leaves out later requests. `starred`: only results in the channel's collection.
 */
export const SearchQuery = z.object({
  as: z.enum(PERSON_IDS),
  words: z.prefault(
    z.string().check(
      z.maxLength(200),
      z.refine((words) => !words.includes("\0")),
    ),
    "",
  ),
  starred: z.optional(z.literal("yes")),
  at: z.optional(SearchPlace.shape.at),
  id: z.optional(SearchPlace.shape.id),
});

export const FoundResult = z.object({
  message: z.object({ id: z.string(), channel: z.string() }),
  /** The beginning of the prompt. */
  prompt: z.string(),
  model: z.string(),
  person: z.string(),
  /** Unix milliseconds. */
  requestedAt: z.number(),
  /** At least one. */
  files: z.array(FileView),
});
export type FoundResult = z.infer<typeof FoundResult>;

/** `next`: where to continue the search. Set if there may be more results, even if nothing has been found yet. */
export const SearchView = z.object({ found: z.array(FoundResult), next: z.optional(SearchPlace) });
export type SearchView = z.infer<typeof SearchView>;
