import { CHANNEL, IS_OPEN, mentionedNames, viewChannel } from "./channel-names.ts";
import { and, asc, gt, lte } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { consoleChannels, consoleMessages } from "../../../db/schema/console.ts";
import type { AnyMessageView, ChannelView } from "../api/api.ts";
import type { PersonId } from "../api/people.ts";
import { readBounded } from "./bounded-messages.ts";
import { currentRevision } from "./revision.ts";
import { viewMessage } from "../post/render.ts";

/** One change for one reader: the current state of a message or a channel. */
export type Change =
  | { readonly event: "message"; readonly revision: number; readonly view: AnyMessageView }
  | { readonly event: "channel"; readonly revision: number; readonly view: ChannelView };

export interface Changes {
  readonly changes: readonly Change[];
  /** All changes up to this revision are included. */
  readonly upTo: number;
  /** Whether more changes are waiting. */
  readonly more: boolean;
}

/**
 * Up to `limit` changes for `person` after revision `after`, in order, or fewer if their messages are large (`readBounded`). The
 * counter is read first. Everything up to its value is visible, so the two queries can't leave a gap.
 */
export async function readChanges(
  db: Pick<Database, "run">,
  person: PersonId,
  after: number,
  limit: number,
): Promise<Changes> {
  return db.run(async (queries) => {
    const newest = await currentRevision(queries);
    if (newest <= after) return { changes: [], upTo: newest, more: false };
    const where = lte(consoleMessages.revision, newest);
    const { messages, more: areMore } = await readBounded(queries, {
      person,
      where,
      by: "revision",
      to: "newer",
      from: after,
      limit,
    });
    // Later changes of channels must wait for the messages before them.
    const reached = areMore ? (messages.at(-1)?.revision ?? newest) : newest;
    const channels = await queries
      .select({ ...CHANNEL, isOpen: IS_OPEN })
      .from(consoleChannels)
      .where(and(gt(consoleChannels.revision, after), lte(consoleChannels.revision, reached)))
      .orderBy(asc(consoleChannels.revision))
      .limit(limit);
    const names = await mentionedNames(queries, messages);
    const all: Change[] = [
      ...messages.map((row) => ({
        event: "message" as const,
        revision: row.revision,
        view: viewMessage(row, names),
      })),
      ...channels.map(({ isOpen, ...row }) => ({
        event: "channel" as const,
        revision: row.revision,
        view: { ...viewChannel(row), ...(isOpen ? {} : { removed: true as const }) },
      })),
    ].toSorted((one, other) => one.revision - other.revision);
    const changes = all.slice(0, limit);
    const more = areMore || channels.length === limit || all.length > limit;
    return { changes, upTo: more ? (changes.at(-1)?.revision ?? newest) : newest, more };
  });
}
