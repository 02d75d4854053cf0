import type { Invocation } from "../invocation.ts";
import { accountSubject, groupSubject, roleSubject, type Subject } from "../../core/account/policy/subject.ts";
import type { Acting } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import { memberNames } from "../admin/groups.ts";
import { isIdLike } from "../id-like.ts";
import { isWord } from "./typed-list.ts";

/** A mention, or text between commas. */
const GIVEN = /<[^<>]*>|[^,，、<>\n]+/g;

/** Longer lists are not compared with the platform's roles: each comparison is a platform call. */
const COMPARED_WITH_ROLES = 10;

/** It could mean several subjects. */
const UNCLEAR = Symbol("unclear");

/** Separators: a name that contains one would be read as several names. */
const SEPARATOR = /[,，、<>\n]/;

/**
 * A list of subjects as text that `readSubjects` reads back as the same subjects. People choose their names, so a name that could
 * be read differently is replaced by the subject's id.
 */
export function listedSubjects(subjects: readonly Subject[], names: ReadonlyMap<Subject, string>): string {
  const taken = Map.groupBy(names.values(), (name) => name.toLowerCase());
  const isReadable = (name: string): boolean =>
    name !== "" &&
    name === name.trim() &&
    !SEPARATOR.test(name) &&
    !names.has(name) &&
    !isIdLike(name) &&
    !isWord(name, "all") &&
    !isWord(name, "none") &&
    taken.get(name.toLowerCase())?.length === 1;
  return subjects
    .map((subject) => {
      const name = names.get(subject);
      return name !== undefined && isReadable(name) ? name : subject;
    })
    .join(", ");
}

/** What a list resolves to. */
export interface ReadSubjects {
  readonly subjects: readonly Subject[];
  /** Names without a match. */
  readonly unknown: readonly string[];
  /** Names that a person in the list shares with a group or role: people choose their own names. */
  readonly unclear: readonly string[];
}

/**
 * Resolves a list of groups, roles and people, by mention or name, separated by commas; groups win over roles, and roles over
 * people. `now`: the current subjects, who also match by their ids, and may have left the workspace. `names`: their names.
 */
export async function readSubjects(
  text: string,
  now: readonly Subject[],
  names: ReadonlyMap<Subject, string>,
  { conversation }: Pick<Invocation, "conversation">,
  { organisationId }: Pick<Acting, "organisationId">,
  { groups, people, platform }: Pick<CommandContext, "groups" | "people" | "platform">,
): Promise<ReadSubjects> {
  const known = await groups.list(organisationId);
  const subjects: Subject[] = [];
  const unknown: string[] = [];
  const unclear: string[] = [];
  const all = (text.match(GIVEN) ?? []).map((one) => one.trim()).filter((one) => one !== "");
  for (const given of all) {
    const subject = await subjectOf(given);
    if (subject === undefined) unknown.push(given);
    else if (subject === UNCLEAR) unclear.push(given);
    else subjects.push(subject);
  }
  return { subjects: [...new Set(subjects)], unknown, unclear };

  async function subjectOf(given: string): Promise<Subject | typeof UNCLEAR | undefined> {
    if (now.includes(given)) return given;
    const isNamed = !isIdLike(given);
    const [one, ...others] = isNamed ? [...names].filter(([, name]) => name.toLowerCase() === given.toLowerCase()) : [];
    const listed = others.length === 0 ? one?.[0] : undefined;
    const group = known.find(({ name }) => name.toLowerCase() === given.toLowerCase());
    if (listed !== undefined && (!group || listed === groupSubject(group.id))) {
      const mayBeRole = listed.startsWith("account:") && all.length <= COMPARED_WITH_ROLES;
      return mayBeRole && (await platform.lookUp(conversation, "role", given)) ? UNCLEAR : listed;
    }
    if (listed !== undefined) return UNCLEAR;
    if (group) return groupSubject(group.id);
    const role = await platform.lookUp(conversation, "role", given);
    if (role) return roleSubject(conversation, role.id);
    const person = await platform.lookUp(conversation, "person", given);
    if (!person) return undefined;
    const { workspace } = conversation;
    const identity = { platform: platform.name, workspace, userId: person.id, displayName: person.name };
    return accountSubject(await people.accountOf(organisationId, identity));
  }
}

/** The names of subjects, including groups. */
export async function subjectNames(
  subjects: readonly Subject[],
  invocation: Pick<Invocation, "conversation">,
  acting: Acting,
  context: CommandContext,
): Promise<ReadonlyMap<Subject, string>> {
  const isGroup = (subject: Subject): boolean => subject.startsWith("group:");
  const groups = subjects.some(isGroup) ? await context.groups.list(acting.organisationId) : [];
  const others = subjects.filter((subject) => !isGroup(subject));
  const names = others.length === 0 ? [] : await memberNames(others, invocation, acting, context);
  return new Map([...names, ...groups.map(({ id, name }) => [groupSubject(id), name] as const)]);
}
