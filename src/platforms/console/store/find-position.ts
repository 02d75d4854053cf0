import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../../../db/queries.ts";
import type { PersonId } from "../api/people.ts";
import { nextMessage, shownIn } from "./next-message.ts";

/** The channel that is searched, and the person who searches it. */
interface Reader {
  readonly channel: string;
  readonly person: PersonId;
}

/** Raw statements return large numbers as text. */
const Found = z.object({ position: z.coerce.number() });

/** The position of a message, if it is in the channel, not removed, and the person can see it. */
export async function positionOf(
  queries: Queries,
  { channel, person }: Reader,
  message: string,
): Promise<number | undefined> {
  const [row] = await queries.execute(sql`
    select position from console_messages
    where id = ${message} and channel_id = ${channel} and not removed and coalesce(visible_to, ${person}) = ${person}`);
  return row && Found.parse(row).position;
}

/**
 * The position of the first message that the person can see at or after a time in Unix milliseconds. Undefined if there is none.
 *
 * A binary search: positions and times grow together. It takes about forty lookups in the index of shown messages, regardless of
 * the length of the history, and needs no index by time. If two messages were written concurrently, their times may be in reverse
 * order; the result is then either of them.
 */
export async function firstSince(
  queries: Queries,
  { channel, person }: Reader,
  at: number,
): Promise<number | undefined> {
  const order = { person, where: shownIn(channel), by: "position", to: "newer" } as const;
  const [row] = await queries.execute(sql`
    with recursive step as (
      select 0::bigint as low, revision as high from console_counter
      union all
      select case when is_since then low else position end, case when is_since then middle else high end
      from (select low, high, (low + high) / 2 as middle from step where low < high) step
      cross join lateral (
        select max(position) as position, coalesce(bool_and(created_at >= to_timestamp(${at}::float8 / 1000)), true) as is_since
        from (${nextMessage(order, sql`step.middle`)}) next
      ) tried
    )
    select position from (select low from step where low = high) step
    cross join lateral (${nextMessage(order, sql`step.low`)}) found`);
  return row && Found.parse(row).position;
}
