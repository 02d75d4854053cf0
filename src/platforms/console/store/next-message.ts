import { sql, type SQL } from "drizzle-orm";
import { consoleMessages } from "../../../db/schema/console.ts";
import type { PersonId } from "../api/people.ts";

/** Messages in an order, as one person sees them. */
export interface MessageOrder {
  /** Who reads: messages for everybody and for them alone. */
  readonly person: PersonId;
  /** Which of these. */
  readonly where: SQL;
  readonly by: "revision" | "position";
  readonly to: "older" | "newer";
}

/** Selects the not removed messages of a channel. The removal is a literal, because the index has only these. */
export function shownIn(channel: string): SQL {
  return sql`${consoleMessages.channelId} = ${channel} and not ${consoleMessages.removed}`;
}

/**
 * Selects the message that comes next in an order after the place `last`.
 *
 * It is the nearer of two, the next one for everybody and the next one for the reader, so that any number of messages for
 * others costs nothing. Both are looked up in the whole order of an index that begins with who may see a message. With a plain
 * condition on `visible_to`, a prepared statement may get an index without it, and then reads all that others got.
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
