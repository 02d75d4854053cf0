import { encodeConversation, type Conversation, type MessageRef } from "../../core/chat/conversation.ts";
import type { Actor, FieldValues } from "../../core/chat/event.ts";
import type { BatchView } from "../../core/delivery/delivery-store.ts";
import type { Draft } from "../../core/delivery/result-store.ts";
import type { Texts } from "../../text/texts.ts";
import { isDeleted } from "../../worker/delivery/batch-status.ts";
import type { Command, CommandContext } from "../command.ts";
import type { OptionValues } from "../parse/parse.ts";
import { usableFiles } from "../files/resolve-target.ts";
import { mayReach, maySee } from "../files/may-reach.ts";
import { madeSources, sourcesBefore, type Source } from "../files/sources.ts";
import { hasForm, type FormAct, type MakingSubject } from "./form-id.ts";
import { typedPrompt, valuesOf } from "./request-values.ts";

/** A form's contents, and what submitting it does. */
export interface Loaded {
  readonly subject: MakingSubject;
  readonly command: Command;
  /** The pictures and clips that it continues from. The person may add files. */
  readonly sources: readonly Source[];
  /** The person must choose one of the sources. */
  readonly needsChoice: boolean;
  /** The initial values. */
  readonly values: OptionValues;
  /** The earlier request to change: its files stay. */
  readonly original: BatchView | undefined;
  /** The refused request to change. The person decides whether its files stay. */
  readonly draft: Draft | undefined;
  /** The message that the result replies to. */
  readonly message: MessageRef | undefined;
  /** The result that it continues from. */
  readonly view: BatchView | undefined;
}

const COMMANDS = { edit: "edit", animate: "video", reference: "imagine" } as const;

interface Asking {
  readonly conversation: Conversation;
  readonly actor: Actor;
}

/** Loads a form's subject, without what the person may not see. */
export async function loadSubject(
  subject: MakingSubject,
  asking: Asking,
  context: CommandContext,
): Promise<Loaded | undefined> {
  const nothing = {
    sources: [],
    needsChoice: false,
    values: {},
    original: undefined,
    draft: undefined,
    message: undefined,
    view: undefined,
  };
  switch (subject.kind) {
    case "command": {
      const command = hasForm(subject.command) ? findCommand(subject.command, context) : undefined;
      return command && { ...nothing, subject, command };
    }
    case "result": {
      const view = await reachableView(subject.batchId, asking, context);
      if (!view) return undefined;
      const sources = resultSources(view, subject.number);
      if (!sources) return undefined;
      const needsChoice = sources.length > 1 && subject.number === undefined;
      const command = commandOf(subject.act, context);
      return {
        ...nothing,
        subject,
        command,
        sources,
        needsChoice,
        view,
        message: resultMessageOf(view, asking.conversation),
      };
    }
    case "message": {
      const target = await context.results.target(subject.targetId);
      if (!target || !(await mayUse(target.message, asking, context))) return undefined;
      const sources = usableFor(subject.act, usableFiles(target.attachments));
      const command = commandOf(subject.act, context);
      return { ...nothing, subject, command, sources, message: target.message };
    }
    case "change": {
      const view = await reachableView(subject.batchId, asking, context);
      if (!view) return undefined;
      const { request } = view.batch;
      const command = findCommand(request.kind === "video" ? "video" : "imagine", context);
      const message = resultMessageOf(view, asking.conversation);
      if (!command) return undefined;
      const values = { ...valuesOf(request), prompt: typedPrompt(request.prompt, command.spec) };
      return { ...nothing, subject, command, values, original: view, message };
    }
    case "draft": {
      const { conversation, actor } = asking;
      const draft = await context.results.draft(subject.draftId, { conversation, requesterId: actor.userId });
      const command = draft && hasForm(draft.command) ? findCommand(draft.command, context) : undefined;
      if (!draft || !command) return undefined;
      const { options: values, requestMessage: id } = draft;
      return {
        ...nothing,
        subject,
        command,
        values,
        draft,
        message: id === undefined ? undefined : { conversation, id },
      };
    }
  }
}

/** The sources that an action can use: pictures can be edited; pictures and clips can be animated. */
export function usableFor(act: FormAct, sources: readonly Source[]): Source[] {
  return sources.filter((source) => act === "animate" || source.kind === "image");
}

/** Why there is nothing to edit or animate: the result may have been deleted. Undefined if there is something, or nothing is needed. */
export function lackText({ subject, sources, view }: Loaded, texts: Texts): string | undefined {
  if ((subject.kind !== "result" && subject.kind !== "message") || sources.length > 0) return undefined;
  const isGone = view?.artifacts.some((artifact) => artifact.content !== undefined && isDeleted(view, artifact));
  return isGone ? texts.picture.gone : texts.reply.nothingThere;
}

/** Number 0 is the previous version. It can be used once an Undo has posted it: until then it may be private to its member. */
function resultSources(view: BatchView, number: number | undefined): Source[] | undefined {
  if (number === 0) return isUndone(view) ? sourcesBefore(view) : undefined;
  const made = madeSources(view);
  return number === undefined ? made : made.filter((source) => source.number === number);
}

/** The button below the post may be pressed before it is recorded as posted. */
function isUndone({ posts }: BatchView): boolean {
  return posts.some(({ kind, state }) => kind === "undo" && (state === "intended" || state === "posted"));
}

async function reachableView(batchId: string, asking: Asking, context: CommandContext): Promise<BatchView | undefined> {
  const view = await context.results.view(batchId);
  return view && (await mayReach(view.batch, asking, context)) ? view : undefined;
}

/** Adds the stored prompt to a form's values if its field showed only a part of it, which stayed as it was. */
export function withWholePrompt(values: FieldValues, { values: { prompt } }: Loaded): FieldValues {
  return "prompt" in values || typeof prompt !== "string" ? values : { ...values, prompt };
}

/** A reply must go to a message of the same conversation. */
export function resultMessageOf({ batch, posts }: BatchView, conversation: Conversation): MessageRef | undefined {
  if (encodeConversation(batch.conversation) !== encodeConversation(conversation)) return undefined;
  const post = posts.find((one) => one.kind === "result" && one.state === "posted");
  return post?.messageId === undefined ? undefined : { conversation, id: post.messageId };
}

/** A stored message can be used only in the channel where it was referenced, in a private thread only by its readers. */
async function mayUse({ conversation }: MessageRef, asking: Asking, context: CommandContext): Promise<boolean> {
  return (
    conversation.channel === asking.conversation.channel &&
    maySee({ conversation, requesterId: undefined }, asking, context)
  );
}

function commandOf(act: FormAct, context: CommandContext): Command {
  const command = findCommand(COMMANDS[act], context);
  if (!command) throw new Error(`no command is registered for the action ${act}`);
  return command;
}

function findCommand(name: string, { commands }: CommandContext): Command | undefined {
  return commands.find(({ spec }) => spec.name === name);
}
