import {
  MessageReferenceType,
  PermissionsBitField,
  Routes,
  type Message as DiscordMessage,
  type Role,
} from "discord.js";
import { troubleText } from "../../../command/failed-text.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { discordTexts } from "../../../text/render/discord.ts";
import { textsFor } from "../../../text/texts.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { Responder, Target } from "../../../core/chat/event.ts";
import type { Message } from "../../../core/chat/message.ts";
import type { Locale } from "../../../lib/locale.ts";
import { authorOf, serverLocale } from "../people/actor.ts";
import { attachmentOf } from "./files.ts";
import { asPlatformError, platformErrorOf } from "../connect/errors.ts";
import type { DirectChannelWith } from "../people/direct-channels.ts";
import type { HomeMember, HomeOf } from "../people/home-server.ts";
import type { Locales } from "../people/locales.ts";
import type { Intake } from "./event-intake.ts";
import { targetOf } from "./receive-actions.ts";
import { missingText } from "../people/permissions.ts";
import { conversationOf } from "../people/places.ts";
import { postAnswer } from "../post/direct-answer.ts";
import type { DiscordRest } from "../connect/web-api.ts";
import type { AnswerUploads } from "../post/answer-uploads.ts";
import type { FileInMemory } from "../post/upload.ts";
import { formsFor } from "./form-elsewhere.ts";
import type { WithheldAnswers } from "./withheld-answers.ts";

export interface TextsContext {
  readonly rest: DiscordRest;
  readonly intake: Intake;
  readonly homeOf: HomeOf;
  readonly locales: Pick<Locales, "of">;
  readonly log: Logger;
  /** Whether the bot can read messages that don't mention it. */
  readonly seesContent: () => boolean;
  readonly withheld: WithheldAnswers;
  readonly uploads: AnswerUploads;
  readonly directChannelWith: DirectChannelWith;
}

/** Receives messages to Easel: direct messages, mentions of it or its role, and replies. Never rejects. */
export async function receiveText(message: DiscordMessage, context: TextsContext): Promise<void> {
  const { intake, log } = context;
  try {
    if (!isMeant(message)) return;
    await intake.once(message.id, async (handlers, untaken) => {
      const known = await context.locales.of(message.author.id);
      const responder = responderFor(message, known ?? serverLocale(message), context);
      const finding = learnParent(message).then(() => homeFor(message, context));
      const home = await finding.catch(async (error: unknown) => {
        untaken();
        await responder.answer({ text: textsFor(known ?? serverLocale(message)).trouble });
        throw error;
      });
      const actor = authorOf(message, { known, home });
      const workspace = message.guildId ?? home?.guild;
      const conversation = conversationOf(workspace ?? "", { id: message.channelId, known: message.channel });
      const refusal = workspace === undefined ? discordTexts(actor.locale).noHome : unreadable(message, actor.locale);
      if (refusal !== undefined) return responder.answer({ text: refusal });
      const target = await targetFor(message, conversation, context);
      const event = {
        kind: "text" as const,
        key: `message:${message.id}`,
        conversation,
        isDirect: message.channel.isDMBased(),
        actor,
        message: { conversation, id: message.id },
        mentionsUs: mentionsUs(message),
        text: wordsOf(message),
        attachments: filesOf(message),
        ...(target ? { target } : {}),
      };
      try {
        await handlers.event(event, responder);
      } catch (error) {
        untaken();
        const text = troubleText(event, error, textsFor(actor.locale));
        if (text !== undefined) await responder.answer({ text });
        throw error;
      }
    });
  } catch (error) {
    log.warn({ message: message.id, err: platformErrorOf(error) }, "a message could not be handled");
  }
}

/** The author in their home server. Undefined in a server, and for those who have no home. */
async function homeFor({ guildId, author }: DiscordMessage, { homeOf }: TextsContext): Promise<HomeMember | undefined> {
  return guildId === null ? homeOf(author.id) : undefined;
}

/**
 * Without the message content intent, Discord hides the content of a reply that doesn't mention the bot. With the
 * intent, such a reply is a conversation between people.
 */
function isMeant(message: DiscordMessage): boolean {
  const { author, client, mentions, channel } = message;
  if (author.bot || message.webhookId !== null || message.system) return false;
  if (channel.isDMBased() || mentionsUs(message)) return true;
  const repliesToUs = mentions.repliedUser?.id === client.user.id;
  return repliesToUs && (message.content !== "" || message.attachments.size > 0);
}

/** Whether the message mentions Easel, or Easel's own role, which Discord offers under the same name. */
function mentionsUs(message: DiscordMessage): boolean {
  return message.mentions.users.has(message.client.user.id) || ownRoleIn(message) !== undefined;
}

/** Easel's own role, if the message mentions it. Discord creates the role when Easel is added to a server. */
function ownRoleIn({ mentions, client }: DiscordMessage): Role | undefined {
  return mentions.roles.find(({ tags }) => tags?.botId === client.user.id);
}

function wordsOf(message: DiscordMessage): string {
  const { content, client } = message;
  const role = ownRoleIn(message);
  const mention = new RegExp(`<@!?${client.user.id}>${role ? `|<@&${role.id}>` : ""}`, "g");
  return content.replaceAll(mention, "").trim();
}

/** A thread follows the rules of its channel, which discord.js doesn't know if Discord has not announced the thread. */
async function learnParent({ channel }: DiscordMessage): Promise<void> {
  if (channel.isThread() && channel.parentId === null) await channel.fetch();
}

/** A forwarded message's files count as the message's own. */
function filesOf(message: DiscordMessage) {
  const forwarded =
    message.reference?.type === MessageReferenceType.Forward ? message.messageSnapshots.first() : undefined;
  return [...message.attachments.values(), ...(forwarded?.attachments.values() ?? [])].map((file) =>
    attachmentOf(file),
  );
}

/** The message that is replied to. If it can't be read, its id is still known. */
async function targetFor(
  message: DiscordMessage,
  conversation: Conversation,
  { seesContent, log }: TextsContext,
): Promise<Target | undefined> {
  const { reference, client } = message;
  if (reference?.messageId === undefined || reference.type === MessageReferenceType.Forward) return undefined;
  const me = client.user;
  const open = message.channel.isDMBased() || seesContent();
  try {
    const replied = await message.fetchReference();
    const own = replied.author.id === me.id;
    const shows = replied.attachments.size > 0 || replied.mentions.users.has(me.id);
    return targetOf(replied, conversation, { me, complete: own || open || shows });
  } catch (error) {
    const failure = platformErrorOf(error);
    log.info({ message: message.id, err: failure }, "the message that is replied to can't be read");
    // Discord doesn't say whose a deleted message was. If it was Easel's, its result may still be known.
    const own = failure.failure === "gone" || message.mentions.repliedUser?.id === me.id;
    return { message: { conversation, id: reference.messageId }, attachments: [], own, complete: own };
  }
}

/** Why a message can't be read, or answered in its channel. */
function unreadable(message: DiscordMessage, locale: Locale): string | undefined {
  const { channel, client, content } = message;
  if (channel.isDMBased()) return undefined;
  // A mention is part of the content, so empty content means that Discord has hidden it.
  if (content === "" && ownRoleIn(message)) return discordTexts(locale).roleMentioned;
  const permissions = channel.permissionsFor(client.user);
  return permissions === null ? undefined : missingText(new PermissionsBitField(permissions), channel, locale);
}

/**
 * Discord has no private answers to messages, so the answer goes to the person's direct messages. If they don't accept
 * any, the channel gets a button that shows the answer only to them.
 */
function responderFor(message: DiscordMessage, locale: Locale, context: TextsContext): Responder {
  const { rest } = context.rest;
  const reader = { workspace: message.guildId ?? message.channelId, userId: message.author.id, locale };
  const answer = (whole: Message): Promise<void> => context.uploads.carry(whole, reader, answerWith);
  const answerWith = async (reply: Message, files: readonly FileInMemory[]): Promise<void> => {
    if (message.channel.isDMBased()) return sendTo(message.channelId, reply, files, message);
    const { id, author } = message;
    try {
      const channel = await context.directChannelWith(author.id);
      const about = discordTexts(locale).about(message.url);
      await sendTo(channel, { ...formsFor(message.channelId, reply), text: `${about}\n${reply.text}` }, files);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.failure !== "closed") throw error;
      const notice = context.withheld.keep({ messageId: id, userId: author.id, reply, locale: serverLocale(message) });
      await sendTo(message.channelId, notice, [], message);
    }
  };
  const sendTo = (
    channel: string,
    reply: Message,
    files: readonly FileInMemory[],
    to?: DiscordMessage,
  ): Promise<void> => asPlatformError(() => postAnswer(rest, channel, reply, files, to?.id));
  return {
    async acknowledge() {
      // The notice replies to the message. Until then, the typing indicator shows that Easel is at work.
      await rest.post(Routes.channelTyping(message.channelId)).catch((error: unknown) => {
        context.log.info(
          { message: message.id, err: platformErrorOf(error) },
          "the typing indicator could not be shown",
        );
      });
      return { kind: "heard" };
    },
    answer,
    openForm: () => answer({ text: discordTexts(locale).formByCommand }),
    refuseForm: (problems) => answer({ text: problems.map(({ text }) => text).join("\n") }),
  };
}
