import { randomUUID } from "node:crypto";
import type { Database } from "../../db/connection.ts";
import { report } from "../../lib/steps.ts";
import { EaselError } from "../../lib/errors.ts";
import { CONSOLE_FILES_PER_MESSAGE } from "../../lib/limits.ts";
import { MediaTooLargeError, type MediaStore } from "../../media/store/media-store.ts";
import type { MessageRef } from "../../core/chat/conversation.ts";
import { PlatformError } from "../../core/chat/errors.ts";
import type { Platform } from "../../core/chat/platform.ts";
import { addFirstChannels, type KnownChannels } from "./post/channels.ts";
import type { Feed } from "./post/feed.ts";
import { findFile, keepOutgoing } from "./receive/files.ts";
import type { Intake } from "./receive/intake.ts";
import { lookUp } from "./receive/look-up.ts";
import type { MessageStore } from "./post/message-store.ts";
import { contentFor, extrasOf } from "./post/outgoing.ts";
import { linked } from "./receive/linked.ts";
import { EASEL_ID } from "./api/people.ts";
import { channelOf, conversationOf } from "./receive/place.ts";

/** The page draws an edit at once; this only spares the database. */
const CONSOLE_NOTICE_INTERVAL_MS = 250;

export interface ConsolePlatformDeps {
  readonly db: Database;
  readonly media: MediaStore;
  readonly messages: MessageStore;
  readonly channels: KnownChannels;
  readonly intake: Intake;
  readonly feed: Feed;
  /** The largest file of a post. */
  readonly maxFileBytes: number;
}

/** The Console behind the port. Posting works in any process on the same database, started or not. */
export function createConsolePlatform(deps: ConsolePlatformDeps): Platform {
  const { db, media, messages, channels, intake, feed, maxFileBytes } = deps;
  return {
    name: "console",
    capabilities: {
      postOnce: true,
      noticeIntervalMs: CONSOLE_NOTICE_INTERVAL_MS,
      maxFilesPerMessage: CONSOLE_FILES_PER_MESSAGE,
      maxFileBytes,
      forms: true,
      direct: false,
    },

    start: (handlers) =>
      asPlatformError(async () => {
        await addFirstChannels(db);
        await feed.start();
        intake.open(handlers);
      }),

    async stop() {
      await intake.close();
      await feed.stop();
    },

    post: (conversation, message, key, signal) =>
      asPlatformError(async () => {
        const channel = channelOf(conversation);
        const postKey = postKeyOf(key);
        // Files are not stored again for a post that is there; the store tells of every other one by itself.
        const before = message.files?.length ? await messages.findByPostKey(postKey) : undefined;
        if (before) return refTo(before.channelId, before.id);
        if ((await channels.stateOf(channel)) === "unknown")
          throw new PlatformError("gone", `there is no channel ${channel}`);
        const keptFiles = await keepOutgoing(media, message.files ?? [], signal, maxFileBytes);
        report("post:uploaded");
        signal?.throwIfAborted();
        const id = randomUUID();
        const first = await messages.insert({
          id,
          channel,
          author: EASEL_ID,
          postKey,
          text: message.text,
          content: contentFor(message, keptFiles),
          keptFiles,
          ...(message.replyTo ? { replyTo: message.replyTo.id } : {}),
        });
        return first ? refTo(first.channelId, first.id) : refTo(channel, id);
      }),

    findPost: (conversation, key) =>
      asPlatformError(async () => {
        channelOf(conversation);
        const row = await messages.findByPostKey(postKeyOf(key));
        return row && refTo(row.channelId, row.id);
      }),

    edit: (ref, message, signal) =>
      asPlatformError(async () => {
        const files = message.files?.length
          ? await keepOutgoing(media, message.files, signal, maxFileBytes)
          : undefined;
        signal?.throwIfAborted();
        const edited = await messages.edit(channelOf(ref.conversation), ref.id, {
          text: message.text,
          content: extrasOf(message),
          ...(files ? { files } : {}),
          ...(message.replyTo ? { replyTo: message.replyTo.id } : {}),
        });
        if (!edited) throw new PlatformError("gone", "the message is gone");
      }),

    remove: (ref) =>
      asPlatformError(async () => {
        channelOf(ref.conversation);
        await messages.remove(ref.id);
      }),

    openAttachment: (attachment) =>
      asPlatformError(async () => {
        const file = await findFile(db, attachment.source);
        if (!file) throw new PlatformError("gone", "the attachment is gone");
        return media.open(file.hash);
      }),

    direct: () => Promise.resolve(undefined),
    lookUp: (_conversation, kind, given) => asPlatformError(() => lookUp(channels, kind, given)),
    linked: (link, { userId }) => asPlatformError(() => linked(messages, link, userId)),
    // Everybody in the Console sees all of its channels.
    mayRead: () => Promise.resolve(true),
  };
}

/** Keys of posts and of private answers share a column; neither may take the other's. */
function postKeyOf(key: string): string {
  return `post:${key}`;
}

function refTo(channel: string, id: string): MessageRef {
  return { conversation: conversationOf(channel), id };
}

/** The port promises errors of one kind. What is not known to be final may work when it is tried again. */
async function asPlatformError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    if (error instanceof MediaTooLargeError) throw new PlatformError("too_large", error.message, error);
    if (error instanceof EaselError && error.code === "media_missing") {
      throw new PlatformError("gone", error.message, error);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlatformError("unavailable", `the Console could not do it: ${reason}`, error);
  }
}
