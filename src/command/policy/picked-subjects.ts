import type { Invocation } from "../invocation.ts";
import {
  accountIdOf,
  accountSubject,
  groupSubject,
  roleIdIn,
  roleSubject,
  type Subject,
} from "../../core/account/policy/subject.ts";
import { entriesOf, listOf, type FormField, type Suggestion } from "../../core/chat/form.ts";
import type { MemberMenu } from "../../core/chat/platform.ts";
import type { Acting } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import type { OptionValues } from "../parse/parse.ts";
import { textField } from "../setting/setting-fields.ts";
import { isWord } from "./typed-list.ts";
import { listedSubjects, readSubjects, subjectNames, type ReadSubjects } from "./subjects.ts";

/** A list of subjects, shared between the fields of a form. */
interface SharedOut {
  /** The selected entries of the menu of members, by the entry of `MembersField.value`. */
  readonly members: ReadonlyMap<string, Subject>;
  /** All others, such as groups and people of other platforms. */
  readonly others: readonly Subject[];
  /** What can be added to the others. */
  readonly offered: readonly Subject[];
  /** The names of the others and of those offered. */
  readonly names: ReadonlyMap<Subject, string>;
}

/** Where a form is, and for whom. */
interface Asked {
  readonly invocation: Pick<Invocation, "conversation">;
  readonly acting: Acting;
}

/**
 * The fields of a list of subjects: the platform's menu of members, and a field for subjects that the menu can't have, if any.
 * People who have left the workspace are in that field, so that saving the form keeps them.
 */
export async function subjectFields(
  name: string,
  label: string,
  subjects: readonly Subject[],
  menu: MemberMenu,
  asked: Asked,
  context: CommandContext,
): Promise<readonly FormField[]> {
  const { members, others, offered, names } = await shareOut(subjects, menu, asked, context);
  const say = context.texts.setting;
  const choices = offered.map((subject): Suggestion => {
    return { value: listedSubjects([subject], names), label: names.get(subject) ?? subject };
  });
  const value = listOf([...members.keys()]);
  const membersField = { type: "members", name: membersOf(name), label, value } as const;
  if (others.length + offered.length === 0) return [membersField];
  const field = { name: othersOf(name), label: say.others(label), value: listedSubjects(others, names) };
  return [membersField, textField({ ...field, hint: say.othersHint }, { several: { choices } })];
}

/**
 * The list that a submitted form leaves, whose unchanged fields are missing. Undefined if none of its fields was changed.
 *
 */
export async function pickedSubjects(
  name: string,
  subjects: readonly Subject[],
  menu: MemberMenu,
  { invocation, acting }: Asked & { readonly invocation: Invocation },
  context: CommandContext,
): Promise<ReadSubjects | undefined> {
  const [pickedMembers, pickedOthers] = [membersOf(name), othersOf(name)].map((field) => invocation.options[field]);
  if (pickedMembers === undefined && pickedOthers === undefined) return undefined;
  const shared = await shareOut(subjects, menu, { invocation, acting }, context);
  const unknown: string[] = [];
  const members =
    pickedMembers === undefined
      ? [...shared.members.values()]
      : await Promise.all(
          entriesIn(pickedMembers).map(async (entry) => {
            const subject = shared.members.get(entry) ?? (await subjectOf(entry, invocation, acting, context));
            if (subject === undefined) unknown.push(entry);
            return subject;
          }),
        );
  const known = [...shared.others, ...shared.offered];
  const others =
    pickedOthers === undefined
      ? { subjects: shared.others, unknown: [], unclear: [] }
      : await readSubjects(listOf(entriesIn(pickedOthers)), known, shared.names, invocation, acting, context);
  const all = [...members.filter((subject) => subject !== undefined), ...others.subjects];
  return { subjects: [...new Set(all)], unknown: [...unknown, ...others.unknown], unclear: others.unclear };
}

function membersOf(name: string): string {
  return `${name}_members`;
}

export function othersOf(name: string): string {
  return `${name}_others`;
}

function entriesIn(picked: OptionValues[string]): readonly string[] {
  return isWord(String(picked), "none") ? [] : entriesOf(String(picked));
}

async function shareOut(
  subjects: readonly Subject[],
  menu: MemberMenu,
  { invocation, acting }: Asked,
  context: CommandContext,
): Promise<SharedOut> {
  const { groups, people, platform } = context;
  const { conversation } = invocation;
  const accounts = subjects.flatMap((subject) => accountIdOf(subject) ?? []);
  const [userIds, ownGroups, roles] = await Promise.all([
    people.userIds(acting.organisationId, accounts, { platform: platform.name, workspace: conversation.workspace }),
    groups.list(acting.organisationId),
    menu.roles?.(conversation),
  ]);
  const entryOf = async (subject: Subject): Promise<readonly [string, Subject] | undefined> => {
    const roleId = roles === undefined ? roleIdIn(conversation, subject) : undefined;
    const userId = userIds.get(accountIdOf(subject) ?? "");
    const [kind, id] = roleId === undefined ? (["person", userId] as const) : (["role", roleId] as const);
    const found = id === undefined ? undefined : await platform.lookUp(conversation, kind, id);
    return found && found.hasLeft !== true ? [`${kind}:${found.id}`, subject] : undefined;
  };
  const isHere = (subject: Subject): boolean =>
    userIds.has(accountIdOf(subject) ?? "") || (roles === undefined && roleIdIn(conversation, subject) !== undefined);
  const entries = await Promise.all(subjects.filter(isHere).slice(0, menu.max).map(entryOf));
  const members = new Map(entries.filter((entry) => entry !== undefined));
  const chosen = new Set(members.values());
  const others = subjects.filter((subject) => !chosen.has(subject));
  const added = [
    ...ownGroups.map(({ id, name }) => [groupSubject(id), name] as const),
    ...(roles ?? []).map(({ id, name }) => [roleSubject(conversation, id), `@${name}`] as const),
  ];
  const offered = added.map(([subject]) => subject);
  const names = new Map([...(await subjectNames(others, invocation, acting, context)), ...added]);
  return { members, others, offered, names };
}

async function subjectOf(
  entry: string,
  { conversation }: Pick<Invocation, "conversation">,
  { organisationId }: Acting,
  { people, platform }: CommandContext,
): Promise<Subject | undefined> {
  const [, kind, id = ""] = /^(person|role):(.+)$/.exec(entry) ?? [];
  if (kind === "role") {
    const role = await platform.lookUp(conversation, "role", id);
    return role && roleSubject(conversation, role.id);
  }
  const person = kind === undefined ? undefined : await platform.lookUp(conversation, "person", id);
  if (!person) return undefined;
  const { workspace } = conversation;
  const identity = { platform: platform.name, workspace, userId: person.id, displayName: person.name };
  return accountSubject(await people.accountOf(organisationId, identity));
}
