// A channel's history, a page at a time.
import { z } from "zod/mini";
import { AnyMessageView, KnownId } from "./api.ts";
import { PERSON_IDS } from "./people.ts";

const position = z.coerce.number().check(z.int(), z.nonnegative());

/**
 * `GET /api/channels/:channel/messages?as=&before=&after=&at=&around=`: a page of history, oldest first. At most one of these says
 * which; without any it is the newest page.
 */
export const HistoryQuery = z
  .strictObject({
    as: z.enum(PERSON_IDS),
    /** The page up to this position, and the one from it on. Neither has the message there. */
    before: z.optional(position),
    after: z.optional(position),
    /** The page around the first message at this moment or later. A date alone begins in UTC. */
    at: z.optional(z.union([z.iso.datetime({ offset: true }), z.iso.date()])),
    /** The page around this message. */
    around: z.optional(KnownId),
  })
  .check(
    z.refine(({ before, after, at, around }) => {
      const given = [before, after, at, around].filter((one) => one !== undefined);
      return given.length <= 1;
    }, "only one of before, after, at and around"),
  );

/**
 * `older`, `newer`: whether there are more on that side; there are taken to be on the side that the page was asked from. `first`: the
 * position of what `at` asked for, if there is any.
 */
export const HistoryView = z.object({
  messages: z.array(AnyMessageView),
  older: z.boolean(),
  newer: z.boolean(),
  first: z.exactOptional(z.number()),
});
export type HistoryView = z.infer<typeof HistoryView>;
