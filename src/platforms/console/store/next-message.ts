import { sql, type SQL } from "drizzle-orm";
import { consoleMessages } from "../../../db/schema/console.ts";
import type { PersonId } from "../api/people.ts";

/** The messages that one person sees, in an order. */
export interface MessageOrder {
  /** The reader, who sees public messages and those for them alone. */
  readonly person: PersonId;
  /** Selects some of those messages. */
  readonly where: SQL;
  readonly by: "revision" | "position";
  readonly to: "older" | "newer";
}

/**
 * Selects the messages of a channel that are not removed. `not removed` is a literal, not a parameter, to match the partial
 * index.
 */
export function shownIn(channel: string): SQL {
  return sql`${consoleMessages.channelId} = ${channel} and not ${consoleMessages.removed}`;
}

/**
 * Selects the next message in an order after the place `last`.
 *
 * This is the nearer of two: the next public one and the next one for the reader alone, so that messages for others cost nothing,
 * however many there are. Both look-ups follow the full order of an index that begins with `visible_to`. With a plain condition
 * on `visible_to`, a prepared statement might use an index without it, and would read all messages for others.
 */
export function nextMessage({ person, where, by, to }: MessageOrder, last: SQL): SQL {
  const { visibleTo, [by]: place } = consoleMessages;
  const [follows, within, inOrder] =
    to === "newer" ? ([sql`>`, sql`<=`, sql`asc`] as const) : ([sql`<`, sql`>=`, sql`desc`] as const);
  const first = (seen: SQL): SQL => sql`
    (select * from console_messages where ${where} and ${seen} order by ${visibleTo} ${inOrder}, ${place} ${inOrder} limit 1)`;
  return sql`
    select * from (
      ${first(sql`${visibleTo} is null and ${place} ${follows} ${last}`)}
      union all
      ${first(sql`${visibleTo} ${within} ${person} and (${visibleTo}, ${place}) ${follows} (${person}, ${last})`)}
    ) two order by ${sql.identifier(by)} ${inOrder} limit 1`;
}
