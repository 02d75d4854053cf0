import { randomUUID } from "node:crypto";
import type { ChatEvent } from "../../core/chat/event.ts";
import type { Button, Message } from "../../core/chat/message.ts";
import type { Logger } from "../../lib/log/log.ts";
import { isFixable, problemsText } from "../../text/render/problems.ts";
import type { CommandContext } from "../command.ts";
import type { Invocation } from "../invocation.ts";
import type { CommandSpec } from "../parse/spec.ts";
import { withChange, type Reply } from "../reply.ts";
import { fieldOf } from "./field-problems.ts";
import { formId, hasForm } from "./form-id.ts";
import { typedPrompt } from "./request-values.ts";

type Given = Pick<Invocation, "options" | "attachments" | "message" | "parent">;

/** Adds the request to its refusal, so that it can be changed in a form. Returns other replies unchanged. */
export function withDraft(reply: Reply, spec: CommandSpec, given: Given): Reply {
  // The prompt has already been parsed; parsing it again could find options in it.
  return withRequest(reply, spec, given, (prompt) => typedPrompt(prompt, spec));
}

/** The same for a request whose text could not be parsed: all of it becomes the prompt. */
export function withTyped(reply: Reply, spec: CommandSpec, given: Given): Reply {
  return withRequest(reply, spec, given, (prompt) => prompt);
}

function withRequest(
  reply: Reply,
  { name: command }: CommandSpec,
  { options: { prompt, ...others }, attachments: files, message, parent }: Given,
  typed: (prompt: string) => string,
): Reply {
  if (reply.kind === "accepted" || !hasForm(command)) return reply;
  return withChange(reply, (problems) => ({
    command,
    options: { ...others, ...(typeof prompt === "string" ? { prompt: typed(prompt) } : {}) },
    files,
    wrong: [...new Set(problems.flatMap((problem) => fieldOf(problem) ?? []))],
    requestMessage: message?.id,
    parent,
  }));
}

type RefusalContext = Pick<CommandContext, "results" | "platform" | "texts"> & { readonly log: Logger };

/** A refusal as an answer, with a button that opens the request as a form if changes can help. */
export async function refusalMessage(
  event: ChatEvent,
  refusal: Extract<Reply, { kind: "refused" | "answer" }>,
  context: RefusalContext,
): Promise<Message> {
  const button = await changeButton(event, refusal, context);
  const message =
    refusal.kind === "answer"
      ? refusal.message
      : { text: problemsText(refusal.problems, context.texts, refusal.about) };
  return button ? { ...message, buttons: [...(message.buttons ?? []), button] } : message;
}

/** The button that opens a refused request as a form; stores the request for it. Undefined if that can't help or fails. */
export async function changeButton(
  event: ChatEvent,
  refusal: Extract<Reply, { kind: "refused" | "answer" }>,
  { results, platform, texts, log }: RefusalContext,
): Promise<Button | undefined> {
  const { change } = refusal;
  const { forms, refusedFormsStay, refusedMessagesReturn } = platform.capabilities;
  // A form stays open only for problems at its fields; an answer replaces it.
  const formStays = event.kind === "form" && refusal.kind === "refused" && refusedFormsStay;
  const isStillThere = (event.kind === "text" && refusedMessagesReturn) || formStays;
  const mayHelp = refusal.kind === "answer" || isFixable(refusal.problems);
  if (!change || !forms || isStillThere || !mayHelp) return undefined;
  const button = { label: texts.result.changeRequest, style: "secondary" } as const;
  if ("batchId" in change) return { id: formId({ kind: "change", batchId: change.batchId }), ...button };
  const draftId = randomUUID();
  const { conversation, actor } = event;
  try {
    await results.storeDraft({ ...change, id: draftId, conversation, requesterId: actor.userId });
  } catch (error) {
    // The refusal must be shown, with or without a button.
    log.info({ event: event.key, err: error }, "a refused request could not be stored");
    return undefined;
  }
  return { id: formId({ kind: "draft", draftId }), ...button };
}
