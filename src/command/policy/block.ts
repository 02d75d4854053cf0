import { MAX_POLICY_SUBJECTS } from "../../lib/limits.ts";
import { ORGANISATION_SCOPE } from "../../core/account/policy/scope.ts";
import { escapeText } from "../../core/chat/message.ts";
import { actingOf } from "../acting.ts";
import { answer, type CommandContext, type Invocation, type Reply } from "../command.ts";
import { resolveMember } from "../admin/groups.ts";

/** Blocks someone in the whole organisation, or takes that back. */
export async function setBlocked(invocation: Invocation, context: CommandContext, block: boolean): Promise<Reply> {
  const { policies, texts } = context;
  const say = texts.blocking;
  const acting = await actingOf(invocation, context);
  const person = await resolveMember(invocation, acting, context);
  if (!person.ok) return person.reply;
  const { subject } = person.value;
  const name = escapeText(person.value.name);
  let full = false;
  const { before, after } = await policies.change(acting, ORGANISATION_SCOPE, (settings) => {
    const { blocked = [], ...others } = settings;
    const left = blocked.filter((one) => one !== subject);
    full = block && left.length >= MAX_POLICY_SUBJECTS;
    const now = block && !full ? [...left, subject] : left;
    if (full || (block && blocked.includes(subject))) return settings;
    return now.length === 0 ? others : { ...others, blocked: now };
  });
  if (full) return answer(say.full(MAX_POLICY_SUBJECTS));
  const was = before.blocked?.includes(subject) ?? false;
  const is = after.blocked?.includes(subject) ?? false;
  if (block) return answer(was ? say.alreadyBlocked(name) : say.blocked(name));
  return answer(was && !is ? say.unblocked(name) : say.notBlocked(name));
}
