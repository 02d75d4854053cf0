// What a picture or clip was made from, and what was made from it.
import { z } from "zod/mini";
import { FileView } from "./api.ts";
import { PERSON_IDS } from "./people.ts";

/** `GET /api/messages/:id/files/:file/lineage?as=`: the lineage of a file in a message, as far as this person may see it. */
export const LineageQuery = z.object({ as: z.enum(PERSON_IDS) });

/** A picture or clip, and the message that shows it. */
const RelatedFile = z.object({
  message: z.object({ id: z.string(), channel: z.string(), isEasel: z.boolean() }),
  file: FileView,
});
export type RelatedFile = z.infer<typeof RelatedFile>;

export const LineageView = z.object({
  /** What it was made from, in the order of the request. */
  from: z.array(RelatedFile),
  /** The id of the file of `from` to compare it with: the first of the request. Absent if the person can't see that one. */
  edited: z.optional(z.string()),
  /** What was made from it, oldest first. */
  made: z.array(RelatedFile),
});
export type LineageView = z.infer<typeof LineageView>;
