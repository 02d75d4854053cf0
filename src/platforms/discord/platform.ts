import { DISCORD_FILES_PER_MESSAGE, DISCORD_FORM_FIELDS, DISCORD_MENU_MEMBERS } from "./limits.ts";
import { Routes, type REST } from "discord.js";
import { discordTexts } from "../../text/render/discord.ts";
import type { Conversation, MessageRef } from "../../core/chat/conversation.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Handlers } from "../../core/chat/event.ts";
import type { Homes, Platform } from "../../core/chat/platform.ts";
import { rememberReaders } from "../reader-cache.ts";
import { createMemberLimit } from "../../lib/minute-limit.ts";
import { openDownload } from "./receive/files.ts";
import { asPlatformError } from "./connect/errors.ts";
import { interactionIn } from "./connect/ids.ts";
import { createLinkTo, DISCORD_LINKS, linked } from "./receive/linked.ts";
import type { DirectChannelWith } from "./people/direct-channels.ts";
import { lookUp } from "./people/look-up.ts";
import { channelIdOf, messageIdOf } from "./people/places.ts";
import { inOpenThread } from "./post/open-thread.ts";
import { findMessage, postMessage, type PostingContext } from "./post/posting.ts";
import { findResponse } from "./post/response.ts";
import { LOWEST_UPLOAD_BYTES, type UploadLimits } from "./post/upload-limits.ts";
import { editedMessage } from "./post/render.ts";
import { problemsIn } from "./people/posting-problems.ts";
import { mayReadConversation, type Looking } from "./people/visibility.ts";

/** Discord allows about three edits in six seconds per channel. One notice takes a third of that. */
const DISCORD_NOTICE_INTERVAL_MS = 5_000;

/** The connection over which events arrive. A process that only runs jobs and delivers has none. */
export interface Connection {
  start(handlers: Handlers): Promise<void>;
  stop(): Promise<void>;
}

export interface DiscordPlatformDeps extends PostingContext {
  readonly connection: Connection;
  readonly homes: Homes;
  readonly cdn: string | undefined;
  /** Whether the bot can read messages that don't mention it. */
  readonly seesContent: () => boolean;
  readonly uploadLimits: UploadLimits;
  readonly directChannelWith: DirectChannelWith;
  /** How servers and channels are looked up. */
  readonly looking: Looking;
}

/** Discord behind the port. Posting needs only the bot's token, so it works in any process, connected or not. */
export function createDiscordPlatform(deps: DiscordPlatformDeps): Platform {
  const { rest, connection, clock, looking } = deps;
  const mayFollow = createMemberLimit(clock, DISCORD_LINKS);
  return {
    name: "discord",
    capabilities: {
      // The adapter guarantees this: Discord's nonce covers a few minutes, and the stored intent covers the rest.
      postOnce: true,
      // discord.js sends posts to a channel one after another, so more of them would only wait in its queue.
      postTurns: { atOnce: 2, each: 1, byThread: true },
      noticeIntervalMs: DISCORD_NOTICE_INTERVAL_MS,
      noticePictures: "uploaded",
      findShown: (conversation, eventKey, signal) =>
        asPlatformError(() => findShown(rest.rest, conversation, eventKey, signal), signal),
      publicFiles: true,
      opensLocalLinks: false,
      maxFilesPerMessage: DISCORD_FILES_PER_MESSAGE,
      maxFileBytes: LOWEST_UPLOAD_BYTES,
      maxFileBytesIn: (conversation) => deps.uploadLimits.of(conversation),
      problemsOf: async (_workspace, locale) => (deps.seesContent() ? [] : [discordTexts(locale).noContent]),
      problemsIn: (conversation, locale) =>
        asPlatformError(() => problemsIn(looking, conversation, deps.ownId, locale)),
      forms: true,
      optionsAreFields: true,
      formFields: DISCORD_FORM_FIELDS,
      memberMenu: { max: DISCORD_MENU_MEMBERS },
      refusedFormsStay: false,
      refusedMessagesReturn: false,
      answersShowFiles: true,
      answersMessagesDirectly: true,
      direct: true,
      membersRefuseDirect: true,
      memberUploads: false,
      adminsAreOperators: false,
      homes: deps.homes,
    },

    start: (handlers) => connection.start(handlers),
    stop: () => connection.stop(),

    async post(conversation, message, key, signal) {
      try {
        return await asPlatformError(() => postMessage(deps, conversation, message, key, signal), signal);
      } catch (error) {
        if (error instanceof PlatformError && error.failure === "too_large") deps.uploadLimits.forget(conversation);
        throw error;
      }
    },

    findPost: (conversation, key, signal) =>
      asPlatformError(() => findMessage(deps, conversation, key, signal), signal),

    edit: (ref, message, signal) =>
      asPlatformError(async () => {
        const channel = channelIdOf(ref.conversation);
        const route = Routes.channelMessage(channel, messageIdOf(ref));
        const files = message.files ?? [];
        // A progress edit may be dropped, because the next one replaces it. The final edit must wait for the rate limit.
        const droppable = message.progress !== undefined;
        const send = () =>
          rest.send({ method: "PATCH", route, body: editedMessage(message), files, signal, droppable });
        // Progress is no reason to open an archived thread.
        await (droppable ? send() : inOpenThread(rest.rest, channel, send, signal));
      }, signal),

    async remove(ref, signal) {
      try {
        await asPlatformError(async () => {
          const channel = channelIdOf(ref.conversation);
          const route = Routes.channelMessage(channel, messageIdOf(ref));
          await inOpenThread(rest.rest, channel, () => rest.rest.delete(route, signal ? { signal } : {}), signal);
        }, signal);
      } catch (error) {
        if (!(error instanceof PlatformError) || error.failure !== "gone") throw error;
      }
    },

    openAttachment: ({ source }, signal) => asPlatformError(() => openDownload(source, deps.cdn, signal), signal),

    async direct({ workspace }, userId, message, key, signal) {
      try {
        const channel = await deps.directChannelWith(userId, signal);
        const conversation = { platform: "discord", workspace, channel } as const;
        return await asPlatformError(() => postMessage(deps, conversation, message, key, signal), signal);
      } catch (error) {
        // The member doesn't accept direct messages, or has blocked the bot.
        if (error instanceof PlatformError && ["closed", "forbidden", "gone"].includes(error.failure)) return undefined;
        throw error;
      }
    },

    lookUp: (conversation, kind, given) => lookUp(looking.rest, conversation, kind, given),
    linked: (link, by, signal) => linked({ ...deps, ...looking, mayFollow }, link, by, signal),
    linkTo: createLinkTo(looking),
    mayRead: rememberReaders(clock, (conversation, userId, signal) =>
      mayReadConversation(looking, conversation, userId, signal),
    ),
  };
}

/** See `Capabilities.findShown`. */
async function findShown(
  rest: REST,
  conversation: Conversation,
  eventKey: string,
  signal: AbortSignal | undefined,
): Promise<MessageRef | undefined> {
  const interaction = interactionIn(eventKey);
  if (interaction === undefined) return undefined;
  const response = await findResponse(rest, { interaction, channel: channelIdOf(conversation) }, signal);
  return response && { conversation, id: response.id };
}
