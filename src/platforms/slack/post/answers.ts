import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { SlackTexts } from "../../../text/render/slack.ts";
import type { Conversation } from "../../../core/chat/conversation.ts";
import type { FieldProblem } from "../../../core/chat/event.ts";
import type { Form } from "../../../core/chat/form.ts";
import type { Message } from "../../../core/chat/message.ts";
import { render } from "./render.ts";
import { formView } from "./form-view.ts";
import type { Poster } from "./posting.ts";
import type { SlackTransfer } from "./transfer.ts";
import { SlackRefusal, type SlackWeb } from "../connect/web-api.ts";

/** How long a trigger can open a form: Slack's documentation, "views.open". */
export const SLACK_TRIGGER_MS = 3_000;

/** Ways to answer one person privately and to show them a form. */
export interface Answers {
  /** The body of an acknowledgement that makes Slack show a message. */
  readonly asReply: (message: Message) => Record<string, unknown>;
  /**
   * Shows a message to one person only: through the event's `response_url` while it works, or else in the conversation,
   * or else as a direct message. `actionId` is the action of the message's one button.
   */
  privately(reader: Reader, message: Message, actionId?: string): Promise<void>;
  /** Replaces the message whose button was pressed, through the press's `response_url`. */
  replace(address: string, message: Message): Promise<void>;
  /**
   * Sends an answer's files to the person's direct messages, because Slack shows no files in a private answer. Returns
   * the rest of the answer, to be shown where they asked.
   */
  withoutFiles(conversation: Conversation, userId: string, message: Message, texts: SlackTexts): Promise<Message>;
  /** Never rejects, and stops waiting when the trigger expires. `late` means that Slack may still open the form. */
  openForm(trigger: Trigger, form: Form, conversation: Conversation, texts: SlackTexts): Promise<Opening>;
}

/** The person to answer privately. */
export interface Reader {
  /** Slack's `response_url`. It takes five answers within half an hour. */
  readonly address?: string | undefined;
  readonly conversation: Conversation;
  readonly userId: string;
}

/** A trigger id, and when it arrived (`Clock.elapsed`). */
export interface Trigger {
  readonly id: string;
  readonly at: number;
}

export type Opening = "opened" | "late" | "refused";

const Opened = z.object({ channel: z.object({ id: z.string() }) });
const Anything = z.looseObject({});
const TOO_LATE = new Set(["expired_trigger_id", "exchanged_trigger_id", "trigger_expired"]);

export function createAnswers(deps: {
  readonly web: SlackWeb;
  readonly transfer: SlackTransfer;
  readonly poster: Pick<Poster, "post">;
  readonly clock: Clock;
  readonly log: Logger;
}): Answers {
  const { web, transfer, poster, clock, log } = deps;
  const asReply = (message: Message): Record<string, unknown> => ({ response_type: "ephemeral", ...render(message) });

  async function privately(
    { address, conversation: { channel, thread }, userId: user }: Reader,
    message: Message,
    actionId?: string,
  ): Promise<void> {
    const rendered = render(message, actionId);
    if (address !== undefined) {
      try {
        return await transfer.respond(address, { replace_original: false, response_type: "ephemeral", ...rendered });
      } catch (error) {
        log.info({ err: error }, "response_url failed; sending the answer another way");
      }
    }
    try {
      const where = { channel, ...(thread === undefined ? {} : { thread_ts: thread }) };
      await web.call("chat.postEphemeral", { ...where, user, ...rendered }, Anything);
    } catch (error) {
      if (!(error instanceof SlackRefusal) || error.retryable) throw error;
      await web.call("chat.postMessage", { channel: await directChannel(user), ...rendered }, Anything);
    }
  }

  async function directChannel(user: string): Promise<string> {
    return (await web.call("conversations.open", { users: user }, Opened)).channel.id;
  }

  return {
    asReply,
    privately,
    async withoutFiles({ workspace }, userId, message, texts) {
      const { files, ...rest } = message;
      if (!files?.length) return message;
      const direct: Conversation = { platform: "slack", workspace, channel: await directChannel(userId) };
      const names = files.map(({ name }) => name).join(", ");
      // A repeated request gets the files again, so each post has its own key.
      await poster.post(direct, { text: names, files }, randomBytes(12).toString("hex"));
      return { ...rest, text: `${message.text}\n${texts.sentDirectly}` };
    },
    replace: (address, message) => transfer.respond(address, { replace_original: true, ...render(message) }),
    async openForm({ id, at }, form, conversation, texts) {
      const leftMs = at + SLACK_TRIGGER_MS - clock.elapsed();
      if (leftMs <= 0) return "late";
      const late = new AbortController();
      const forget = clock.after(leftMs, () => late.abort(new Error("the trigger has expired")));
      try {
        const view = formView(form, conversation, texts);
        await web.callOrDrop("views.open", { trigger_id: id, view }, Anything, late.signal);
        return "opened";
      } catch (error) {
        log.warn({ err: error, form: form.id }, "a form could not be opened");
        return late.signal.aborted || (error instanceof SlackRefusal && TOO_LATE.has(error.slackCode))
          ? "late"
          : "refused";
      } finally {
        forget();
      }
    },
  };
}

/** A form's problems in one message, for when they can't be shown next to their fields. */
export function problemsMessage(problems: readonly FieldProblem[]): Message {
  return { text: problems.map(({ text }) => text).join("\n") };
}
