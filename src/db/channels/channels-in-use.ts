import { sql } from "drizzle-orm";
import { z } from "zod";
import { decodeConversation, encodeWorkspace, type Conversation } from "../../core/chat/conversation.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { batchChannel, batchWorkspace } from "../schema/jobs.ts";

/** How many of a workspace's latest requests are examined. */
const LATEST_REQUESTS = 1_000;

const Rows = z.array(z.object({ conversation: z.string() }));

/**
 * The other channels of a conversation's workspace that the organisation's requests of the last week came from, latest first.
 * Each is represented by its latest conversation, which may be a thread. Rejects with `DatabaseUnavailableError`.
 */
export async function channelsInUse(
  db: Database,
  organisationId: string,
  here: Conversation,
  most: number,
): Promise<Conversation[]> {
  const rows = await db.run(
    (queries) =>
      queries.execute(sql`
        select conversation from (
          select distinct on (channel) conversation, channel, created_at from (
            select conversation, ${batchChannel} as channel, created_at from batches
            where ${batchWorkspace} = ${encodeWorkspace(here)} and organisation_id = ${organisationId}::uuid
              and created_at > now() - interval '7 days'
            order by created_at desc limit ${LATEST_REQUESTS}::integer
          ) latest order by channel, created_at desc
        ) by_channel order by created_at desc limit ${most + 1}::integer`),
    DATABASE_BACKGROUND_CALL_MS,
  );
  return Rows.parse([...rows])
    .map(({ conversation }) => decodeConversation(conversation))
    .filter(({ channel }) => channel !== here.channel)
    .slice(0, most);
}
