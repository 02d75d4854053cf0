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

/** A trigger opens a form for so long: Slack's documentation, "views.open". */
export const SLACK_TRIGGER_MS = 3_000;

/** The ways to say something to one person alone, and to show them a form. */
export interface Answers {
  /** What an acknowledgement carries, for Slack to show by itself. */
  readonly asReply: (message: Message) => Record<string, unknown>;
  /**
   * Where only that person sees it: by the address that came with what they did, as long as Slack takes answers there, else in the
   * conversation, else directly. `actionId`: what the message's one button is for.
   */
  privately(reader: Reader, message: Message, actionId?: string): Promise<void>;
  /** Puts a message in the place of the one whose button was pressed, by the address that came with the press. */
  replace(address: string, message: Message): Promise<void>;
  /**
   * Sends what an answer has of files directly to that person: Slack shows none in what only one person sees. Returns what is left to
   * be said where they asked.
   */
  withoutFiles(conversation: Conversation, userId: string, message: Message, texts: SlackTexts): Promise<Message>;
  /** Never rejects, and waits no longer than the trigger is good for. `late`: Slack may yet open it. */
  openForm(trigger: Trigger, form: Form, conversation: Conversation, texts: SlackTexts): Promise<Opening>;
}

/** Someone to be told something in private. */
export interface Reader {
  /** Slack's `response_url`: good for five answers within half an hour. */
  readonly address?: string | undefined;
  readonly conversation: Conversation;
  readonly userId: string;
}

/** What opens a form, and when it came (`Clock.elapsed`). */
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
        log.info({ err: error }, "response_url unusable: the answer is sent another way");
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
      // Asked for again it is sent again, so each has a key of its own.
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
        log.warn({ err: error, form: form.id }, "a form was not opened");
        return late.signal.aborted || (error instanceof SlackRefusal && TOO_LATE.has(error.slackCode))
          ? "late"
          : "refused";
      } finally {
        forget();
      }
    },
  };
}

/** Problems of a form in one message, for where they can't be shown at their fields. */
export function problemsMessage(problems: readonly FieldProblem[]): Message {
  return { text: problems.map(({ text }) => text).join("\n") };
}
