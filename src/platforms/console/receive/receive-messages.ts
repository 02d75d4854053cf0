import { splitCommandLine } from "../../../command/parse/command-names.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import { withoutSecrets } from "../../../core/account/keys/typed-secret.ts";
import type { Database } from "../../../db/connection.ts";
import type { CommandEvent, TextEvent } from "../../../core/chat/event.ts";
import { actorOf } from "../people/actor.ts";
import { findSeen, targetFor } from "./reply-target.ts";
import { isForEasel, withoutMentions } from "./is-for-easel.ts";
import type { NewMessage } from "../api/api.ts";
import type { KnownChannels } from "../store/channel-store.ts";
import { contentOf, storableText, type StoredFile } from "../store/message-content.ts";
import { findUploads, type FileRow } from "./files.ts";
import type { Shown } from "../post/answers.ts";
import type { Intake } from "./event-intake.ts";
import type { MessageRow, MessageStore } from "../store/message-store.ts";
import type { Refusal } from "../routes/request-refusal.ts";
import { conversationOf } from "../people/places.ts";

/**
 * Stores a person's message and, if it is addressed to Easel, handles it. Resolves when that is committed. If it rejects, the
 * page repeats the message, which is handled again under the same key but not stored twice.
 */
export async function receiveMessage(
  deps: {
    readonly db: Database;
    readonly messages: MessageStore;
    readonly channels: KnownChannels;
    readonly intake: Intake;
    readonly commands: readonly CommandSpec[];
  },
  given: NewMessage,
): Promise<Refusal | Shown> {
  const { db, messages } = deps;
  // A secret that someone typed is never stored, not even in their own message.
  const message = { ...given, text: withoutSecrets(given.text) };
  if (!(await deps.channels.have(message.channel))) {
    return { status: 404, code: "channel_unknown", message: "There is no such channel." };
  }
  if (message.text.trim() === "" && message.attachments.length === 0) {
    return { status: 400, code: "empty_message", message: "A message needs text or a file." };
  }
  const ids = message.attachments.map((attachment) => attachment.upload);
  const uploads = await findUploads(db, message.as, ids);
  if (
    uploads.length !== ids.length ||
    uploads.some((upload) => upload.messageId !== null && upload.messageId !== message.id)
  ) {
    return {
      status: 404,
      code: "upload_unknown",
      message: "A file of this message no longer exists. Attach it again.",
    };
  }
  const target = message.replyTo === undefined ? undefined : await findSeen(messages, message.replyTo, message);
  const files = uploads.map((upload, index) => fileOf(upload, message.attachments[index]));
  const before = await messages.insert({
    id: message.id,
    channel: message.channel,
    author: message.as,
    // The answer may be private, so the message is, too. Once its request is accepted, everyone sees it (`responderFor`).
    ...(isForEasel(message.text, target?.author, deps.commands) ? { visibleTo: message.as } : {}),
    text: message.text,
    content: { files, buttons: [] },
    uploads: ids,
    ...(target ? { replyTo: target.id } : {}),
  });
  if (before && !isSame(before, message, files)) {
    return { status: 409, code: "message_id_taken", message: "A different message was already sent under this id." };
  }
  const event = eventFor(message, uploads, target, deps.commands);
  return event ? deps.intake.take(event, message.as) : {};
}

function isSame(row: MessageRow, message: NewMessage, files: readonly StoredFile[]): boolean {
  const known = contentOf(row).files.map((file) => file.id);
  return (
    row.author === message.as &&
    row.channelId === message.channel &&
    row.text === storableText(message.text) &&
    known.join() === files.map((file) => file.id).join()
  );
}

/** Undefined for files without text that don't reply to Easel, because people also share pictures with each other. */
function eventFor(
  message: NewMessage,
  uploads: readonly FileRow[],
  row: MessageRow | undefined,
  commands: readonly CommandSpec[],
): TextEvent | CommandEvent | undefined {
  const named = withoutMentions(message.text);
  const target = row && targetFor(row);
  const mentionsUs = named !== message.text;
  if (message.text.trim() === "" && target?.own !== true) return undefined;
  const conversation = conversationOf(message.channel);
  const base = { key: `message:${message.id}`, conversation, actor: actorOf(message.as, message.locale) };
  const names = commands.map(({ name }) => name);
  const line = splitCommandLine(message.text, names);
  // A command without options or files counts as picked from the list, so it may open its form.
  if (line?.rest === "" && uploads.length === 0) {
    return { ...base, kind: "command", command: line.command, options: {}, attachments: [] };
  }
  return {
    ...base,
    kind: "text",
    message: { conversation, id: message.id },
    mentionsUs,
    text: named.trim(),
    attachments: uploads.map(({ id, name, mimeType, bytes }) => ({ source: id, name, mimeType, bytes })),
    ...(target ? { target } : {}),
  };
}

function fileOf(upload: FileRow, attachment: NewMessage["attachments"][number] | undefined): StoredFile {
  return {
    id: upload.id,
    name: upload.name,
    mimeType: upload.mimeType,
    bytes: upload.bytes,
    // People don't describe their uploads, so the file name serves as the description.
    description: upload.name,
    ...(attachment?.width === undefined ? {} : { width: attachment.width }),
    ...(attachment?.height === undefined ? {} : { height: attachment.height }),
  };
}
