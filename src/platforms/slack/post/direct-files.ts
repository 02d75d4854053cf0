import { createHash } from "node:crypto";
import type { Clock } from "../../../lib/clock.ts";
import { DAY_MS } from "../../../lib/limits.ts";
import { createMemberLimit, type MemberShares } from "../../../lib/minute-limit.ts";
import { createTtlCache } from "../../../lib/ttl-cache.ts";
import type { Conversation, MessageRef } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { escapeText, type OutgoingFile } from "../../../core/chat/message.ts";
import { SLACK_REMEMBERED } from "../limits.ts";
import type { DirectChannelOf } from "./direct-channels.ts";
import type { Poster } from "./posting.ts";

/**
 * Files sent directly in a minute. A member can open every picture of the largest result. Slack allows a workspace about 50 calls of
 * `conversations.open` and about 100 uploads a minute, and results need the rest.
 */
export const SLACK_DIRECT_FILES: MemberShares = { member: 10, workspace: 30 };

/** Sends files to people's direct messages, because Slack shows no files in a private answer. */
export interface DirectFiles {
  /**
   * Sends files in a separate message, and returns it. The same files are sent to a person once a day; later calls return the first
   * message. Returns undefined and sends nothing if the person or workspace asked for too many files in this minute.
   */
  send(workspace: string, userId: string, sending: SentFiles): Promise<MessageRef | undefined>;
}

interface SentFiles {
  /** One line, as a message's text. */
  readonly about: string;
  readonly files: readonly OutgoingFile[];
}

export function createDirectFiles(deps: {
  readonly directChannelOf: DirectChannelOf;
  readonly poster: Pick<Poster, "post">;
  readonly clock: Pick<Clock, "now" | "elapsed">;
}): DirectFiles {
  const { directChannelOf, poster, clock } = deps;
  const maySend = createMemberLimit(clock, SLACK_DIRECT_FILES);
  const sent = createTtlCache<MessageRef>(clock, { keptMs: DAY_MS, max: SLACK_REMEMBERED });

  return {
    async send(workspace, userId, { about, files }) {
      const key = await keyOf(workspace, userId, files, clock.now());
      try {
        // A second press waits for the message that is already being sent.
        return await sent(key, async () => {
          if (!files.every(() => maySend(workspace, userId)))
            throw new PlatformError("rate_limited", "too many files in a minute");
          const direct: Conversation = { platform: "slack", workspace, channel: await directChannelOf(userId) };
          const names = files.map(({ name }) => escapeText(name)).join(", ");
          return poster.post(direct, { text: `${about}\n${names}`, files }, key);
        });
      } catch (error) {
        if (error instanceof PlatformError && error.failure === "rate_limited") return undefined;
        throw error;
      }
    },
  };
}

/**
 * The key under which the message with these files is found again. Asking repeatedly for the same table reuses one message. The key
 * changes each day, because Slack may have hidden an older message.
 */
async function keyOf(workspace: string, userId: string, files: readonly OutgoingFile[], now: number): Promise<string> {
  const contents = await Promise.all(files.map(async (file) => [file.hash ?? (await contentOf(file)), file.name]));
  const what = [workspace, userId, Math.floor(now / DAY_MS), contents];
  return createHash("sha256")
    .update(`file ${JSON.stringify(what)}`)
    .digest("base64url")
    .slice(0, 32);
}

/** The SHA-256 of a file that was made for an answer. Such files have a few MiB at most. */
async function contentOf(file: OutgoingFile): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of await file.open()) hash.update(chunk);
  return hash.digest("hex");
}
