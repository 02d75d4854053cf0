import type { ButtonInteraction } from "discord.js";
import type { Responder } from "../../../core/chat/event.ts";
import type { Message } from "../../../core/chat/message.ts";
import type { Locale } from "../../../lib/locale.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { discordTexts } from "../../../text/render/discord.ts";
import { platformErrorOf } from "../connect/errors.ts";
import { createKeptAnswers } from "./kept-answers.ts";

interface Withheld {
  /** The message that the answer belongs to. */
  readonly messageId: string;
  readonly userId: string;
  readonly reply: Message;
  readonly locale: Locale;
}

/** Answers to people who don't accept direct messages. They are kept only in memory, because losing one does little harm. */
export interface WithheldAnswers {
  /** Keeps an answer. Returns the public message to post in its place, with a button that only its person can use. */
  keep(withheld: Withheld): Message;
  /** Whether a button belongs to such an answer. */
  holds(button: string): boolean;
  /** Answers a press of such a button. The message with the button is deleted once its person has seen the answer. */
  show(pressed: ButtonInteraction, responder: Responder, locale: Locale): Promise<void>;
}

const ACT = "withheld";

export function createWithheldAnswers(log: Logger): WithheldAnswers {
  const kept = createKeptAnswers();
  return {
    keep({ messageId, userId, reply, locale }) {
      kept.keep(messageId, userId, reply);
      const texts = discordTexts(locale).withheld;
      const button = { id: `${ACT}:${messageId}:${userId}`, label: texts.show, style: "primary" as const };
      return { text: texts.notice, buttons: [button] };
    },

    holds: (button) => button.startsWith(`${ACT}:`),

    async show(pressed, responder, locale) {
      const texts = discordTexts(locale).withheld;
      const [, messageId = "", userId] = pressed.customId.split(":");
      if (pressed.user.id !== userId) return responder.answer({ text: texts.notYours });
      await responder.answer(kept.of(messageId, userId) ?? { text: texts.gone });
      await pressed.message.delete().catch((error: unknown) => {
        log.info(
          { message: pressed.message.id, err: platformErrorOf(error) },
          "the button of a private answer could not be removed",
        );
      });
    },
  };
}
