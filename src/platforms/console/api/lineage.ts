// The lineage of a picture or clip: what it was made from, and what was made from it.
import { z } from "zod/mini";
import { FileView } from "./api.ts";
import { PERSON_IDS } from "./people.ts";

/** `GET /api/messages/:id/files/:file/lineage?as=`: the part of a message's file's lineage that this person may see. */
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
  /** The id of the file in `from` to compare it with: the first of the request. Absent if the person can't see that file. */
  edited: z.optional(z.string()),
  /** What was made from it, oldest first. */
  made: z.array(RelatedFile),
});
export type LineageView = z.infer<typeof LineageView>;
