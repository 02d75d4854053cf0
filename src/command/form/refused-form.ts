import { randomUUID } from "node:crypto";
import type { FieldProblem, FieldValues, FormEvent } from "../../core/chat/event.ts";
import type { FormField } from "../../core/chat/form.ts";
import type { Button } from "../../core/chat/message.ts";
import { holdsSecret } from "../../core/account/keys/typed-secret.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { CommandContext } from "../command.ts";
import type { FormAgain, Reply } from "../reply.ts";
import { formId } from "./form-id.ts";

/** Adds to a refusal of a form how it can be filled in again. Returns other replies unchanged. */
export function withFormAgain(
  reply: Reply,
  { form, values }: Pick<FormEvent, "form" | "values">,
  fields: readonly FormField[],
): Reply {
  if (reply.kind !== "unfit" && reply.kind !== "refused") return reply;
  const secrets = fields.filter((field) => field.type === "text" && field.secret).map(({ name }) => name);
  const typed = secrets.map((name) => String(values[name] ?? "").trim()).filter((secret) => secret !== "");
  const mayKeep = ([name, value]: [string, FieldValues[string]]): boolean => {
    const text = String(value);
    return !secrets.includes(name) && !holdsSecret(text) && !typed.some((secret) => text.includes(secret));
  };
  const kept = Object.fromEntries(Object.entries(values).filter(mayKeep));
  return { ...reply, again: { form, values: kept, labels: new Map(fields.map(({ name, label }) => [name, label])) } };
}

type RefusalContext = Pick<CommandContext, "results" | "platform" | "texts"> & { readonly log: Logger };

/**
 * The problems of a form, beside its fields or with the names that the form gives them. Where a refused form closes, they say
 * that nothing was changed, and the button opens it again with what was filled in. Without the button if that can't be stored.
 */
export async function refusedForm(
  event: FormEvent,
  problems: readonly FieldProblem[],
  again: FormAgain,
  context: RefusalContext,
): Promise<{ readonly problems: readonly FieldProblem[]; readonly reopen: Button | undefined }> {
  const { platform, texts } = context;
  const { refusedFormsStay } = platform.capabilities;
  const named = problems.map(({ field, text, atField = text }): FieldProblem => {
    const label = field === undefined ? undefined : again.labels.get(field);
    if (label === undefined) return { field, text };
    return { field, text: refusedFormsStay ? atField : texts.setting.atField(label, atField) };
  });
  if (refusedFormsStay) return { problems: named, reopen: undefined };
  const { nothingChanged } = texts.problem;
  const isSaid = named.some(({ text }) => text.endsWith(nothingChanged));
  return {
    problems: isSaid ? named : [...named, { field: undefined, text: nothingChanged }],
    reopen: await keep(event, again, context),
  };
}

async function keep(
  { key, conversation, actor }: FormEvent,
  { form, values }: FormAgain,
  { results, texts, log }: RefusalContext,
): Promise<Button | undefined> {
  const draftId = randomUUID();
  const nothing = { files: [], wrong: [], requestMessage: undefined, parent: undefined };
  try {
    const theirs = { id: draftId, conversation, requesterId: actor.userId };
    await results.storeDraft({ ...nothing, ...theirs, command: form, options: values });
  } catch (error) {
    // The refusal must be told, with or without a button.
    log.info({ event: key, err: error }, "a refused form could not be stored");
    return undefined;
  }
  return { id: formId({ kind: "refused", draftId }), label: texts.setting.reopen, style: "secondary" };
}
