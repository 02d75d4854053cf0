import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { encodeConversation } from "../../../core/chat/conversation.ts";
import type { Database } from "../../../db/connection.ts";
import { batchChannel } from "../../../db/schema/jobs.ts";
import type { PersonId } from "../api/people.ts";
import type { SearchPlace, SearchView } from "../api/search.ts";
import { conversationOf } from "../people/places.ts";
import { viewFile } from "../post/render.ts";
import { contentOf } from "./message-content.ts";
import { patternsOf } from "./search-patterns.ts";

/** Results per response. */
const FOUND_AT_ONCE = 20;
/** Requests that are examined per response. Bounds the cost of a rare word, regardless of the length of the history. */
export const REQUESTS_SEARCHED = 2_000;
/** The part of a prompt that is returned. */
const PROMPT_CHARACTERS = 300;

/** Later than every request. */
const NEWEST: SearchPlace = { at: "9999-01-01T00:00:00.000000Z", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

const Row = z.object({
  id: z.string(),
  at: z.string(),
  requestedAt: z.coerce.number(),
  prompt: z.string(),
  model: z.string(),
  person: z.string(),
  messageId: z.string(),
  content: z.unknown(),
});
const Place = Row.pick({ id: true, at: true });

/** The search: where, by whom, and for what. */
interface Search {
  readonly channel: string;
  /** The reader. */
  readonly person: PersonId;
  /** Separated by spaces. */
  readonly words: string;
  /** Only results that someone starred in the channel. */
  readonly isStarred: boolean;
}

/**
 * The results of a channel that the person can see and whose prompt, model or person contains each of the words, ignoring case,
 * newest first. Examines at most `REQUESTS_SEARCHED` requests; `next` continues with earlier ones.
 */
export async function searchResults(
  db: Pick<Database, "run">,
  search: Search,
  from: Partial<SearchPlace>,
): Promise<SearchView> {
  const place = { ...NEWEST, ...from };
  return db.run(async (queries) => {
    const rows = (await queries.execute(resultsQuery(search, place))).map((row) => Row.parse(row));
    const found = rows.slice(0, FOUND_AT_ONCE).map(({ prompt, model, person, messageId, requestedAt, content }) => ({
      message: { id: messageId, channel: search.channel },
      prompt,
      model,
      person,
      requestedAt,
      files: contentOf({ content }).files.map(viewFile),
    }));
    const [next] =
      rows.length > FOUND_AT_ONCE
        ? rows.slice(FOUND_AT_ONCE - 1)
        : (await queries.execute(lastQuery(search, place))).map((row) => Place.parse(row));
    return { found, ...(next ? { next: { at: next.at, id: next.id } } : {}) };
  });
}

const AT = sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`;
const NEWEST_FIRST = sql`order by created_at desc, id desc`;

/**
 * The requests of a channel before a place, or only those of its starred results, which are few. An index has a channel's
 * requests in this order, except for those with the same time.
 */
function before({ channel, isStarred }: Pick<Search, "channel" | "isStarred">, { at, id }: SearchPlace): SQL {
  const conversation = encodeConversation(conversationOf(channel));
  const are = isStarred
    ? sql`id in (select batch_id from stars where stars.channel = ${conversation} and collected)`
    : sql`${batchChannel} = ${conversation}`;
  return sql`from batches where ${are} and (created_at, id) < (${at}::timestamptz, ${id}::uuid)`;
}

/** Selects one more result than is returned, to know whether there are others. */
export function resultsQuery({ channel, person, words, isStarred }: Search, place: SearchPlace): SQL {
  return sql`
    with searched as materialized (
      select id, created_at, request ->> 'prompt' as prompt, request ->> 'model' as model, requester_name as person
      ${before({ channel, isStarred }, place)} ${NEWEST_FIRST} limit ${REQUESTS_SEARCHED}
    ), matching as materialized (
      select id, created_at, left(prompt, ${PROMPT_CHARACTERS}) as prompt, model, person from searched
      where not exists (
        select from jsonb_array_elements_text(${JSON.stringify(patternsOf(words))}::jsonb) pattern
        where concat_ws(' ', prompt, model, person) not ilike pattern
      )
    )
    select id, ${AT}, extract(epoch from created_at) * 1000 as "requestedAt", prompt, model, person, "messageId", content
    from matching cross join lateral (
      select message.id as "messageId", content from posts
      join console_messages message on message.id = posts.message_id
      join console_channels channel on channel.id = message.channel_id
      where batch_id = matching.id and (kind = 'result' or kind like 'late-%') and state = 'posted'
        and message.channel_id = ${channel}
        and not removed and (visible_to is null or visible_to = ${person})
        and (removed_at is null or position > channel.revision) and jsonb_array_length(content -> 'files') > 0
      order by kind <> 'result', message.position limit 1
    ) shown
    ${NEWEST_FIRST} limit ${FOUND_AT_ONCE + 1}`;
}

/** Selects the last request that is examined, if others may follow. */
export function lastQuery(where: Pick<Search, "channel" | "isStarred">, place: SearchPlace): SQL {
  return sql`select id, ${AT} ${before(where, place)} ${NEWEST_FIRST} offset ${REQUESTS_SEARCHED - 1} limit 1`;
}
