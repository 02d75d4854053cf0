import type { ButtonEvent } from "../../core/chat/event.ts";
import { escapeText } from "../../core/chat/message.ts";
import { actingOf } from "../acting.ts";
import { notAdminText } from "../admin/not-admin.ts";
import type { CommandContext } from "../command.ts";
import type { Invocation } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import { findPerson } from "./find-person.ts";

const FORGET = /^forget:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Whether a button forgets a person. */
export function isForget(button: string): boolean {
  return FORGET.test(button);
}

/** Explains what forgetting a person means, with the button for it. */
export async function askToForget(invocation: Invocation, context: CommandContext): Promise<Reply> {
  const say = context.texts.personalData;
  const acting = await actingOf(invocation, context);
  const found = await findPerson(invocation, acting, context);
  if (!found.ok) return found.reply;
  const name = escapeText(found.value.name);
  const { accountId } = found.value;
  if (accountId === undefined) return answer(say.nobody(name));
  if (accountId === acting.accountId) return answer(say.notYourself);
  const { forgetThem: label, confirmForget: confirm } = say;
  const button = { id: `forget:${accountId}`, label, style: "danger", confirm } as const;
  return {
    kind: "answer",
    message: { text: say.askToForget(escapeText(`${found.value.name} (${found.value.userId})`)), buttons: [button] },
  };
}

/** Forgets the person. Rights are checked again: the button may be older than they are. */
export async function pressForget(event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const { forgetting, texts } = context;
  const say = texts.personalData;
  if (!event.actor.isAdmin) return answer(notAdminText(event.actor, context));
  const { organisationId, accountId: own, actor } = await actingOf(event, context);
  const accountId = FORGET.exec(event.button)?.[1] ?? "";
  if (accountId === own) return answer(say.notYourself);
  const outcome = await forgetting.forget(organisationId, accountId, actor);
  if (outcome.kind === "busy") return answer(say.stillBusy(outcome.requests));
  if (outcome.kind === "key") return answer(say.hasConfiguredKey(escapeText(outcome.name)));
  return { ...answer(outcome.kind === "begun" ? say.forgetting : say.forgottenAlready), closes: true };
}
