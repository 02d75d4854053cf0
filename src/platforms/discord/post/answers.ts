import { DISCORD_DEFER_MS } from "../limits.ts";
import { MessageFlags, RESTJSONErrorCodes, type InteractionReplyOptions } from "discord.js";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { discordTexts } from "../../../text/render/discord.ts";
import type { Locale } from "../../../lib/locale.ts";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { Acknowledged, Responder } from "../../../core/chat/event.ts";
import type { Form } from "../../../core/chat/form.ts";
import type { Message } from "../../../core/chat/message.ts";
import { codeOf, isTokenDead, platformErrorOf } from "../connect/errors.ts";
import { modalFor } from "./form-view.ts";
import { answerMessages } from "./render.ts";
import { deferPublicly, hasMessage, type Answerable } from "./acknowledgement.ts";
import { smallFiles } from "./upload.ts";
import type { DiscordStore } from "../store/discord-store.ts";

/** Discord's limit is 3 s from its own clock; what takes longer than this is acknowledged before its end is known. */
const DISCORD_EARLY_ACK_MS = 1_500;

export interface ResponderContext {
  readonly store: DiscordStore;
  /** This process, as it holds the connection. */
  readonly holder: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Answers one interaction, within Discord's three seconds whatever happens. */
export interface InteractionResponder extends Responder {
  /** Nothing more will be said; resolves when what was begun is over. */
  done(): Promise<void>;
}

type Shown =
  /** Nothing yet: a form may still be opened, and an answer can be private. */
  | { readonly kind: "nothing" }
  /** A button's message stays as it is; answers are extra messages. */
  | { readonly kind: "updated" }
  /** “Easel is thinking…”, seen by everyone: it becomes the notice. */
  | { readonly kind: "thinking"; readonly messageId: string | undefined }
  /** The same, seen by the one who asked alone: it becomes the answer. */
  | { readonly kind: "whispering" }
  /** Nobody hears us any more. `taken`: another process answered, with this message where it is known; else it was too late. */
  | { readonly kind: "deaf"; readonly taken: boolean; readonly messageId?: string | undefined };

/**
 * `hasNotice`: what is accepted is followed by a notice, which the acknowledgement shows at once. What takes long, files above
 * all, is acknowledged before its end is known. That is stored first, so that a process that dies over it leaves no promise
 * that nobody knows of.
 */
export function createResponder(
  interaction: Answerable,
  conversation: Conversation,
  { locale, hasNotice }: { readonly locale: Locale; readonly hasNotice: boolean },
  context: ResponderContext,
): InteractionResponder {
  const { store, holder, clock, log } = context;
  let shown: Shown = { kind: "nothing" };
  let pending = false;
  let early: Promise<void> | undefined;
  // Most are answered before: nothing that takes time may be made for this.
  const forget = clock.after(DISCORD_EARLY_ACK_MS, () => void (early = acknowledgeEarly()));

  return {
    async acknowledge(closing) {
      await settle();
      const isFirst = shown.kind === "nothing";
      if (isFirst) await defer(closing);
      const how = outcome();
      // There is nothing to say, and it would look unfinished.
      if (shown.kind === "whispering") await heard(() => interaction.deleteReply());
      if (!isFirst && closing && shown.kind === "updated") await replace(closing);
      return how;
    },

    async answer(message, closes = false) {
      await settle();
      const canReplace = hasMessage(interaction) && (shown.kind === "nothing" || shown.kind === "updated");
      await (closes && canReplace ? replace(message) : say(message));
    },

    async openForm(form) {
      await settle();
      if (shown.kind === "nothing") await heard(() => showForm(form));
      else await say(notOpened(form));
    },

    async refuseForm(problems) {
      await settle();
      await say({ text: problems.map(({ text }) => text).join("\n") });
    },

    async done() {
      await settle();
      if (pending) await store.endPending(interaction.id).catch(warn("a pending interaction is left to the sweep"));
    },
  };

  async function settle(): Promise<void> {
    forget();
    await early;
  }

  async function acknowledgeEarly(): Promise<void> {
    try {
      const { id, channelId, token } = interaction;
      const isPrivate = !hasNotice && !hasMessage(interaction);
      await store.beginPending({
        interaction: id,
        channel: channelId ?? "",
        locale,
        holder,
        token: isPrivate ? token : undefined,
      });
    } catch (error) {
      // Without the database nothing can be promised, and the answer will say so.
      return warn("an interaction could not be stored")(error);
    }
    pending = true;
    await defer();
  }

  async function defer(closing?: Message): Promise<void> {
    if (hasMessage(interaction)) {
      if (closing) return replace(closing);
      shown = { kind: "updated" };
      await inTime(() => interaction.deferUpdate());
      return;
    }
    if (!hasNotice) {
      shown = { kind: "whispering" };
      await inTime(() => interaction.deferReply({ flags: MessageFlags.Ephemeral }));
      return;
    }
    shown = { kind: "thinking", messageId: undefined };
    const deferred = await inTime(() => deferPublicly(interaction));
    const { messageId } = deferred ?? {};
    if (deferred) shown = deferred.ours ? { kind: "thinking", messageId } : { kind: "deaf", taken: true, messageId };
  }

  function outcome(): Acknowledged {
    const id = shown.kind === "thinking" || shown.kind === "deaf" ? shown.messageId : undefined;
    if (id !== undefined) return { kind: "shown", message: { conversation, id } };
    // A message that everyone sees and whose id is not known is looked for.
    const isHeard = shown.kind === "updated" || shown.kind === "whispering" || (shown.kind === "deaf" && shown.taken);
    return { kind: isHeard ? "heard" : "unheard" };
  }

  /** Puts a message in the place of the one whose button was pressed. */
  async function replace(message: Message): Promise<void> {
    if (!hasMessage(interaction)) return;
    const [part, ...more] = answerMessages(message);
    if (!part || more.length > 0) return say(message);
    const { content, components, allowed_mentions: mentions } = part;
    const body = { content, components, allowedMentions: { parse: [], users: mentions.users, repliedUser: false } };
    const isFirst = shown.kind === "nothing";
    shown = { kind: "updated" };
    if (isFirst) await inTime(() => interaction.update(body));
    else await inTime(() => interaction.editReply(body));
  }

  async function say(message: Message): Promise<void> {
    // What everyone sees can't become private: it goes, and the answer comes in its place.
    if (shown.kind === "thinking") await heard(() => interaction.deleteReply());
    const files = await smallFiles(message);
    const parts = answerMessages(message);
    for (const [index, { content, components, allowed_mentions: mentions }] of parts.entries()) {
      const attached = index === parts.length - 1 && files.length > 0 ? { files } : {};
      const reply: InteractionReplyOptions = {
        content,
        components,
        allowedMentions: { parse: [], users: mentions.users, repliedUser: false },
        flags: MessageFlags.Ephemeral | MessageFlags.SuppressEmbeds,
        ...attached,
      };
      if (shown.kind === "deaf") return;
      if (shown.kind === "whispering" && !interaction.replied) {
        const edited = { content, components, allowedMentions: reply.allowedMentions ?? {}, ...attached };
        await heard(() => interaction.editReply(edited));
      } else if (interaction.replied || interaction.deferred) await heard(() => interaction.followUp(reply));
      else await heard(() => interaction.reply(reply));
    }
  }

  async function showForm(form: Form): Promise<void> {
    // Discord shows no form after a form.
    if (interaction.isModalSubmit()) await say(notOpened(form));
    else await interaction.showModal(modalFor(form));
  }

  function notOpened({ typed }: Form): Message {
    return { text: `${discordTexts(locale).formTooLate}\n${typed}` };
  }

  /** The same, for no longer than somebody may be waiting for it. */
  async function inTime<T>(act: () => Promise<T>): Promise<T | undefined> {
    const late = Promise.withResolvers<never>();
    const stop = clock.after(DISCORD_DEFER_MS, () => late.reject(new Error("no answer in time")));
    try {
      return await heard(() => Promise.race([act(), late.promise]));
    } finally {
      stop();
    }
  }

  /** What was taken stays taken, also when Discord no longer hears of it: the result goes to the channel. */
  async function heard<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      shown = { kind: "deaf", taken: codeOf(error) === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged };
      const level = isTokenDead(error) ? "info" : "warn";
      const age = clock.now() - interaction.createdTimestamp;
      // The library's error holds the interaction's token.
      log[level]({ interaction: interaction.id, age, err: platformErrorOf(error) }, "an answer did not get through");
      return undefined;
    }
  }

  function warn(what: string): (error: unknown) => void {
    return (error) => log.warn({ interaction: interaction.id, err: error }, what);
  }
}
