// Which page of a channel's history is asked for. The page in the browser writes this query, and does not load its schema.
import { z } from "zod/mini";
import { KnownId } from "./api.ts";
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
