import { sql, type SQL } from "drizzle-orm";
import { encodeConversation, encodeWorkspace, type Conversation } from "../../core/chat/conversation.ts";
import type { Starred, Starrer } from "../../core/delivery/result-store.ts";
import { listed } from "../jobs/sql-arrays.ts";
import type { Queries } from "../queries.ts";
import { batchChannel } from "../schema/jobs.ts";

/** How many results an account can star: more than anyone pages through, and few enough to list them all. */
export const MAX_STARS = 100;
/** How many stars a merged account keeps: those of two accounts. Without a limit, repeated linking would accumulate stars. */
const MAX_LINKED_STARS = sql.raw(String(2 * MAX_STARS));
/** How many results a channel's collection has. */
const COLLECTION = sql.raw("100");
/** How many of an account's latest stars in a channel can be in its collection: a fifth, so that one account can't fill it. */
const COLLECTED_OF_ACCOUNT = sql.raw("20");
/** How many of a channel's latest stars the collection is made from. Several may be for the same result. */
const COLLECTION_STARS = sql.raw("250");

/** Stars a batch's result for an account, or removes the star, in the caller's transaction. See `ResultStore.star`. */
export async function pressStar(
  queries: Queries,
  batchId: string,
  { organisationId, accountId }: Starrer,
  eventKey: string,
): Promise<Starred> {
  if (!(await lockAccount(queries, { organisationId, accountId }))) return "gone";
  const [earlier] = await queries.execute<{ same_event: boolean }>(sql`
    select event_key = ${eventKey} as same_event from stars
    where account_id = ${accountId}::uuid and batch_id = ${batchId}::uuid`);
  if (earlier?.same_event) return "starred";
  if (earlier) {
    await removeStar(queries, batchId, accountId);
    return "unstarred";
  }
  const [own] = await queries.execute<{ count: number }>(sql`
    select count(*)::integer as count from stars where account_id = ${accountId}::uuid`);
  if (own && own.count >= MAX_STARS) return "full";
  const added = await queries.execute(sql`
    insert into stars (organisation_id, account_id, batch_id, channel, event_key)
    select organisation_id, ${accountId}::uuid, id, ${batchChannel}, ${eventKey}::text from batches
    where id = ${batchId}::uuid and organisation_id = ${organisationId}::uuid and ${hasResult(sql`batches.id`, "anywhere")}
    returning batch_id`);
  if (added.length === 0) return "gone";
  await chooseCollected(queries, accountId);
  return "starred";
}

/** Removes an account's star from a batch, if there is one, in the caller's transaction. */
export async function unstarBatch(queries: Queries, batchId: string, by: Starrer): Promise<void> {
  if (await lockAccount(queries, by)) await removeStar(queries, batchId, by.accountId);
}

/** Serialises an account's presses, so that together they can't exceed the limit. False if the account doesn't exist. */
async function lockAccount(queries: Queries, { organisationId, accountId }: Starrer): Promise<boolean> {
  const found = await queries.execute(sql`
    select from accounts where id = ${accountId}::uuid and organisation_id = ${organisationId}::uuid for no key update`);
  return found.length > 0;
}

async function removeStar(queries: Queries, batchId: string, accountId: string): Promise<void> {
  await queries.execute(sql`
    delete from stars where account_id = ${accountId}::uuid and batch_id = ${batchId}::uuid`);
  await chooseCollected(queries, accountId);
}

/**
 * Removes every account's star from a batch whose result is deleted. A star that is set concurrently might stay, but is not
 * listed.
 */
export async function removeStars(queries: Queries, batchId: string): Promise<void> {
  await queries.execute(sql`delete from stars where batch_id = ${batchId}::uuid`);
}

/**
 * Moves an account's stars to the account that absorbs it, in the caller's transaction. Of more than `MAX_LINKED_STARS`, keeps
 * the newest.
 */
export async function mergeStars(
  queries: Queries,
  { organisationId, absorbed, survivor }: { organisationId: string; absorbed: string; survivor: string },
): Promise<void> {
  await queries.execute(sql`
    insert into stars (organisation_id, account_id, batch_id, channel, event_key, created_at)
    select organisation_id, ${survivor}::uuid, batch_id, channel, event_key, created_at from stars
    where organisation_id = ${organisationId}::uuid and account_id = ${absorbed}::uuid
    on conflict (account_id, batch_id) do nothing`);
  await queries.execute(sql`delete from stars where account_id = ${absorbed}::uuid`);
  await queries.execute(sql`
    delete from stars where account_id = ${survivor}::uuid and batch_id in (
      select batch_id from stars where account_id = ${survivor}::uuid
      order by created_at desc, batch_id offset ${MAX_LINKED_STARS})`);
  await chooseCollected(queries, survivor);
}

/** Marks which of an account's stars can be in their channels' collections. */
async function chooseCollected(queries: Queries, accountId: string): Promise<void> {
  await queries.execute(sql`
    update stars set collected = chosen.collected
    from (
      select batch_id,
        row_number() over (partition by channel order by created_at desc, batch_id) <= ${COLLECTED_OF_ACCOUNT} as collected
      from stars where account_id = ${accountId}::uuid
    ) chosen
    where stars.account_id = ${accountId}::uuid and stars.batch_id = chosen.batch_id
      and stars.collected <> chosen.collected`);
}

/** Which of the batches an account starred. */
export async function starredOf(
  queries: Queries,
  batchIds: readonly string[],
  { organisationId, accountId }: Starrer,
): Promise<ReadonlySet<string>> {
  const rows = await queries.execute<{ id: string }>(sql`
    select batch_id::text as id from stars
    where account_id = ${accountId}::uuid and organisation_id = ${organisationId}::uuid and batch_id in ${listed(batchIds)}`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The ids of the batches that an account starred in the conversation's workspace, and of the channel's collection: results that
 * any member starred in the channel and its threads. Each member's latest stars come first in the collection, so that one member
 * can't fill it. Results that were only sent to their requester directly are in no collection.
 */
export function starredIn(accountId: string, conversation: Conversation): SQL {
  const { platform, workspace, channel } = conversation;
  return sql`(
    select batch_id from stars
    where account_id = ${accountId}::uuid and starts_with(channel, ${`${encodeWorkspace(conversation)}:`})
      and ${hasResult(sql`stars.batch_id`, "anywhere")}
    union
    select batch_id from (
      select batch_id from (
        select batch_id, created_at, row_number() over (partition by account_id order by created_at desc) as turn from (
          select account_id, batch_id, created_at from stars
          where channel = ${encodeConversation({ platform, workspace, channel })} and collected
          order by created_at desc limit ${COLLECTION_STARS}
        ) latest
      ) turns
      group by batch_id order by min(turn), max(created_at) desc limit ${COLLECTION}
    ) collection
    where ${hasResult(sql`collection.batch_id`, "in_its_channel")})`;
}

/**
 * Whether a batch has a result that was not deleted. A lookup per batch: with a join, PostgreSQL might read all posts for a few
 * stars.
 */
function hasResult(batchId: SQL, where: "anywhere" | "in_its_channel"): SQL {
  const alsoDirect = where === "anywhere" ? sql`or posts.kind = 'direct'` : sql``;
  return sql`(
    select true from posts where posts.batch_id = ${batchId} and posts.state in ('intended', 'posted')
      and (posts.kind = 'result' or posts.kind like 'late-%' ${alsoDirect})
    limit 1) is true`;
}
