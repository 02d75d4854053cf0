import { randomUUID } from "node:crypto";
import type { MessageRef } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Platform } from "../../../core/chat/platform.ts";
import { report } from "../../../lib/crash-points.ts";
import type { MediaStore } from "../../../media/store/media-store.ts";
import { EASEL_ID } from "../api/people.ts";
import { asPlatformError } from "../connect/errors.ts";
import { channelOf, conversationOf } from "../people/places.ts";
import type { KnownChannels } from "../store/channel-store.ts";
import type { MessageStore } from "../store/message-store.ts";
import type { KeptFile } from "../store/write-messages.ts";
import { contentFor, extrasOf, textOf } from "./outgoing.ts";
import { keepOutgoing } from "./upload.ts";

/** Posts, finds, edits and removes Easel's messages. */
export function createPoster(context: {
  readonly media: MediaStore;
  readonly messages: MessageStore;
  readonly channels: KnownChannels;
  readonly maxFileBytes: number;
}): Pick<Platform, "post" | "findPost" | "edit" | "remove"> {
  const { media, messages, channels, maxFileBytes } = context;
  return {
    post: (conversation, message, key, signal) =>
      asPlatformError(async () => {
        const channel = channelOf(conversation);
        const postKey = postKeyOf(key);
        // The files of an existing post are not stored again.
        const before = message.files?.length ? await messages.findByPostKey(postKey) : undefined;
        if (before) return refTo(before.channelId, before.id);
        if ((await channels.stateOf(channel)) === "unknown")
          throw new PlatformError("gone", `there is no channel named ${channel}`);
        const keptFiles = await keepOutgoing(media, message.files ?? [], signal, maxFileBytes);
        report("post:uploaded");
        signal?.throwIfAborted();
        const id = randomUUID();
        const first = await messages.insert({
          id,
          channel,
          author: EASEL_ID,
          postKey,
          text: textOf(message),
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
          ? withKnownIds(await keepOutgoing(media, message.files, signal, maxFileBytes), await messages.filesOf(ref.id))
          : undefined;
        signal?.throwIfAborted();
        const edited = await messages.edit(channelOf(ref.conversation), ref.id, {
          text: textOf(message),
          content: extrasOf(message),
          ...(files ? { files } : {}),
          ...(message.replyTo ? { replyTo: message.replyTo.id } : {}),
        });
        if (!edited) throw new PlatformError("gone", "the message has been removed");
      }),

    remove: (ref) =>
      asPlatformError(async () => {
        channelOf(ref.conversation);
        await messages.remove(ref.id);
      }),
  };
}

/** Gives the files that a message already shows the ids that they have there, so that pages don't load them again. */
function withKnownIds(files: readonly KeptFile[], shown: readonly KeptFile[]): KeptFile[] {
  const left = [...shown];
  return files.map((file) => {
    const place = left.findIndex(({ hash, number }) => hash === file.hash && number === file.number);
    const [known] = place === -1 ? [] : left.splice(place, 1);
    return known ? { ...file, id: known.id, ...(known.preview === undefined ? {} : { preview: known.preview }) } : file;
  });
}

/** Distinguishes the keys of posts from those of private answers, which are in the same column. */
function postKeyOf(key: string): string {
  return `post:${key}`;
}

function refTo(channel: string, id: string): MessageRef {
  return { conversation: conversationOf(channel), id };
}
