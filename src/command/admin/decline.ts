import { answer, type Reply } from "../reply.ts";
import type { Place } from "../../core/account/membership.ts";
import type { ButtonEvent, FormEvent } from "../../core/chat/event.ts";
import type { Form } from "../../core/chat/form.ts";
import type { Batch } from "../../core/job/job-store.ts";
import type { Texts } from "../../text/texts.ts";
import { decideHeld, mayDecide } from "./approve.ts";
import { type CommandContext } from "../command.ts";
import { notAdminText } from "./not-admin.ts";
import { formId } from "../form/form-id.ts";

/** The limit of an admin's reason for declining: one or two sentences. */
const DECLINE_REASON_CHARACTERS = 300;

const REASON = "reason";

/** Asks an admin for an optional reason for declining. */
export async function askWhyDeclined(batch: Batch, event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const { approvals, texts } = context;
  if (!context.platform.capabilities.forms) {
    return decideHeld(batch, { kind: "decline", why: undefined }, event, context);
  }
  const { refusal } = await mayDecide(batch, event, context);
  if (refusal) return refusal;
  if ((await approvals.find(batch.id))?.state !== "asked") return answer(texts.approval.tooLate);
  return { kind: "form", form: declineForm(batch.id, texts) };
}

/** Rebuilds the form if it could not be shown immediately; undefined for people who may not decide. */
export async function declineFormAgain(
  batchId: string,
  place: Place,
  context: CommandContext,
): Promise<Form | undefined> {
  const found = await context.jobs.batch(batchId);
  if (!found || (await mayDecide(found.batch, place, context)).refusal) return undefined;
  return declineForm(batchId, context.texts);
}

/** Accepts the submitted form: only now the batch is declined. */
export async function submitDecline(batchId: string, event: FormEvent, context: CommandContext): Promise<Reply> {
  if (!event.actor.isAdmin) return answer(notAdminText(event.actor, context));
  const found = await context.jobs.batch(batchId);
  if (!found) return answer(context.texts.gone);
  const why = String(event.values[REASON] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, DECLINE_REASON_CHARACTERS);
  return decideHeld(found.batch, { kind: "decline", why: why === "" ? undefined : why }, event, context);
}

function declineForm(batchId: string, { approval: say }: Texts): Form {
  return {
    id: formId({ kind: "decline", batchId }),
    title: say.declineForm.title,
    submit: say.decline,
    typed: say.declineForm.again,
    fields: [
      {
        type: "text",
        name: REASON,
        label: say.declineForm.reason,
        hint: say.declineForm.hint,
        long: true,
        maxLength: DECLINE_REASON_CHARACTERS,
      },
    ],
  };
}
