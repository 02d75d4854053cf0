import type { Clock } from "../../../lib/clock.ts";
import type { Locale } from "../../../lib/locale.ts";
import { createMemberLimit, type MemberShares } from "../../../lib/minute-limit.ts";
import type { Message } from "../../../core/chat/message.ts";
import { createFairQueue } from "../../../media/fair-queue.ts";
import { discordTexts } from "../../../text/render/discord.ts";
import { inMemory, type FileInMemory } from "./upload.ts";

/** Answers with files per minute. Enough for a member to open every picture of the largest result. */
export const DISCORD_ANSWER_FILES: MemberShares = { member: 10, workspace: 30 };
/** How many answers are uploaded concurrently. While discord.js encodes a file of 10 MiB, it is in memory three times. */
export const DISCORD_ANSWER_UPLOADS = 4;
/** How many more may wait. At 10 Mbit/s, the last of them waits for three minutes. Discord accepts an answer for 15 minutes. */
export const DISCORD_ANSWERS_WAITING = 20;

/** The person whom an answer is for. */
interface Reader {
  readonly workspace: string;
  readonly userId: string;
  readonly locale: Locale;
}

/** Bounds what members can make this process upload in its answers. */
export interface AnswerUploads {
  /**
   * Calls `send` with an answer and its files when it is their turn. If there are too many, calls it immediately without the
   * files, and the answer says so.
   */
  carry(answer: Message, reader: Reader, send: Send): Promise<void>;
}

type Send = (answer: Message, files: readonly FileInMemory[]) => Promise<void>;

export function createAnswerUploads(clock: Pick<Clock, "elapsed">): AnswerUploads {
  const mayUpload = createMemberLimit(clock, DISCORD_ANSWER_FILES);
  const turns = createFairQueue(DISCORD_ANSWER_UPLOADS);
  const never = new AbortController().signal;
  let accepted = 0;

  return {
    async carry(answer, { workspace, userId, locale }, send) {
      const { files = [], ...alone } = answer;
      if (files.length === 0) return send(answer, []);
      if (accepted >= DISCORD_ANSWER_UPLOADS + DISCORD_ANSWERS_WAITING || !mayUpload(workspace, userId)) {
        return send({ ...alone, text: `${answer.text}\n${discordTexts(locale).tooManyFiles(files.length)}` }, []);
      }
      accepted += 1;
      try {
        const end = await turns.take({ organisationId: workspace, accountId: userId }, never);
        await inMemory(files)
          .then((loaded) => send(answer, loaded))
          .finally(end);
      } finally {
        accepted -= 1;
      }
    },
  };
}
