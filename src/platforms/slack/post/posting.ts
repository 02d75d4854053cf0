import { z } from "zod";
import { DAY_MS } from "../../../lib/limits.ts";
import { createTtlCache } from "../../../lib/ttl-cache.ts";
import { createKeyedQueue } from "../../../lib/serial-queue.ts";
import { report } from "../../../lib/crash-points.ts";
import type { Conversation, MessageRef } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Message } from "../../../core/chat/message.ts";
import type { Platform } from "../../../core/chat/platform.ts";
import { SLACK_REMEMBERED } from "../limits.ts";
import type { DirectChannelOf } from "./direct-channels.ts";
import { render } from "./render.ts";
import type { Cadence, Pace } from "./cadence.ts";
import type { SlackIdentity } from "../connect/identity.ts";
import type { Place, PostRow } from "../store/post-store.ts";
import { sendFiles, shareFiles, type UploadContext } from "./upload.ts";
import { SlackRefusal } from "../connect/web-api.ts";

/** How many pages of a channel's history are searched for a post, from just before its intent was stored. */
const SLACK_HISTORY_PAGES = 10;
/** The largest assumed difference between Slack's clock and ours. */
const SLACK_CLOCK_SKEW_MS = 60_000;

export interface PosterContext extends UploadContext {
  readonly identity: () => Promise<SlackIdentity>;
  readonly cadence: Cadence;
  readonly pace: Pace;
  readonly directChannelOf: DirectChannelOf;
}

const Posted = z.object({ ts: z.string() });
const Anything = z.looseObject({});
const History = z.object({
  messages: z
    .array(
      z.object({
        ts: z.string(),
        bot_id: z.string().optional(),
        metadata: z
          .object({ event_type: z.string(), event_payload: z.looseObject({ key: z.unknown() }) })
          .optional()
          .catch(undefined),
      }),
    )
    .default([]),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

/** The metadata type by which posts are found again: https://docs.slack.dev/messaging/message-metadata */
const EVENT_TYPE = "easel_post";

/** Posts, finds, edits and removes messages. Works in any process, connected or not. */
export type Poster = Pick<Platform, "post" | "findPost" | "edit" | "remove" | "direct">;

export function createPoster(context: PosterContext): Poster {
  const { web, store, cadence, clock, directChannelOf } = context;
  const inTurn = createKeyedQueue();
  const sentDirectly = createTtlCache<MessageRef>(clock, { keptMs: DAY_MS, max: SLACK_REMEMBERED });

  const poster: Poster = {
    async post(conversation, message, key, signal) {
      const place = await placeOf(conversation);
      const files = message.files ?? [];
      const row = await store.intend(key, place, files.length > 0);
      if (row.ts !== null) return { conversation, id: row.ts };
      const say = async (): Promise<string> => {
        await context.pace(place.channel, signal);
        const fileIds = files.length === 0 ? [] : await shareFiles(key, files, place, context, { signal });
        report("post:uploaded");
        const body = { ...bodyOf(message, place), ...markOf(key, fileIds) };
        const posted = await web.call("chat.postMessage", body, Posted, signal);
        await store.posted(key, posted.ts);
        return posted.ts;
      };
      const ts = await withdrawnIfRefused(key, place, async () => {
        if (files.length === 0) return say();
        await sendFiles(key, files, context, { signal });
        // A result's words must follow its own files, so simultaneous results take turns.
        return inTurn(idOf(place.channel, place.thread ?? ""), say);
      });
      if (message.progress) cadence.seen(idOf(place.channel, ts));
      return { conversation, id: ts };
    },

    async direct(at, userId, hello, key, signal) {
      const { workspace } = await placeOf(at);
      try {
        // Simultaneous requests share one message.
        return await sentDirectly(key, async () => {
          const channel = await directChannelOf(userId, signal);
          const conversation: Conversation = { platform: "slack", workspace, channel };
          // An earlier attempt might have succeeded although its answer was lost.
          const existing = await poster.findPost(conversation, key, signal);
          return existing ?? poster.post(conversation, hello, key, signal);
        });
      } catch (error) {
        if (error instanceof SlackRefusal && !error.retryable) return undefined;
        if (error instanceof PlatformError && error.failure === "closed") return undefined;
        throw error;
      }
    },

    async findPost(conversation, key, signal) {
      const place = await placeOf(conversation);
      const row = await store.find(key);
      // Without a stored intent, nothing was ever sent.
      if (!row) return undefined;
      const ts = row.ts ?? (await searchFor(row, place, signal));
      return ts === undefined ? undefined : { conversation, id: ts };
    },

    async edit(ref, message, signal) {
      const place = await placeOf(ref.conversation);
      const { channel } = place;
      const id = idOf(channel, ref.id);
      const rendered = render(message);
      if (message.files?.length) return replaceFiles(ref, message, place, signal);
      if (message.progress) {
        cadence.seen(id);
        await web.callOrDrop("chat.update", { channel, ts: ref.id, ...rendered }, Anything, signal);
      } else {
        cadence.ended(id);
        await web.call("chat.update", { channel, ts: ref.id, ...rendered }, Anything, signal);
      }
    },

    async remove(ref, signal) {
      const { workspace, channel } = await placeOf(ref.conversation);
      cadence.ended(idOf(channel, ref.id));
      const post = await store.at(workspace, channel, ref.id);
      const files = post ? (await store.uploads(post.key)).map((row) => row.fileId) : [];
      await unlessGone(() => web.call("chat.delete", { channel, ts: ref.id }, Anything, signal));
      if (post) await store.removed(post.key);
      for (const file of files) await unlessGone(() => web.call("files.delete", { file }, Anything, signal));
      if (post) await store.forget(post.key, files);
    },
  };
  return poster;

  /** Nothing is where a post was refused, so a later try need not search the messages since this one. */
  async function withdrawnIfRefused(key: string, place: Place, post: () => Promise<string>): Promise<string> {
    try {
      return await post();
    } catch (error) {
      if (!(error instanceof SlackRefusal) || error.retryable) throw error;
      await store.withdraw(key);
      throw isDirect(place) && isShut(error) ? new PlatformError("closed", error.message, error) : error;
    }
  }

  /** A message for one workspace must never be sent with another one's token. */
  async function placeOf({ platform, workspace, channel, thread }: Conversation): Promise<Place> {
    const { teamId } = await context.identity();
    if (platform === "slack" && workspace === teamId) return { workspace, channel, thread };
    throw new PlatformError("rejected", "the conversation belongs to another workspace");
  }

  async function replaceFiles(
    ref: MessageRef,
    message: Message,
    place: Place,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const post = await store.at(place.workspace, place.channel, ref.id);
    if (!post) throw new PlatformError("gone", "the message is not Easel's, or it has been deleted");
    const old = await store.uploads(post.key);
    const first = Math.max(0, ...old.map((row) => row.ordinal)) + 1;
    const files = message.files ?? [];
    await sendFiles(post.key, files, context, { first, signal });
    const fileIds = await shareFiles(post.key, files, place, context, { first, signal });
    const { channel } = place;
    const body = { channel, ts: ref.id, ...render(message), ...markOf(post.key, fileIds) };
    await web.call("chat.update", body, Anything, signal);
    for (const { fileId } of old) await unlessGone(() => web.call("files.delete", { file: fileId }, Anything, signal));
    await store.forget(
      post.key,
      old.map((row) => row.fileId),
    );
  }

  /** Searches the messages since just before the intent for the one with its key. */
  async function searchFor(row: PostRow, place: Place, signal: AbortSignal | undefined): Promise<string | undefined> {
    const { botId } = await context.identity();
    const { channel, thread } = place;
    const oldest = ((row.createdAt.getTime() - SLACK_CLOCK_SKEW_MS) / 1000).toFixed(6);
    let cursor: string | undefined;
    for (let pages = 0; pages < SLACK_HISTORY_PAGES; pages++) {
      const page = await web.call(
        thread === undefined ? "conversations.history" : "conversations.replies",
        {
          channel,
          ...(thread === undefined ? {} : { ts: thread }),
          oldest,
          inclusive: true,
          include_all_metadata: true,
          limit: 200,
          ...(cursor === undefined ? {} : { cursor }),
        },
        History,
        signal,
      );
      const found = page.messages.find(
        ({ bot_id, metadata }) =>
          bot_id === botId && metadata?.event_type === EVENT_TYPE && metadata.event_payload.key === row.key,
      );
      if (found) {
        await store.posted(row.key, found.ts);
        return found.ts;
      }
      cursor = page.response_metadata?.next_cursor;
      if (cursor === undefined || cursor === "") return undefined;
    }
    throw new PlatformError("unavailable", "too many messages since then to find the post");
  }
}

function bodyOf(message: Message, { channel, thread }: Place): Record<string, unknown> {
  return {
    channel,
    ...(thread === undefined ? {} : { thread_ts: thread }),
    ...render(message),
    unfurl_links: false,
    unfurl_media: false,
  };
}

function markOf(key: string, files: readonly string[]): Record<string, unknown> {
  return { metadata: { event_type: EVENT_TYPE, event_payload: { key, files } } };
}

function isDirect({ channel }: Place): boolean {
  return channel.startsWith("D");
}

/** Whether a conversation takes nothing at all. A scope is missing everywhere. */
function isShut({ failure, slackCode }: SlackRefusal): boolean {
  return (failure === "forbidden" && slackCode !== "missing_scope") || failure === "gone";
}

function idOf(channel: string, ts: string): string {
  return `${channel} ${ts}`;
}

async function unlessGone(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof SlackRefusal) || error.failure !== "gone") throw error;
  }
}
