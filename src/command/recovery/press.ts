import type { ButtonEvent } from "../../core/chat/event.ts";
import { actingOf } from "../acting.ts";
import { notAdminText } from "../admin/not-admin.ts";
import type { CommandContext } from "../command.ts";
import { answer, type Reply } from "../reply.ts";
import { sumsText } from "./describe-failures.ts";
import { nextRecovery } from "./recovery-form.ts";

const RECOVER = /^recover:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Whether a button confirms a recovery. */
export function isRecovery(button: string): boolean {
  return RECOVER.test(button);
}

/** Confirms a recovery, once. Rights are checked again: the button may be older than they are. */
export async function confirmRecovery(event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const { recoveries, texts } = context;
  const say = texts.recovery;
  if (!event.actor.isAdmin) return answer(notAdminText(event.actor, context));
  const acting = await actingOf(event, context);
  const confirmed = await recoveries.confirm(acting, RECOVER.exec(event.button)?.[1] ?? "");
  if (confirmed.kind === "gone") return { ...answer(say.gone), closes: true };
  if (confirmed.kind === "already") return { ...answer(say.already), closes: true };
  const { of, sums, hours, choice } = confirmed;
  const begun = say.begun[of](sumsText(sums, texts));
  // A retry has not submitted its requests yet, so they would be listed again.
  const next = of === "refund" ? await nextRecovery({ kind: of, hours, choice }, event, context) : undefined;
  if (!next) return { ...answer(begun), closes: true };
  return { ...next, message: { ...next.message, text: [begun, next.message.text].join("\n\n") }, closes: true };
}
