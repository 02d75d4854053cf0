import type { Invocation } from "../invocation.ts";
import { answer, unfit, type Reply } from "../reply.ts";
import { MAX_POLICY_SUBJECTS } from "../../lib/limits.ts";
import { ORGANISATION_SCOPE } from "../../core/account/policy/scope.ts";
import type { Subject } from "../../core/account/policy/subject.ts";
import { escapeText } from "../../core/chat/message.ts";
import { actingOf, type Acting } from "../acting.ts";
import type { CommandContext, Settable } from "../command.ts";
import { chooseOne } from "../setting/choose-one.ts";
import { subjectNames } from "./subjects.ts";
import { resolvePerson } from "../admin/groups.ts";

/** The key of the form that blocks someone. */
const BLOCK = "block";

/** Blocks or unblocks someone in the whole organisation. */
export async function setBlocked(invocation: Invocation, context: CommandContext, block: boolean): Promise<Reply> {
  const acting = await actingOf(invocation, context);
  const person = await resolvePerson(invocation, acting, context);
  return person.ok ? setSubjectBlocked(person.value, acting, context, block) : person.reply;
}

/** Blocks or unblocks a resolved subject. */
async function setSubjectBlocked(
  { subject, name: called }: { readonly subject: Subject; readonly name: string },
  acting: Acting,
  { policies, texts }: CommandContext,
  block: boolean,
): Promise<Reply> {
  const say = texts.blocking;
  const name = escapeText(called);
  let full = false;
  const { before, after } = await policies.change(acting, ORGANISATION_SCOPE, (settings) => {
    const { blocked = [], ...others } = settings;
    const left = blocked.filter((one) => one !== subject);
    full = block && left.length >= MAX_POLICY_SUBJECTS;
    const now = block && !full ? [...left, subject] : left;
    if (full || (block && blocked.includes(subject))) return settings;
    return now.length === 0 ? others : { ...others, blocked: now };
  });
  if (full) return unfit("person", say.full(MAX_POLICY_SUBJECTS));
  const was = before.blocked?.includes(subject) ?? false;
  const is = after.blocked?.includes(subject) ?? false;
  if (block) return answer(was ? say.alreadyBlocked(name) : say.blocked(name));
  return answer(was && !is ? say.unblocked(name) : say.notBlocked(name));
}

/** The blocked people, in one line. */
export async function blockedText(
  invocation: Invocation,
  context: CommandContext,
): Promise<{ readonly line: string; readonly names: ReadonlyMap<Subject, string> }> {
  const { policies, texts } = context;
  const acting = await actingOf(invocation, context);
  const { blocked = [] } = await policies.settings(acting.organisationId, ORGANISATION_SCOPE);
  const names = await subjectNames(blocked, invocation, acting, context);
  const list = blocked.map((subject) => escapeText(names.get(subject) ?? subject));
  return { names, line: list.length === 0 ? texts.blocking.none : texts.blocking.list(texts.list(list)) };
}

/** The blocked people, and a form to block someone. */
export const personToBlock: Settable = {
  async show(invocation, context) {
    const { line } = await blockedText(invocation, context);
    const { setting } = context.texts;
    return { kind: "setting", lines: [line], buttons: [{ key: BLOCK, label: setting.block }], opens: BLOCK };
  },

  async open(_key, _invocation, { texts: { setting: say, settingEffect } }) {
    const field = { type: "named", kind: "person", name: "person", label: say.person, required: true } as const;
    const named = { title: say.block, submit: say.block, effect: settingEffect.block };
    return { kind: "form", ...named, isNew: true, fields: [field] };
  },
};

/** The blocked people, and a form to unblock one of them, including people who have left the workspace. */
export const personToUnblock: Settable = chooseOne(async (invocation, context) => {
  const { line, names } = await blockedText(invocation, context);
  if (names.size === 0) return answer(line);
  return {
    kind: "choosable",
    lines: [line],
    label: context.texts.setting.unblock,
    effect: context.texts.settingEffect.unblock,
    option: "person",
    choices: [...names].map(([value, label]) => ({ value, label })),
    apply: async (options, asked) => {
      const subject = String(options["person"] ?? "");
      const name = names.get(subject);
      if (name === undefined) return setBlocked({ ...asked, options }, context, false);
      return setSubjectBlocked({ subject, name }, await actingOf(asked, context), context, false);
    },
  };
});
