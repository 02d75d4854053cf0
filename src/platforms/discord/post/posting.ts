import { DISCORD_HISTORY_PAGE } from "../limits.ts";
import { createHash } from "node:crypto";
import { Routes } from "discord.js";
import { z } from "zod";
import { report } from "../../../lib/crash-points.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Conversation, MessageRef } from "../../../core/chat/conversation.ts";
import type { Message } from "../../../core/chat/message.ts";
import { channelIdOf } from "../people/places.ts";
import { customIdsOf, digestOf, newMessage } from "./render.ts";
import { customIdsIn } from "./section-view.ts";
import type { DiscordRest } from "../connect/web-api.ts";
import { idAt } from "../connect/ids.ts";
import type { DiscordStore, KnownPost } from "../store/discord-store.ts";

/** The maximum length of a nonce. */
export const DISCORD_NONCE_CHARACTERS = 25;
/** How long a nonce reliably prevents duplicates. Discord remembers it for several minutes. */
const DISCORD_NONCE_MS = 2 * 60_000;
/** The search for a post starts this long before the intent was stored, because clocks differ. */
const DISCORD_CLOCK_SKEW_MS = 60_000;

export interface PostingContext {
  readonly rest: DiscordRest;
  readonly store: DiscordStore;
  readonly clock: Clock;
  /** The bot's own user id. */
  readonly ownId: () => Promise<string>;
}

const Created = z.object({ id: z.string() });

const Listed = z.array(
  z.object({
    id: z.string(),
    author: z.object({ id: z.string() }),
    content: z.string(),
    components: z.unknown(),
  }),
);

/**
 * Posts a message once per key. The intent is stored before sending. For a few minutes, Discord's nonce prevents duplicates.
 * After that, a retry first searches the channel for the intended message.
 */
export async function postMessage(
  context: PostingContext,
  conversation: Conversation,
  message: Message,
  key: string,
  signal: AbortSignal | undefined,
): Promise<MessageRef> {
  const { rest, store, clock } = context;
  const channel = channelIdOf(conversation);
  const body = newMessage(message);
  const digest = digestOf({ content: body.content ?? "", customIds: customIdsOf(message) });
  const intent = await store.intendPost(key, { channel, digest });
  if (intent.messageId !== undefined) return { conversation, id: intent.messageId };
  if (!intent.fresh && clock.now() - intent.createdAt.getTime() > DISCORD_NONCE_MS) {
    const found = await search(context, intent, signal);
    if (found !== undefined) return noted(found);
  }
  const sent = await rest.send({
    method: "POST",
    route: Routes.channelMessages(channel),
    body: { ...body, nonce: nonceOf(key), enforce_nonce: true },
    files: message.files ?? [],
    signal,
  });
  report("post:uploaded");
  return noted(Created.parse(sent).id);

  async function noted(id: string): Promise<MessageRef> {
    await store.posted(key, id);
    return { conversation, id };
  }
}

/** The message posted under a key, even if the process that posted it died before recording it. */
export async function findMessage(
  context: PostingContext,
  conversation: Conversation,
  key: string,
  signal: AbortSignal | undefined,
): Promise<MessageRef | undefined> {
  channelIdOf(conversation);
  const intent = await context.store.findPost(key);
  if (!intent) return undefined;
  const id = intent.messageId ?? (await search(context, intent, signal));
  if (id === undefined) return undefined;
  if (intent.messageId === undefined) await context.store.posted(key, id);
  return { conversation, id };
}

/** Searches the channel from the time of the intent. Messages already recorded for other posts are skipped. */
async function search(
  { rest, store, ownId }: PostingContext,
  intent: KnownPost,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const own = await ownId();
  let after = idAt(intent.createdAt.getTime() - DISCORD_CLOCK_SKEW_MS);
  for (;;) {
    const query = new URLSearchParams({ after, limit: String(DISCORD_HISTORY_PAGE) });
    const page = Listed.parse(
      await rest.rest.get(Routes.channelMessages(intent.channel), { query, ...(signal ? { signal } : {}) }),
    );
    const alike = page
      .filter(({ author, content, components }) => {
        const customIds = customIdsIn(components);
        return author.id === own && intent.digests.includes(digestOf({ content, customIds }));
      })
      .map(({ id }) => id);
    const claimed = await store.claimed(alike);
    const found = alike.find((id) => !claimed.has(id));
    if (found !== undefined) return found;
    const newest = page.map(({ id }) => BigInt(id)).reduce((one, other) => (other > one ? other : one), 0n);
    if (page.length < DISCORD_HISTORY_PAGE) return undefined;
    after = String(newest);
  }
}

/** Keys of batches fit into a nonce. Longer keys are hashed. */
function nonceOf(key: string): string {
  if (key.length <= DISCORD_NONCE_CHARACTERS) return key;
  return createHash("sha256").update(key).digest("base64url").slice(0, DISCORD_NONCE_CHARACTERS);
}
