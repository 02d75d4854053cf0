import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { typedLine, typedCommandOf } from "../../../command/form/typed-line.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import { encodeConversation } from "../../../core/chat/conversation.ts";
import { MediaRequest } from "../../../core/request/request.ts";
import type { Database } from "../../../db/connection.ts";
import { consoleChannels } from "../../../db/schema/console.ts";
import { WORKSPACE, type PersonId } from "../api/people.ts";
import type { PromptsView } from "../api/prompts.ts";
import { conversationOf } from "../people/places.ts";
import { CONSOLE_READ_BYTES } from "./bounded-messages.ts";
import { CHANNEL, IS_OPEN } from "./channel-names.ts";
import { patternsOf } from "./search-patterns.ts";

/** Prompts per response. More than anyone looks through; words find others. */
export const PROMPTS_AT_ONCE = 100;
/** Requests of an account that are examined. Bounds the cost, regardless of the length of the history. */
export const OWN_REQUESTS_EXAMINED = 2_000;

/** A channel that requests are listed from: its encoded conversation, and the time since which it exists without interruption. */
interface ListedChannel {
  readonly conversation: string;
  readonly name: string;
  readonly since: string | null;
}

const Row = z.object({
  request: MediaRequest,
  files: z.array(z.string()),
  channel: z.string(),
  requestedAt: z.coerce.number(),
  more: z.boolean(),
});

/**
 * What the person asked for in channels that are open, newest first, each prompt of a command once, if the prompt and model
 * contain each of the words. Returns nobody else's requests, even if an account belongs to several people of the Console.
 */
export async function ownPrompts(
  db: Pick<Database, "run">,
  commands: readonly CommandSpec[],
  asked: { readonly person: PersonId; readonly words: string },
): Promise<PromptsView> {
  return db.run(async (queries) => {
    const open = await queries
      .select({ ...CHANNEL, since: consoleChannels.removedAt })
      .from(consoleChannels)
      .where(IS_OPEN);
    const channels = open.map(({ id, name, since }) => ({
      conversation: encodeConversation(conversationOf(id)),
      name,
      since: since?.toISOString() ?? null,
    }));
    const rows = (await queries.execute(ownPromptsQuery(asked, channels))).map((row) => Row.parse(row));
    const prompts = rows.flatMap(({ request, files, channel, requestedAt }) => {
      const name = typedCommandOf(request.kind, files.length);
      const spec = commands.find((command) => command.name === name);
      return spec ? [{ line: typedLine(request, spec), files, channel, requestedAt }] : [];
    });
    return { prompts, more: rows.some(({ more }) => more) };
  });
}

/** Reads whole requests only for those that are returned, without what is stored about their files. */
export function ownPromptsQuery(
  { person, words }: { readonly person: PersonId; readonly words: string },
  channels: readonly ListedChannel[],
): SQL {
  return sql`
    with examined as materialized (
      select id, created_at, platform, requester_id, conversation, request ->> 'prompt' as prompt, request ->> 'model' as model,
        request ->> 'kind' as kind, jsonb_array_length(request -> 'references') > 0 as has_files
      from batches
      where account_id = (
        select account_id from identities where platform = 'console' and workspace = ${WORKSPACE} and user_id = ${person}
      )
      order by created_at desc limit ${OWN_REQUESTS_EXAMINED}
    ), own as (
      select id, created_at, channel.name,
        row_number() over (partition by kind, has_files, prompt order by created_at desc, id desc) as turn
      from examined
      join jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) as channel (conversation text, name text, since timestamptz)
        on channel.conversation = examined.conversation
      where platform = 'console' and requester_id = ${person} and (since is null or created_at > since)
        and not exists (
          select from jsonb_array_elements_text(${JSON.stringify(patternsOf(words))}::jsonb) pattern
          where concat_ws(' ', prompt, model) not ilike pattern
        )
    ), latest as materialized (
      select id, created_at, name from own where turn = 1
      order by created_at desc, id desc limit ${PROMPTS_AT_ONCE + 1}
    ), whole as (
      select latest.*, typed.request, typed.files,
        row_number() over newest_first as turn,
        sum(octet_length(typed.request::text) + octet_length(typed.files::text)) over newest_first as total
      from latest join batches on batches.id = latest.id cross join lateral (
        select (batches.request || '{"references": []}') - 'mask' as request,
          jsonb_path_query_array(batches.request, '$.references[*].name') as files
      ) typed
      window newest_first as (order by latest.created_at desc, latest.id desc)
    ), bounded as (
      select *, coalesce(lag(total) over (order by turn), 0) as before from whole
    )
    select request, files, name as channel, extract(epoch from created_at) * 1000 as "requestedAt",
      turn = max(turn) over () and turn < (select count(*) from latest) as more
    from bounded where turn <= ${PROMPTS_AT_ONCE} and before < ${CONSOLE_READ_BYTES}
    order by turn`;
}
