import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { withTimeLimit } from "../../../lib/time-limit.ts";
import type { SlackTexts } from "../../../text/render/slack.ts";
import type { Conversation } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { FieldProblem } from "../../../core/chat/event.ts";
import type { Form } from "../../../core/chat/form.ts";
import type { Message, OutgoingFile, PostedFile, Section } from "../../../core/chat/message.ts";
import type { DirectChannelOf } from "./direct-channels.ts";
import { createDirectFiles } from "./direct-files.ts";
import { render, type Pictured, type Rendered } from "./render.ts";
import { markThread } from "./thread-mark.ts";
import type { SlackPicture } from "./section-view.ts";
import { formView, messageView, type SlackView } from "./form-view.ts";
import { findPicture, type MayShow } from "./known-picture.ts";
import type { Poster } from "./posting.ts";
import type { PostStore } from "../store/post-store.ts";
import type { SlackTransfer } from "./transfer.ts";
import type { SlackIdentity } from "../connect/identity.ts";
import { linkTo } from "../connect/permalink.ts";
import { isDirect } from "../receive/event-intake.ts";
import { SlackRefusal, type SlackWeb } from "../connect/web-api.ts";

/** How long a trigger can open a form: Slack's documentation, "views.open". */
export const SLACK_TRIGGER_MS = 3_000;
/** How long a form or a list waits for its pictures: a third of the time in which a form can be opened. */
const PICTURE_MS = 1_000;

/** Ways to answer one person privately and to show them a form. */
export interface Answers {
  /** The body of an acknowledgement that makes Slack show a message. */
  readonly asReply: (message: Pictured) => Record<string, unknown>;
  /**
   * Shows a message to one person only: through the event's `response_url` while it works, or else in the conversation,
   * or else as a direct message. In a direct channel, it is an ordinary message. Without its pictures if Slack refuses them. `actionId` is the action of the message's one button.
   */
  privately(reader: Reader, message: Pictured, actionId?: string): Promise<void>;
  /** Replaces the message whose button was pressed, through the press's `response_url`. Without its pictures if Slack refuses them. */
  replace(address: string, message: Pictured, conversation: Conversation): Promise<void>;
  /** A view with those pictures of its sections that the conversation shows already, or that `mayShow` allows. */
  withThumbnails(conversation: Conversation, message: Message, mayShow?: MayShow): Promise<Pictured>;
  /**
   * Keeps an answer's pictures that the conversation shows already. Sends its other files to the person's direct messages, because
   * Slack shows no files in a private answer. Returns the answer, which says where the files are, or why they were not sent.
   */
  withoutFiles(conversation: Conversation, userId: string, message: Message, texts: SlackTexts): Promise<Pictured>;
  /** Shows a form as a modal, with the picture that it is about if the conversation shows it and Slack accepts it. */
  showForm(form: Form, at: FormPlace, texts: SlackTexts, show: ShowView): Promise<void>;
  /** Never rejects, and stops waiting when the trigger expires. `late` means that Slack may still open the form. */
  openForm(trigger: Trigger, form: Form, conversation: Conversation, texts: SlackTexts): Promise<Opening>;
  /** The same for a message, which opens as a modal. Without its pictures if Slack refuses them. */
  openMessage(trigger: Trigger, message: Pictured, conversation: Conversation, texts: SlackTexts): Promise<Opening>;
}

/** The person to answer privately. */
export interface Reader {
  /** Slack's `response_url`. It takes five answers within half an hour. */
  readonly address?: string | undefined;
  /** Where it is shown. */
  readonly conversation: Conversation;
  /** The thread that its buttons act in, if the answer is not shown there. Slack shows no ephemeral message in a thread without replies. */
  readonly thread?: string | undefined;
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
    try {
      await say(reader, message, actionId);
    } catch (error) {
      if (!hasPictures(message) || !(error instanceof PlatformError) || error.retryable) throw error;
      // The words and buttons matter more than a picture that is in the channel anyway.
      await say({ ...reader, address: undefined }, withoutPictures(message), actionId);
    }
  }

  async function say(
    { address, conversation, thread: actsIn = conversation.thread, userId: user }: Reader,
    message: Pictured,
    actionId: string | undefined,
  ): Promise<void> {
    const rendered = renderIn(actsIn, message, actionId);
    if (address !== undefined) {
      try {
        return await transfer.respond(address, { replace_original: false, response_type: "ephemeral", ...rendered });
      } catch (error) {
        log.info({ err: error }, "response_url failed; sending the answer another way");
      }
    }
    const { channel, thread } = conversation;
    const where = { channel, ...(thread === undefined ? {} : { thread_ts: thread }) };
    try {
      // An ephemeral message vanishes when Slack reloads, and a direct channel has no other readers.
      if (isDirect(conversation)) await web.call("chat.postMessage", { ...where, ...rendered }, Anything);
      else await web.call("chat.postEphemeral", { ...where, user, ...rendered }, Anything);
    } catch (error) {
      if (!(error instanceof SlackRefusal) || error.retryable || isDirect(conversation)) throw error;
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
      if (!picture || !isWrongView(error)) throw error;
      await show(formView(form, conversation, texts, { opening }));
    }
  }

  /** Looks only for a limited time: a form without its picture is better than one whose trigger has expired. */
  async function pictureFor({ about }: Form, conversation: Conversation): Promise<SlackPicture | undefined> {
    const { picture, text = "" } = about ?? {};
    return picture && findInTime(conversation, picture, text);
  }

  function thumbnailOf(
    { thumbnail }: Section,
    conversation: Conversation,
    mayShow: MayShow | undefined,
  ): Promise<SlackPicture | undefined> {
    if (!thumbnail) return Promise.resolve(undefined);
    return findInTime(conversation, thumbnail.posted, thumbnail.description, mayShow);
  }

  async function findInTime(
    conversation: Conversation,
    posted: PostedFile,
    altText: string,
    mayShow?: MayShow,
  ): Promise<SlackPicture | undefined> {
    try {
      return await withTimeLimit(PICTURE_MS, () => findPicture(conversation, posted, altText, posts, mayShow), {
        clock,
        signal: new AbortController().signal,
        late: () => new Error(`the picture was not found within ${PICTURE_MS} ms`),
      });
    } catch (error) {
      log.info({ err: error }, "a picture could not be looked up and is left out");
      return undefined;
    }
  }

  /** Opens a modal while its trigger allows it. */
  async function open(
    { id, at }: Trigger,
    form: string | undefined,
    showAll: (show: ShowView) => Promise<void>,
  ): Promise<Opening> {
    const leftMs = at + SLACK_TRIGGER_MS - clock.elapsed();
    if (leftMs <= 0) return "late";
    const late = new AbortController();
    const forget = clock.after(leftMs, () => late.abort(new Error("the trigger has expired")));
    try {
      await showAll((view) => web.callOrDrop("views.open", { trigger_id: id, view }, Anything, late.signal));
      return "opened";
    } catch (error) {
      log.warn({ err: error, form }, "a form could not be opened");
      return late.signal.aborted || (error instanceof SlackRefusal && TOO_LATE.has(error.slackCode))
        ? "late"
        : "refused";
    } finally {
      forget();
    }
  }

  /** Returns a line that says where an answer's files are, or that they could not be sent. */
  async function sendDirectly(
    { text, files }: { readonly text: string; readonly files: readonly OutgoingFile[] },
    { conversation, userId }: Reader,
    texts: SlackTexts,
  ): Promise<string> {
    const [about = ""] = text.split("\n");
    try {
      const sent = await directFiles.send(conversation.workspace, userId, { about, files });
      if (!sent) return texts.tooManyFiles(files.length);
      return texts.sentDirectly(files.length, await linkTo(sent, identity));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      // The words matter more than the files.
      log.warn({ err: error }, "the files of an answer could not be sent");
      return texts.notSentDirectly(files.length);
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
      const reader = { conversation, userId };
      return { ...rest, text: `${message.text}\n${await sendDirectly({ ...message, files }, reader, texts)}` };
    },
    async replace(address, message, { thread }) {
      const replaceBy = (next: Pictured) =>
        transfer.respond(address, { replace_original: true, ...renderIn(thread, next) });
      try {
        await replaceBy(message);
      } catch (error) {
        if (!hasPictures(message) || !(error instanceof PlatformError) || error.retryable) throw error;
        await replaceBy(withoutPictures(message));
      }
    },
    async withThumbnails(conversation, message, mayShow) {
      const found = await Promise.all(
        (message.sections ?? []).map(async (section) => {
          const picture = await thumbnailOf(section, conversation, mayShow);
          return picture ? [[section, picture] as const] : [];
        }),
      );
      const thumbnails = new Map(found.flat());
      return thumbnails.size === 0 ? message : { ...message, thumbnails };
    },
    openForm: (trigger, form, conversation, texts) =>
      open(trigger, form.id, (show) => showForm(form, { conversation }, texts, show)),
    openMessage: (trigger, message, conversation, texts) =>
      open(trigger, undefined, async (show) => {
        try {
          await show(messageView(message, conversation, texts));
        } catch (error) {
          if (!hasPictures(message) || !isWrongView(error)) throw error;
          await show(messageView(withoutPictures(message), conversation, texts));
        }
      }),
  };
}

function renderIn(thread: string | undefined, message: Pictured, actionId?: string): Rendered {
  const { text, blocks } = render(message, actionId);
  return { text, blocks: markThread(blocks, thread) };
}

/** Whether Slack may refuse a message for its pictures. */
export function hasPictures({ pictures = [], thumbnails }: Pick<Pictured, "pictures" | "thumbnails">): boolean {
  return pictures.length > 0 || (thumbnails?.size ?? 0) > 0;
}

/** Whether Slack refuses a view for what is in it, as it does for a picture that it no longer has. */
export function isWrongView(error: unknown): boolean {
  return error instanceof SlackRefusal && WRONG_VIEW.has(error.slackCode);
}

export function withoutPictures({ pictures: _pictures, thumbnails: _thumbnails, ...words }: Pictured): Message {
  return words;
}

/** A form's problems in one message, for when they can't be shown next to their fields. */
export function problemsMessage(problems: readonly FieldProblem[]): Message {
  return { text: problems.map(({ text }) => text).join("\n") };
}
