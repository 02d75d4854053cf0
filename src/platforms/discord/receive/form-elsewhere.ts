import { ChannelType, PermissionFlagsBits, type ThreadChannel } from "discord.js";
import { readFormId } from "../../../command/form/form-id.ts";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { Actor } from "../../../core/chat/event.ts";
import { channelMention, type Button, type Message } from "../../../core/chat/message.ts";
import type { Locale } from "../../../lib/locale.ts";
import { discordTexts } from "../../../text/render/discord.ts";
import { unlessUnseen } from "../connect/errors.ts";
import { memberActorOf, actorOf } from "../people/actor.ts";
import { unableText } from "../people/permissions.ts";
import { conversationOf } from "../people/places.ts";
import type { Answerable } from "../post/acknowledgement.ts";
import type { InteractionResponder } from "../post/answers.ts";

/** Who asks, and where. `refusal`: why nothing can be done for them there. */
export interface Asker {
  readonly actor: Actor;
  readonly conversation: Conversation;
  readonly refusal?: string | undefined;
}

/** A button or form in direct messages that belongs to a channel or thread. `id`: its id there. */
interface Elsewhere {
  readonly channel: string;
  readonly id: string;
}

const ELSEWHERE = /^in:(\d{17,20}):(.+)$/;

/**
 * A private answer to a channel's message, for direct messages. The form of a refused request belongs to the channel, so the ids
 * of the form and of its button name the channel. Only the person who made the request can open it: the stored request says who
 * that is.
 */
export function formsFor(channel: string, message: Message): Message {
  const { buttons } = message;
  return buttons ? { ...message, buttons: buttons.map((button) => buttonFor(channel, button)) } : message;
}

/** The channel that a pressed button or a submitted form belongs to, if its id names one. */
export function elsewhereOf(interaction: Answerable): Elsewhere | undefined {
  if (!interaction.isButton() && !interaction.isModalSubmit()) return undefined;
  const [, channel, id] = ELSEWHERE.exec(interaction.customId) ?? [];
  return channel !== undefined && id !== undefined && isForm(id) ? { channel, id } : undefined;
}

/**
 * The person in the channel, with their rights at this moment. Refuses those who can't write there now, and says what Easel lacks
 * there. Rejects with a `PlatformError` if Discord does not answer.
 */
export async function askerIn(id: string, interaction: Answerable): Promise<Asker> {
  const { client, user } = interaction;
  const channel = await unlessUnseen(() => client.channels.fetch(id, { force: true }));
  const nobody = { actor: actorOf(interaction, undefined), conversation: conversationOf("", { id, known: null }) };
  const closed = { ...nobody, refusal: discordTexts(nobody.actor.locale).elsewhere.closed };
  if (!channel || channel.isDMBased()) return closed;
  const member = await unlessUnseen(() => channel.guild.members.fetch({ user: user.id, force: true }));
  if (!member) return closed;
  const may = channel.permissionsFor(member);
  const sending = channel.isThread() ? PermissionFlagsBits.SendMessagesInThreads : PermissionFlagsBits.SendMessages;
  if (!may.has(PermissionFlagsBits.ViewChannel | sending) || member.isCommunicationDisabled()) return closed;
  const isPrivate = channel.type === ChannelType.PrivateThread && !may.has(PermissionFlagsBits.ManageThreads);
  if (isPrivate && !(await isIn(channel, user.id))) return closed;
  const actor = memberActorOf(interaction, member);
  const ours = channel.permissionsFor(client.user);
  return {
    actor,
    conversation: conversationOf(channel.guild.id, { id, known: channel }),
    refusal: ours ? unableText(ours, channel, actor.locale) : closed.refusal,
  };
}

/**
 * Answers in direct messages what belongs to a channel: names the channel of an accepted request, and in the ids of further
 * forms.
 */
export function respondingFor(channel: string, responder: InteractionResponder, locale: Locale): InteractionResponder {
  const taken = { text: discordTexts(locale).elsewhere.taken(channelMention(channel)) };
  return {
    ...responder,
    acknowledge: (closing = taken, request) => responder.acknowledge(closing, request),
    answer: (message, closes) => responder.answer(formsFor(channel, message), closes),
    openForm: (form) => responder.openForm({ ...form, id: idIn(channel, form.id) }),
    refuseForm: (problems, reopen) => responder.refuseForm(problems, reopen && buttonFor(channel, reopen)),
  };
}

async function isIn(thread: ThreadChannel, userId: string): Promise<boolean> {
  return (await unlessUnseen(() => thread.members.fetch({ member: userId, force: true }))) !== undefined;
}

function buttonFor(channel: string, button: Button): Button {
  return isForm(button.id) ? { ...button, id: idIn(channel, button.id) } : button;
}

/** Whether a button opens a refused request as a form. Other buttons work everywhere. */
function isForm(id: string): boolean {
  return readFormId(id)?.kind === "draft";
}

function idIn(channel: string, id: string): string {
  return `in:${channel}:${id}`;
}
