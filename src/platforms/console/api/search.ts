// Results of a channel, found by the words of their prompt, model or person.
import { z } from "zod/mini";
import { FileView } from "./api.ts";
import { PERSON_IDS } from "./people.ts";

/** Where a search goes on: what was requested before this moment, or at it with a smaller id. */
const SearchPlace = z.object({ at: z.iso.datetime({ precision: 6 }), id: z.uuid() });
export type SearchPlace = z.infer<typeof SearchPlace>;

/**
 * `GET /api/channels/:channel/results?as=&words=&starred=&at=&id=`: results with all of these words, newest first. `at` alone, an ISO
 * moment in microseconds, leaves out what was requested later. `starred`: only those that the channel's collection is made from.
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
  /** The beginning of it. */
  prompt: z.string(),
  model: z.string(),
  person: z.string(),
  /** Unix milliseconds. */
  requestedAt: z.number(),
  /** At least one. */
  files: z.array(FileView),
});
export type FoundResult = z.infer<typeof FoundResult>;

/** `next`: how far the search has come. It is there if there may be more, even if nothing was found so far. */
export const SearchView = z.object({ found: z.array(FoundResult), next: z.optional(SearchPlace) });
export type SearchView = z.infer<typeof SearchView>;
