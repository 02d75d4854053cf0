import type { Database } from "../../../db/connection.ts";
import type { Queries } from "../../../db/queries.ts";
import type { HistoryView } from "../api/history.ts";
import type { PersonId } from "../api/people.ts";
import { viewMessage } from "../post/render.ts";
import { CONSOLE_READ_BYTES, readBounded, type ReadMessage } from "./bounded-messages.ts";
import { mentionedNames } from "./channel-names.ts";
import { firstSince, positionOf } from "./find-position.ts";
import { shownIn } from "./next-message.ts";

/** Which page of a channel's history: the newest one, unless one of these is given. */
export interface HistoryPlace {
  readonly channel: string;
  readonly person: PersonId;
  /** The page before this position, or after it. Neither contains the message at the position. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /**
   * The page around the first message at or after this time, in Unix milliseconds; the newest page if there is no such message.
   */
  readonly at?: number | undefined;
  /** The page around this message. */
  readonly around?: string | undefined;
}

/** Later than every message. */
const NEWEST = Number.MAX_SAFE_INTEGER;

/**
 * A page of up to `limit` messages of a channel, oldest first, without removed ones. Fewer if they are large (`readBounded`).
 * Undefined if `around` names no message there that the person can see.
 */
export async function readHistory(
  db: Pick<Database, "run">,
  place: HistoryPlace,
  limit: number,
): Promise<HistoryView | undefined> {
  const { before, after, at, around } = place;
  return db.run(async (queries) => {
    if (after !== undefined) return newerThan(queries, place, after, limit);
    if (at !== undefined) {
      const first = await firstSince(queries, place, at);
      return first === undefined ? olderThan(queries, place, NEWEST, limit) : pageAround(queries, place, first, limit);
    }
    if (around === undefined) return olderThan(queries, place, before ?? NEWEST, limit);
    const found = await positionOf(queries, place, around);
    if (found === undefined) return undefined;
    const { first: _, ...page } = await pageAround(queries, place, found, limit);
    return page;
  });
}

async function olderThan(
  queries: Queries,
  { channel, person }: HistoryPlace,
  from: number,
  limit: number,
): Promise<HistoryView> {
  const order = { person, where: shownIn(channel), by: "position", to: "older" } as const;
  const { messages, more } = await readBounded(queries, { ...order, from, limit });
  const newer = from !== NEWEST;
  return { messages: await views(queries, messages.toReversed()), older: more, newer };
}

async function newerThan(
  queries: Queries,
  { channel, person }: HistoryPlace,
  from: number,
  limit: number,
): Promise<HistoryView> {
  const order = { person, where: shownIn(channel), by: "position", to: "newer" } as const;
  const { messages, more } = await readBounded(queries, { ...order, from, limit });
  return { messages: await views(queries, messages), older: from > 0, newer: more };
}

/** A page with one half before the message at `position`, and the other half from that message on. */
async function pageAround(
  queries: Queries,
  { channel, person }: HistoryPlace,
  position: number,
  limit: number,
): Promise<HistoryView & { readonly first: number }> {
  const half = { limit: Math.ceil(limit / 2), bytes: CONSOLE_READ_BYTES / 2 };
  const order = { person, where: shownIn(channel), by: "position" } as const;
  const before = await readBounded(queries, { ...order, ...half, to: "older", from: position });
  const since = await readBounded(queries, { ...order, ...half, to: "newer", from: position - 1 });
  const messages = await views(queries, [...before.messages.toReversed(), ...since.messages]);
  return { messages, older: before.more, newer: since.more, first: position };
}

async function views(queries: Queries, rows: readonly ReadMessage[]): Promise<HistoryView["messages"]> {
  const names = await mentionedNames(queries, rows);
  return rows.map((row) => viewMessage(row, names));
}
