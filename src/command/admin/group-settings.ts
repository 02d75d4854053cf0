import type { Invocation } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import type { Group } from "../../core/account/groups.ts";
import { escapeText } from "../../core/chat/message.ts";
import { GROUP_NAME_CHARACTERS } from "../../lib/limits.ts";
import { actingOf, type Acting } from "../acting.ts";
import type { CommandContext, Settable } from "../command.ts";
import type { OptionValues } from "../parse/parse.ts";
import { chooseOne } from "../setting/choose-one.ts";
import { pickField, textField } from "../setting/setting-fields.ts";
import type { Setting } from "../setting/setting.ts";
import { resolveGroup, memberNames, type Resolved } from "./groups.ts";

/** The key of a button that applies to all groups. */
const ALL = "all";

/** One line per group with its members. */
export async function memberLines(
  groups: readonly Group[],
  invocation: Pick<Invocation, "conversation">,
  acting: Acting,
  context: CommandContext,
): Promise<readonly string[]> {
  const { texts } = context;
  const subjects = [...new Set(groups.flatMap(({ members }) => members))];
  const names = await memberNames(subjects, invocation, acting, context);
  return groups.map(({ name, members }) => {
    const list = texts.list(members.map((member) => escapeText(names.get(member) ?? member)));
    return `• **${escapeText(name)}** · ${list === "" ? texts.people.nobody : list}`;
  });
}

/** All groups, and a form for a new one. */
export const groupToCreate: Settable = {
  async show(invocation, context) {
    const { texts } = context;
    const acting = await actingOf(invocation, context);
    const lines = await memberLines(await context.groups.list(acting.organisationId), invocation, acting, context);
    const shown = lines.length === 0 ? [texts.people.noGroups] : [texts.people.groups, ...lines];
    return { kind: "setting", lines: shown, buttons: [{ key: ALL, label: texts.setting.createGroup }], opens: ALL };
  },

  async open(_key, _invocation, { texts }) {
    const field = { name: "group", label: texts.setting.groupName, required: true } as const;
    const label = texts.setting.createGroup;
    const fields = [textField(field, { maxLength: GROUP_NAME_CHARACTERS })];
    return { kind: "form", title: label, submit: label, isNew: true, effect: texts.settingEffect.createGroup, fields };
  },
};

/** All groups, and a form to delete one. */
export const groupToDelete: Settable = chooseOne(async (invocation, context) => {
  const { texts } = context;
  const acting = await actingOf(invocation, context);
  const groups = await context.groups.list(acting.organisationId);
  if (groups.length === 0) return answer(texts.people.noGroups);
  return {
    kind: "choosable",
    lines: [texts.people.groups, ...(await memberLines(groups, invocation, acting, context))],
    label: texts.setting.deleteGroup,
    effect: texts.settingEffect.deleteGroup,
    option: "group",
    choices: choicesOf(groups),
  };
});

/** The members of one group or of all groups, and a form to add someone. */
export const memberToAdd: Settable = {
  about: ["group"],

  async show(invocation, context) {
    const found = await namedGroups(invocation, context);
    if (!found.ok) return found.reply;
    const [only, ...others] = found.value.groups;
    const key = only && others.length === 0 ? only.id : ALL;
    const buttons = [{ key, label: context.texts.setting.addMember }];
    return { kind: "setting", lines: await linesOf(found.value.groups, invocation, context), buttons, opens: key };
  },

  async open(key, invocation, context) {
    const { texts } = context;
    const { organisationId } = await actingOf(invocation, context);
    const groups = await context.groups.list(organisationId);
    const chosen = groups.find(({ id }) => id === key)?.name;
    const label = texts.setting.addMember;
    const group = { name: "group", label: texts.setting.groupName, value: chosen, required: true } as const;
    return {
      kind: "form",
      title: label,
      submit: label,
      isNew: true,
      effect: texts.settingEffect.addMember,
      fields: [
        pickField(group, choicesOf(groups), texts.setting.typeOne(groups[0]?.name ?? "")),
        { type: "named", kind: "person", name: "person", label: texts.setting.person },
        { type: "named", kind: "role", name: "role", label: texts.setting.role, hint: texts.people.personOrRole },
      ],
    };
  },
};

/** The members of a group, and a form to remove one. `remove` removes the member that the form names. */
export function memberToRemove(
  remove: (group: Group, given: string, invocation: Invocation, context: CommandContext) => Promise<Reply>,
): Settable {
  return {
    about: ["group"],

    async show(invocation, context) {
      const found = await namedGroups(invocation, context);
      if (!found.ok) return found.reply;
      const { groups, isNamed } = found.value;
      const lines = await linesOf(groups, invocation, context);
      const say = context.texts.setting;
      const [only, ...others] = groups;
      if (only && (isNamed || others.length === 0)) return removable(only, lines, context);
      return {
        kind: "setting",
        lines,
        buttons: groups.map(({ id, name, members }) => ({
          key: members.length === 0 ? `@${id}` : id,
          label: say.changeOf(name),
        })),
      };
    },

    async open(key, invocation, context) {
      const acting = await actingOf(invocation, context);
      const groupId = key.replace(/^@/, "");
      const group = (await context.groups.list(acting.organisationId)).find(({ id }) => id === groupId);
      if (!group) return undefined;
      if (key.startsWith("@")) return removable(group, await linesOf([group], invocation, context), context);
      const names = await memberNames(group.members, invocation, acting, context);
      const choices = group.members.map((member) => ({ value: member, label: names.get(member) ?? member }));
      const label = context.texts.setting.removeMember;
      const field = { name: "member", label: context.texts.setting.member, required: true } as const;
      return {
        kind: "form",
        title: label,
        submit: label,
        isNew: true,
        effect: context.texts.settingEffect.removeMember(group.name),
        fields: [pickField(field, choices, context.texts.setting.typeOne(choices[0]?.label ?? ""))],
        apply: (options: OptionValues, asked: Invocation) =>
          remove(group, String(options["member"] ?? ""), asked, context),
      };
    },
  };
}

function removable(group: Group, lines: readonly string[], { texts }: CommandContext): Setting {
  const isEmpty = group.members.length === 0;
  return {
    kind: "setting",
    lines,
    buttons: isEmpty ? [] : [{ key: group.id, label: texts.setting.removeMember }],
    ...(isEmpty ? {} : { opens: group.id }),
  };
}

/** The named group, or all groups. */
async function namedGroups(
  invocation: Invocation,
  context: CommandContext,
): Promise<Resolved<{ readonly groups: readonly Group[]; readonly isNamed: boolean }>> {
  const acting = await actingOf(invocation, context);
  if (String(invocation.options["group"] ?? "").trim() !== "") {
    const group = await resolveGroup(invocation, acting, context);
    return group.ok ? { ok: true, value: { groups: [group.value], isNamed: true } } : group;
  }
  const groups = await context.groups.list(acting.organisationId);
  if (groups.length === 0) return { ok: false, reply: answer(context.texts.people.noGroups) };
  return { ok: true, value: { groups, isNamed: false } };
}

async function linesOf(
  groups: readonly Group[],
  invocation: Invocation,
  context: CommandContext,
): Promise<readonly string[]> {
  const acting = await actingOf(invocation, context);
  return [context.texts.people.groups, ...(await memberLines(groups, invocation, acting, context))];
}

function choicesOf(groups: readonly Group[]) {
  return groups.map(({ name }) => ({ value: name, label: name }));
}
