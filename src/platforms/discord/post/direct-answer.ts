import { randomBytes } from "node:crypto";
import { Routes, type REST } from "discord.js";
import { channelMention, type Message } from "../../../core/chat/message.ts";
import type { Locale } from "../../../lib/locale.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { discordTexts } from "../../../text/render/discord.ts";
import { platformErrorOf } from "../connect/errors.ts";
import type { DirectChannelWith } from "../people/direct-channels.ts";
import { answerMessages } from "./render.ts";
import type { FileInMemory } from "./upload.ts";

/** 24 characters, within `DISCORD_NONCE_CHARACTERS`. */
const NONCE_BYTES = 18;

export interface DirectAnswers {
  /**
   * Sends an answer to a person's direct messages, because Discord accepts none in a thread that is archived and locked. Never
   * rejects: the person may not accept direct messages.
   */
  send(reader: ThreadReader, answer: Message, files: readonly FileInMemory[]): Promise<void>;
}

interface ThreadReader {
  readonly userId: string;
  readonly thread: string;
  readonly locale: Locale;
}

export function createDirectAnswers(deps: {
  readonly rest: Pick<REST, "post">;
  readonly directChannelWith: DirectChannelWith;
  readonly log: Logger;
}): DirectAnswers {
  const { rest, directChannelWith, log } = deps;
  return {
    async send({ userId, thread, locale }, answer, files) {
      const about = discordTexts(locale).aboutLocked(channelMention(thread));
      try {
        const channel = await directChannelWith(userId);
        await postAnswer(rest, channel, { ...answer, text: `${about}\n${answer.text}` }, files);
      } catch (error) {
        log.info({ thread, err: platformErrorOf(error) }, "an answer could not be sent directly");
      }
    },
  };
}

/** Posts an answer, in as many messages as it needs; its files are in the last one. `replyTo`: the id of the message that it answers. */
export async function postAnswer(
  rest: Pick<REST, "post">,
  channel: string,
  answer: Message,
  files: readonly FileInMemory[],
  replyTo?: string,
): Promise<void> {
  const parts = answerMessages(answer);
  for (const [index, part] of parts.entries()) {
    const carried = index === parts.length - 1 ? files.map(({ name, attachment: data }) => ({ name, data })) : [];
    const body = {
      ...part,
      // discord.js repeats a post whose outcome is unknown.
      nonce: randomBytes(NONCE_BYTES).toString("base64url"),
      enforce_nonce: true,
      ...(replyTo === undefined ? {} : { message_reference: { message_id: replyTo, fail_if_not_exists: false } }),
    };
    await rest.post(Routes.channelMessages(channel), { body, files: carried });
  }
}
