import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Logger } from "../../log.ts";
import type { SlackTexts } from "../../text/slack.ts";
import type { Conversation } from "../conversation.ts";
import { PlatformError } from "../errors.ts";
import type { FieldProblem } from "../event.ts";
import type { Form } from "../form.ts";
import type { Message } from "../message.ts";
import { render } from "./blocks.ts";
import { formView } from "./form-view.ts";
import type { Poster } from "./poster.ts";
import type { SlackTransfer } from "./transfer.ts";
import { SlackRefusal, type SlackWeb } from "./web.ts";

/** The ways to say something to one person alone, and to show them a form. */
export interface Answers {
  /** What an acknowledgement carries, for Slack to show by itself. */
  readonly asReply: (message: Message) => Record<string, unknown>;
  /** By the address that came with what somebody did. */
  byAddress(address: string, message: Message): Promise<void>;
  /** Puts a message in the place of the one whose button was pressed, by the address that came with the press. */
  replace(address: string, message: Message): Promise<void>;
  /** In a conversation; where Slack can't show it there, directly. `actionId`: what its one button is for. */
  inConversation(conversation: Conversation, userId: string, message: Message, actionId?: string): Promise<void>;
  /**
   * Sends what an answer has of files directly to that person: Slack shows none in what only one person sees. Returns what is left to
   * be said where they asked.
   */
  withoutFiles(conversation: Conversation, userId: string, message: Message, texts: SlackTexts): Promise<Message>;
  /** False when Slack does not let it open any more. */
  openForm(triggerId: string, form: Form, conversation: Conversation, texts: SlackTexts): Promise<boolean>;
}

const Opened = z.object({ channel: z.object({ id: z.string() }) });
const Anything = z.looseObject({});
const TOO_LATE = new Set(["expired_trigger_id", "exchanged_trigger_id", "trigger_expired"]);

export function createAnswers(deps: {
  readonly web: SlackWeb;
  readonly transfer: SlackTransfer;
  readonly poster: Pick<Poster, "post">;
  readonly log: Logger;
}): Answers {
  const { web, transfer, poster, log } = deps;
  const asReply = (message: Message): Record<string, unknown> => ({ response_type: "ephemeral", ...render(message) });

  async function inConversation(
    { channel, thread }: Conversation,
    user: string,
    message: Message,
    actionId?: string,
  ): Promise<void> {
    const rendered = render(message, actionId);
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
    inConversation,
    async withoutFiles({ workspace }, userId, message, texts) {
      const { files, ...rest } = message;
      if (!files?.length) return message;
      const direct: Conversation = { platform: "slack", workspace, channel: await directChannel(userId) };
      const names = files.map(({ name }) => name).join(", ");
      // Asked for again it is sent again, so each has a key of its own.
      await poster.post(direct, { text: names, files }, randomBytes(12).toString("hex"));
      return { ...rest, text: `${message.text}\n${texts.sentDirectly}` };
    },
    byAddress: (address, message) => transfer.respond(address, { replace_original: false, ...asReply(message) }),
    replace: (address, message) => transfer.respond(address, { replace_original: true, ...render(message) }),
    async openForm(triggerId, form, conversation, texts) {
      try {
        await web.call("views.open", { trigger_id: triggerId, view: formView(form, conversation, texts) }, Anything);
        return true;
      } catch (error) {
        if (error instanceof SlackRefusal && TOO_LATE.has(error.slackCode)) return false;
        if (error instanceof PlatformError) log.warn({ err: error, form: form.id }, "a form was not opened");
        throw error;
      }
    },
  };
}

/** Problems of a form in one message, for where they can't be shown at their fields. */
export function problemsMessage(problems: readonly FieldProblem[]): Message {
  return { text: problems.map(({ text }) => text).join("\n") };
}
