// The query for a page of a channel's history. The browser's page writes this query without loading its schema.
import { z } from "zod/mini";
import { KnownId } from "./api.ts";
import { PERSON_IDS } from "./people.ts";

const position = z.coerce.number().check(z.int(), z.nonnegative());

/**
 * `GET /api/channels/:channel/messages?as=&before=&after=&at=&around=`: a page of history, oldest first. At most one of the last
 * four says which page. Without any, it is the newest.
 */
export const HistoryQuery = z
  .strictObject({
    as: z.enum(PERSON_IDS),
    /** The page before this position, or after it. Neither contains the message at the position. */
    before: z.optional(position),
    after: z.optional(position),
    /** The page around the first message at this time or later. A date without a time means its start in UTC. */
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
