import { randomUUID } from "node:crypto";
import type { ChatEvent } from "../../core/chat/event.ts";
import type { Button, Message } from "../../core/chat/message.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import type { Logger } from "../../lib/log/log.ts";
import { isFixable, problemsText } from "../../text/render/problems.ts";
import type { CommandContext } from "../command.ts";
import type { Invocation } from "../invocation.ts";
import type { CommandSpec } from "../parse/spec.ts";
import type { Reply } from "../reply.ts";
import { fieldOf } from "./field-problems.ts";
import { formId, hasForm } from "./form-id.ts";
import { typedPrompt } from "./request-values.ts";

type Refusal = Extract<Reply, { kind: "refused" }>;
type Given = Pick<Invocation, "options" | "attachments" | "message" | "parent">;

/** Adds the request to its refusal, so that it can be changed in a form. Returns other replies unchanged. */
export function withDraft(reply: Reply, spec: CommandSpec, given: Given): Reply {
  if (reply.kind !== "refused") return reply;
  const { options, attachments, message, parent } = given;
  const { prompt, ...others } = options;
  // A prompt that was read already may contain what would now be read as an option.
  const typed = typeof prompt === "string" ? { prompt: typedPrompt(prompt, spec) } : {};
  return withTyped(reply, spec, { options: { ...others, ...typed }, attachments, message, parent });
}

/** The same for a request whose text could not be read: the prompt is all of it. */
export function withTyped(
  reply: Reply,
  { name: command }: CommandSpec,
  { options, attachments: files, message, parent }: Given,
): Reply {
  if (reply.kind !== "refused" || reply.change || !hasForm(command)) return reply;
  const wrong = wrongIn(reply.problems);
  return { ...reply, change: { command, options, files, wrong, requestMessage: message?.id, parent } };
}

function wrongIn(problems: readonly RequestProblem[]): readonly string[] {
  return [...new Set(problems.flatMap((problem) => fieldOf(problem) ?? []))];
}

type RefusalContext = Pick<CommandContext, "results" | "platform" | "texts"> & { readonly log: Logger };

/** A refusal as an answer, with a button that opens the request as a form if that may help. */
export async function refusalMessage(event: ChatEvent, refusal: Refusal, context: RefusalContext): Promise<Message> {
  const button = await changeButton(event, refusal, context);
  const text = problemsText(refusal.problems, context.texts, refusal.about);
  return { text, ...(button ? { buttons: [button] } : {}) };
}

/** The button that opens a refused request as a form, for which the request is stored. Undefined if that can't help or fails. */
export async function changeButton(
  event: ChatEvent,
  { problems, change }: Refusal,
  { results, platform, texts, log }: RefusalContext,
): Promise<Button | undefined> {
  const { forms, answersMessagesDirectly, refusedMessagesReturn } = platform.capabilities;
  // A form that is opened from a direct message would make it there.
  const isElsewhere = answersMessagesDirectly && event.isDirect !== true;
  const isOfNoUse = event.kind === "text" && (refusedMessagesReturn || isElsewhere);
  if (!change || !forms || isOfNoUse || !isFixable(problems)) return undefined;
  const button = { label: texts.result.changePrompt, style: "secondary" } as const;
  if ("batchId" in change) return { id: formId({ kind: "change", batchId: change.batchId }), ...button };
  const draftId = randomUUID();
  const { conversation, actor } = event;
  try {
    await results.storeDraft({ ...change, id: draftId, conversation, requesterId: actor.userId });
  } catch (error) {
    // The refusal must be told, with or without a button.
    log.warn({ event: event.key, err: error }, "a refused request could not be stored");
    return undefined;
  }
  return { id: formId({ kind: "draft", draftId }), ...button };
}
