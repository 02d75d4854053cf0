import { DISCORD_DEFER_MS } from "../limits.ts";
import {
  MessageFlags,
  RESTJSONErrorCodes,
  type InteractionReplyOptions,
  type ModalSubmitInteraction,
} from "discord.js";
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
import type { DirectAnswers } from "./direct-answer.ts";
import type { AnswerUploads } from "./answer-uploads.ts";
import { answerMessages, isView } from "./render.ts";
import type { FileInMemory } from "./upload.ts";
import { orWithoutThumbnails, type Thumbnails, type ViewThumbnails } from "./thumbnails.ts";
import { deferPublicly, hasMessage, type Answerable } from "./acknowledgement.ts";
import type { DiscordStore } from "../store/discord-store.ts";

/** Work that takes longer than this is acknowledged before it finishes. Discord allows 3 s, by its own clock. */
const DISCORD_EARLY_ACK_MS = 1_500;

export interface ResponderContext {
  readonly store: DiscordStore;
  /** The name under which this process holds the connection. */
  readonly holder: string;
  readonly uploads: AnswerUploads;
  readonly thumbnails: ViewThumbnails;
  readonly directly: DirectAnswers;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Answers one interaction. Always acknowledges within Discord's three seconds. */
export interface InteractionResponder extends Responder {
  /** Call when nothing more will be said. Resolves when all started calls have finished. */
  done(): Promise<void>;
}

type Shown =
  /** Nothing is shown yet. A form can still open, and an answer can be private. */
  | { readonly kind: "nothing" }
  /** A button's message stays as it is. Answers are extra messages. */
  | { readonly kind: "updated" }
  /** “Easel is thinking…” is visible to everyone and becomes the notice. */
  | { readonly kind: "thinking"; readonly messageId: string | undefined }
  /** “Easel is thinking…” is visible only to the person who asked and becomes the answer. */
  | { readonly kind: "whispering" }
  /** Discord accepts no more answers. `taken`: another process answered, with this message if known. */
  | { readonly kind: "deaf"; readonly why: "taken" | "locked" | "late"; readonly messageId?: string | undefined };

/** Why Discord accepts no answers, by its error code. */
const DEAF: ReadonlyMap<number | string | undefined, "taken" | "locked"> = new Map([
  [RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged, "taken"],
  [RESTJSONErrorCodes.InvalidActionOnArchivedThread, "locked"],
]);

/**
 * `hasNotice` means that an accepted request gets a public notice, so its acknowledgement is public from the start.
 * Slow work, mostly with files, is acknowledged before it finishes. The interaction is stored as pending first, so that
 * the acknowledgement is cleaned up even if the process dies. `conversationNow`: in direct messages, its server may be found only
 * after the responder was created.
 */
export function createResponder(
  interaction: Answerable,
  conversationNow: () => Conversation,
  { locale, hasNotice }: { readonly locale: Locale; readonly hasNotice: boolean },
  context: ResponderContext,
): InteractionResponder {
  const { store, holder, uploads, clock, log } = context;
  let shown: Shown = { kind: "nothing" };
  let pending = false;
  let early: Promise<void> | undefined;
  // Most interactions are answered before this fires, so creating the timer must be cheap.
  const forget = clock.after(DISCORD_EARLY_ACK_MS, () => void (early = acknowledgeEarly()));

  return {
    async acknowledge(closing) {
      await settle();
      const isFirst = shown.kind === "nothing";
      if (isFirst) await defer(closing);
      const how = outcome();
      // No answer follows, and “thinking” would look unfinished.
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
      if (shown.kind !== "nothing") return say(notOpened(form, "formTooLate"));
      // Discord can't show a form in response to a form.
      if (interaction.isModalSubmit()) return say(notOpened(form, "formTooLate"));
      if ((await showForm(interaction, form)) === "refused") await say(notOpened(form, "formRefused"));
      else if (isLocked()) await say({ text: discordTexts(locale).locked });
    },

    async refuseForm(problems, reopen) {
      await settle();
      await say({ text: problems.map(({ text }) => text).join("\n"), ...(reopen ? { buttons: [reopen] } : {}) });
    },

    async done() {
      await settle();
      if (pending) await store.endPending(interaction.id).catch(leftForSweep);
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
      // The database is unavailable, so nothing can be stored. The answer will say so.
      log.warn({ interaction: interaction.id, err: error }, "an interaction could not be stored");
      return;
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
    if (deferred) shown = deferred.ours ? { kind: "thinking", messageId } : { kind: "deaf", why: "taken", messageId };
  }

  function outcome(): Acknowledged {
    const id = shown.kind === "thinking" || shown.kind === "deaf" ? shown.messageId : undefined;
    if (id !== undefined) return { kind: "shown", message: { conversation: conversationNow(), id } };
    // A public message with an unknown id is looked up later.
    const isHeard =
      shown.kind === "updated" || shown.kind === "whispering" || (shown.kind === "deaf" && shown.why === "taken");
    return { kind: isHeard ? "heard" : "unheard" };
  }

  /** Replaces the message whose button was pressed. */
  async function replace(message: Message): Promise<void> {
    if (!hasMessage(interaction)) return;
    // Discord can't turn a plain message into a view or back. A view can still show plain text.
    const wasView = interaction.message.flags.has(MessageFlags.IsComponentsV2);
    if (isView(message) && !wasView) return say(message);
    const next = wasView ? { sections: [], ...message } : message;
    if (answerMessages(next).length !== 1) return say(message);
    const isFirst = shown.kind === "nothing";
    const thumbnails = await thumbnailsOf(next);
    shown = { kind: "updated" };
    await inTime(() =>
      orWithoutThumbnails(thumbnails, (pictures) => {
        const [part] = answerMessages(next, pictures);
        if (!part) throw new Error("the answer is empty");
        const { allowed_mentions: mentions, flags, ...content } = part;
        const allowedMentions = { parse: [], users: mentions.users, repliedUser: false };
        const body = { ...content, allowedMentions, ...(wasView ? { flags } : {}) };
        return isFirst ? interaction.update(body) : interaction.editReply(body);
      }),
    );
    if (isLocked()) await say(message);
  }

  function thumbnailsOf(message: Message): Promise<Thumbnails> {
    return context.thumbnails.of(message, { workspace: conversationNow().workspace, userId: interaction.user.id });
  }

  async function say(message: Message): Promise<void> {
    // An upload, and waiting for its turn, can take longer than Discord waits for an answer.
    if (message.files?.length && shown.kind === "nothing") await defer();
    // A public message can't become private, so it is deleted and the answer is posted instead.
    if (shown.kind === "thinking") await heard(() => interaction.deleteReply());
    const { workspace } = conversationNow();
    await uploads.carry(message, { workspace, userId: interaction.user.id, locale }, sayWith);
  }

  async function sayWith(message: Message, files: readonly FileInMemory[]): Promise<void> {
    const thumbnails = await thumbnailsOf(message);
    const count = answerMessages(message).length;
    for (let index = 0; index < count; index += 1) {
      if (shown.kind === "deaf") break;
      const attached = index === count - 1 && files.length > 0 ? { files } : {};
      await heard(() =>
        orWithoutThumbnails(thumbnails, (pictures) => {
          const part = answerMessages(message, pictures)[index];
          if (!part) throw new Error("the answer is empty");
          const { allowed_mentions: mentions, flags, ...content } = part;
          const allowedMentions = { parse: [], users: mentions.users, repliedUser: false };
          const reply: InteractionReplyOptions = {
            ...content,
            allowedMentions,
            flags: [MessageFlags.Ephemeral, flags],
            ...attached,
          };
          if (shown.kind === "whispering" && !interaction.replied) {
            return interaction.editReply({
              ...content,
              allowedMentions,
              ...(isView(message) ? { flags } : {}),
              ...attached,
            });
          }
          return interaction.replied || interaction.deferred ? interaction.followUp(reply) : interaction.reply(reply);
        }),
      );
    }
    const reader = { userId: interaction.user.id, thread: interaction.channelId ?? "", locale };
    if (isLocked()) await context.directly.send(reader, message, files);
  }

  function isLocked(): boolean {
    return shown.kind === "deaf" && shown.why === "locked";
  }

  /** If Discord refuses the form, the interaction stays open, so the person can still get an answer. */
  function showForm(to: Exclude<Answerable, ModalSubmitInteraction>, form: Form): Promise<"refused" | undefined> {
    return heard(async () => {
      try {
        await to.showModal(modalFor(form));
      } catch (error) {
        if (codeOf(error) !== RESTJSONErrorCodes.InvalidFormBodyOrContentType) throw error;
        log.error(
          { interaction: interaction.id, form: form.id, err: platformErrorOf(error) },
          "Discord refused a form",
        );
        return "refused";
      }
      return undefined;
    });
  }

  function notOpened({ typed }: Form, why: "formTooLate" | "formRefused"): Message {
    return { text: `${discordTexts(locale)[why]}\n${typed}` };
  }

  /** Runs `act`, but waits no longer than `DISCORD_DEFER_MS`. */
  async function inTime<T>(act: () => Promise<T>): Promise<T | undefined> {
    const late = Promise.withResolvers<never>();
    const stop = clock.after(DISCORD_DEFER_MS, () => late.reject(new Error("Discord did not answer in time")));
    try {
      return await heard(() => Promise.race([act(), late.promise]));
    } finally {
      stop();
    }
  }

  /**
   * Logs a failure instead of throwing it: an accepted request stays accepted even if Discord accepts no more answers, and its
   * result is posted in the channel.
   */
  async function heard<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      shown = { kind: "deaf", why: DEAF.get(codeOf(error)) ?? "late" };
      const age = clock.now() - interaction.createdTimestamp;
      // The library's error contains the interaction's token, so it is not logged.
      const fields = { interaction: interaction.id, age, err: platformErrorOf(error) };
      log[isTokenDead(error) || isLocked() ? "info" : "warn"](fields, "an answer could not be delivered");
      return undefined;
    }
  }

  function leftForSweep(error: unknown): void {
    log.info({ interaction: interaction.id, err: error }, "a pending interaction is left for the sweep");
  }
}
