import { RESTJSONErrorCodes, Routes, type REST } from "discord.js";
import { z } from "zod";
import type { Message, PostedFile, Section } from "../../../core/chat/message.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { createMemberLimit, type MemberShares } from "../../../lib/minute-limit.ts";
import { createTtlCache } from "../../../lib/ttl-cache.ts";
import { withTimeLimit } from "../../../lib/time-limit.ts";
import { codeOf, unlessUnseen } from "../connect/errors.ts";
import { channelIdOf, messageIdOf } from "../people/places.ts";

/** Messages that are looked up per minute: enough for four pages of a list per member with nothing remembered. */
const DISCORD_THUMBNAILS: MemberShares = { member: 20, workspace: 60 };
/**
 * How long a view waits for its pictures. Added to the time before an early acknowledgement, this is still less than three
 * seconds.
 */
const DISCORD_THUMBNAIL_MS = 500;
/**
 * How long addresses are remembered, and of how many messages. They work for about a day, but the message may be deleted:
 * https://docs.discord.com/developers/reference#signed-attachment-cdn-urls
 */
const DISCORD_ADDRESS_MS = 10 * 60_000;
const DISCORD_ADDRESSES = 2_000;

const Files = z.object({ attachments: z.array(z.object({ url: z.string() })) });

/** The addresses of a view's pictures, by section. Contains only sections with a picture. */
export type Thumbnails = ReadonlyMap<Section, string>;

/** Finds the pictures of views in Easel's own messages. */
export interface ViewThumbnails {
  /** Never rejects, and resolves quickly: a picture that is not found in time is left out, and remembered for the next view. */
  of(message: Message, reader: { readonly workspace: string; readonly userId: string }): Promise<Thumbnails>;
}

export function createViewThumbnails(deps: {
  readonly rest: REST;
  readonly clock: Clock;
  readonly log: Logger;
}): ViewThumbnails {
  const { rest, clock, log } = deps;
  const mayAsk = createMemberLimit(clock, DISCORD_THUMBNAILS);
  const addresses = createTtlCache<readonly string[]>(clock, { keptMs: DISCORD_ADDRESS_MS, max: DISCORD_ADDRESSES });

  return {
    async of({ sections = [] }, { workspace, userId }) {
      const addressOf = async ({ message, place, of }: PostedFile): Promise<string | undefined> => {
        const route = Routes.channelMessage(channelIdOf(message.conversation), messageIdOf(message));
        const files = await addresses(route, async () => {
          if (!mayAsk(workspace, userId)) throw new Error("too many messages were looked up in a minute");
          const found = await unlessUnseen(() => rest.get(route));
          return found === undefined ? [] : Files.parse(found).attachments.map(({ url }) => url);
        });
        // If the message lacks a file, the places of the others are uncertain.
        return files.length === of ? files[place] : undefined;
      };
      const found = await Promise.all(
        sections.map(async (section) => {
          const { thumbnail } = section;
          if (!thumbnail) return [];
          try {
            const url = await withTimeLimit(DISCORD_THUMBNAIL_MS, () => addressOf(thumbnail.posted), {
              clock,
              signal: new AbortController().signal,
              late: () => new Error(`the picture was not found within ${DISCORD_THUMBNAIL_MS} ms`),
            });
            return url === undefined ? [] : [[section, url] as const];
          } catch (error) {
            log.debug({ err: error }, "a view is shown without one of its pictures");
            return [];
          }
        }),
      );
      return new Map(found.flat());
    },
  };
}

/** Runs `act` again without pictures if Discord refuses their addresses, which it may do with addresses of its own. */
export async function orWithoutThumbnails(
  thumbnails: Thumbnails,
  act: (thumbnails: Thumbnails) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await act(thumbnails);
  } catch (error) {
    if (thumbnails.size === 0 || codeOf(error) !== RESTJSONErrorCodes.InvalidFormBodyOrContentType) throw error;
    return act(new Map());
  }
}
