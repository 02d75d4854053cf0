import { IS_OPEN } from "./channels.ts";
import { and, asc, desc, eq, gt, isNull, lt, lte, or } from "drizzle-orm";
import type { Database } from "../../../db/connection.ts";
import { consoleChannels, consoleMessages } from "../../../db/schema/console.ts";
import type { AnyMessageView, ChannelView } from "../api/api.ts";
import type { PersonId } from "../api/people.ts";
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

const visibleTo = (person: PersonId) => or(isNull(consoleMessages.visibleTo), eq(consoleMessages.visibleTo, person));

/**
 * Up to `limit` changes for `person` after revision `after`, in order. The counter is read first. Everything up to its
 * value is visible, so the two queries can't leave a gap.
 */
export async function readChanges(db: Database, person: PersonId, after: number, limit: number): Promise<Changes> {
  return db.run(async (queries) => {
    const newest = await currentRevision(queries);
    if (newest <= after) return { changes: [], upTo: newest, more: false };
    const messages = await queries
      .select()
      .from(consoleMessages)
      .where(and(gt(consoleMessages.revision, after), lte(consoleMessages.revision, newest), visibleTo(person)))
      .orderBy(asc(consoleMessages.revision))
      .limit(limit);
    const channels = await queries
      .select({
        id: consoleChannels.id,
        revision: consoleChannels.revision,
        createdBy: consoleChannels.createdBy,
        isOpen: IS_OPEN,
      })
      .from(consoleChannels)
      .where(and(gt(consoleChannels.revision, after), lte(consoleChannels.revision, newest)))
      .orderBy(asc(consoleChannels.revision))
      .limit(limit);
    const all: Change[] = [
      ...messages.map((row) => ({ event: "message" as const, revision: row.revision, view: viewMessage(row) })),
      ...channels.map(({ isOpen, ...view }) => ({
        event: "channel" as const,
        revision: view.revision,
        view: { ...view, ...(isOpen ? {} : { removed: true as const }) },
      })),
    ].toSorted((one, other) => one.revision - other.revision);
    const changes = all.slice(0, limit);
    const more = messages.length === limit || channels.length === limit || all.length > limit;
    return { changes, upTo: more ? (changes.at(-1)?.revision ?? newest) : newest, more };
  });
}

/** The newest `limit` messages of a channel before `before`, oldest first, without removed ones. */
export async function readHistory(
  db: Database,
  place: { readonly channel: string; readonly person: PersonId; readonly before: number | undefined },
  limit: number,
): Promise<{ messages: AnyMessageView[]; older: boolean }> {
  const before = place.before === undefined ? undefined : lt(consoleMessages.position, place.before);
  const rows = await db.run((queries) =>
    queries
      .select()
      .from(consoleMessages)
      .where(
        and(
          eq(consoleMessages.channelId, place.channel),
          eq(consoleMessages.removed, false),
          visibleTo(place.person),
          before,
        ),
      )
      .orderBy(desc(consoleMessages.position))
      .limit(limit + 1),
  );
  return { messages: rows.slice(0, limit).toReversed().map(viewMessage), older: rows.length > limit };
}
