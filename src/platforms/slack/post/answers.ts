import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { withTimeLimit } from "../../../lib/time-limit.ts";
import type { SlackTexts } from "../../../text/render/slack.ts";
import type { Conversation } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { FieldProblem } from "../../../core/chat/event.ts";
import type { Form } from "../../../core/chat/form.ts";
import type { Message } from "../../../core/chat/message.ts";
import type { DirectChannelOf } from "./direct-channels.ts";
import { createDirectFiles } from "./direct-files.ts";
import { render, type Pictured, type SlackPicture } from "./render.ts";
import { formView, type SlackView } from "./form-view.ts";
import { findPicture } from "./known-picture.ts";
import type { Poster } from "./posting.ts";
import type { PostStore } from "../store/post-store.ts";
import type { SlackTransfer } from "./transfer.ts";
import type { SlackIdentity } from "../connect/identity.ts";
import { linkTo } from "../connect/permalink.ts";
import { SlackRefusal, type SlackWeb } from "../connect/web-api.ts";

/** How long a trigger can open a form: Slack's documentation, "views.open". */
export const SLACK_TRIGGER_MS = 3_000;
/** How long a form waits for its picture: a third of the time in which it can be opened. */
const FORM_PICTURE_MS = 1_000;

/** Ways to answer one person privately and to show them a form. */
export interface Answers {
  /** The body of an acknowledgement that makes Slack show a message. */
  readonly asReply: (message: Pictured) => Record<string, unknown>;
  /**
   * Shows a message to one person only: through the event's `response_url` while it works, or else in the conversation,
   * or else as a direct message. Without its pictures if Slack refuses them. `actionId` is the action of the message's one button.
   */
  privately(reader: Reader, message: Pictured, actionId?: string): Promise<void>;
  /** Replaces the message whose button was pressed, through the press's `response_url`. */
  replace(address: string, message: Message): Promise<void>;
  /**
   * An answer's pictures that the conversation shows already stay in it. Its other files are sent to the person's direct messages,
   * because Slack shows no files in a private answer, unless they asked for too many. Returns the answer, to be shown where they asked:
   * it says where the files are.
   */
  withoutFiles(conversation: Conversation, userId: string, message: Message, texts: SlackTexts): Promise<Pictured>;
  /** Shows a form as a modal, with the picture that it is about if the conversation shows it and Slack accepts it. */
  showForm(form: Form, at: FormPlace, texts: SlackTexts, show: ShowView): Promise<void>;
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

/** The conversation of a form, and what tells it apart from other forms in the same view (`formView`). */
export interface FormPlace {
  readonly conversation: Conversation;
  readonly opening?: string | undefined;
}

/** Sends a view to Slack. */
type ShowView = (view: SlackView) => Promise<unknown>;

export type Opening = "opened" | "late" | "refused";

const Anything = z.looseObject({});
const WRONG_VIEW: ReadonlySet<string> = new Set(["invalid_arguments", "invalid_blocks"]);
const TOO_LATE = new Set(["expired_trigger_id", "exchanged_trigger_id", "trigger_expired"]);

export function createAnswers(deps: {
  readonly web: SlackWeb;
  readonly identity: () => Promise<SlackIdentity>;
  readonly transfer: SlackTransfer;
  readonly poster: Pick<Poster, "post">;
  readonly directChannelOf: DirectChannelOf;
  readonly posts: Pick<PostStore, "at" | "uploads">;
  readonly clock: Clock;
  readonly log: Logger;
}): Answers {
  const { web, identity, transfer, directChannelOf, posts, clock, log } = deps;
  const directFiles = createDirectFiles(deps);
  const asReply = (message: Pictured): Record<string, unknown> => ({ response_type: "ephemeral", ...render(message) });

  async function privately(reader: Reader, message: Pictured, actionId?: string): Promise<void> {
    const { pictures = [], ...rest } = message;
    try {
      await say(reader, message, actionId);
    } catch (error) {
      if (pictures.length === 0 || !(error instanceof PlatformError) || error.retryable) throw error;
      // The words and buttons matter more than a picture that is in the channel anyway.
      await say({ ...reader, address: undefined }, rest, actionId);
    }
  }

  async function say(
    { address, conversation: { channel, thread }, userId: user }: Reader,
    message: Pictured,
    actionId: string | undefined,
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
      await web.call("chat.postMessage", { channel: await directChannelOf(user), ...rendered }, Anything);
    }
  }

  async function showForm(
    form: Form,
    { conversation, opening }: FormPlace,
    texts: SlackTexts,
    show: ShowView,
  ): Promise<void> {
    const picture = await pictureFor(form, conversation);
    try {
      await show(formView(form, conversation, texts, { opening, picture }));
    } catch (error) {
      // Slack may no longer have the picture.
      if (!picture || !(error instanceof SlackRefusal) || !WRONG_VIEW.has(error.slackCode)) throw error;
      await show(formView(form, conversation, texts, { opening }));
    }
  }

  /** A form without its picture is better than none, and than one that comes after its trigger has expired. */
  async function pictureFor({ about }: Form, conversation: Conversation): Promise<SlackPicture | undefined> {
    const { picture, text = "" } = about ?? {};
    if (!picture) return undefined;
    try {
      return await withTimeLimit(FORM_PICTURE_MS, () => findPicture(conversation, picture, text, posts), {
        clock,
        signal: new AbortController().signal,
        late: () => new Error(`the picture was not found within ${FORM_PICTURE_MS} ms`),
      });
    } catch (error) {
      log.info({ err: error }, "a form is shown without its picture");
      return undefined;
    }
  }

  return {
    asReply,
    privately,
    showForm,
    async withoutFiles(conversation, userId, message, texts) {
      const { files, ...rest } = message;
      if (!files?.length) return message;
      const pictures = await Promise.all(
        files.map(async ({ posted, description }) => posted && findPicture(conversation, posted, description, posts)),
      );
      const known = pictures.filter((picture) => picture !== undefined);
      if (known.length === files.length) return { ...rest, pictures: known };
      const sent = await directFiles.send(conversation.workspace, userId, files);
      const where = sent ? texts.sentDirectly(await linkTo(sent, identity)) : texts.tooManyFiles;
      return { ...rest, text: `${message.text}\n${where}` };
    },
    replace: (address, message) => transfer.respond(address, { replace_original: true, ...render(message) }),
    async openForm({ id, at }, form, conversation, texts) {
      const leftMs = at + SLACK_TRIGGER_MS - clock.elapsed();
      if (leftMs <= 0) return "late";
      const late = new AbortController();
      const forget = clock.after(leftMs, () => late.abort(new Error("the trigger has expired")));
      try {
        await showForm(form, { conversation }, texts, (view) =>
          web.callOrDrop("views.open", { trigger_id: id, view }, Anything, late.signal),
        );
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
