import type { Invocation } from "../invocation.ts";
import { refuse, unfit, type Reply } from "../reply.ts";
import type { Group } from "../../core/account/groups.ts";
import { accountSubject, roleSubject, type Subject } from "../../core/account/policy/subject.ts";
import { decodeConversation, encodeWorkspace } from "../../core/chat/conversation.ts";
import { escapeText } from "../../core/chat/message.ts";
import { GROUP_NAME_CHARACTERS } from "../../lib/limits.ts";
import { nearest } from "../../core/request/nearest.ts";
import { typedName } from "../../text/render/shown.ts";
import type { Acting } from "../acting.ts";
import { type CommandContext } from "../command.ts";
import type { OptionSpec } from "../parse/spec.ts";

/** The options that name a group and one of its members. */
export const GROUP_MEMBER_OPTIONS: readonly OptionSpec[] = [
  { name: "group", type: "text", maxLength: GROUP_NAME_CHARACTERS },
  { name: "person", type: "person" },
  { name: "role", type: "role" },
];

/** A resolved name, or the reply that explains why it can't be resolved. */
export type Resolved<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reply: Reply };

/** Resolves the `group` option. */
export async function resolveGroup(
  { options }: Pick<Invocation, "options">,
  { organisationId }: Pick<Acting, "organisationId">,
  { groups, texts }: Pick<CommandContext, "groups" | "texts">,
): Promise<Resolved<Group>> {
  const given = String(options["group"] ?? "").trim();
  if (given === "") return { ok: false, reply: refuse([{ rule: "missing_option", option: "group" }]) };
  const all = await groups.list(organisationId);
  const value = all.find(({ name }) => name.toLowerCase() === given.toLowerCase());
  if (value) return { ok: true, value };
  const near = nearest(
    given,
    all.map(({ name }) => name),
  );
  return {
    ok: false,
    reply: unfit("group", texts.people.noSuchGroup(escapeText(given), near && escapeText(near), typedName(given))),
  };
}

/** A member of a group: a person, or everyone with a role. */
export interface Member {
  readonly subject: Subject;
  readonly name: string;
}

/** Resolves the `person` or `role` option, with the name, to add it to a group or remove it. */
export async function resolveMember(
  act: "add" | "remove",
  group: string,
  { options, conversation }: Pick<Invocation, "options" | "conversation">,
  acting: Acting,
  context: CommandContext,
): Promise<Resolved<Member>> {
  const { platform, texts } = context;
  const [person, role] = [String(options["person"] ?? "").trim(), String(options["role"] ?? "").trim()];
  // Exactly one is needed.
  if ((person === "") === (role === ""))
    return {
      ok: false,
      reply: unfit(
        "person",
        texts.people.memberUnclear(act, typedName(group)),
        texts.people.oneMember(texts.setting.role),
      ),
    };
  if (role !== "") {
    const found = await platform.lookUp(conversation, "role", role);
    if (!found) return { ok: false, reply: unfit("role", texts.people.noSuchRole(escapeText(role))) };
    return { ok: true, value: { subject: roleSubject(conversation, found.id), name: `@${found.name}` } };
  }
  return resolvePerson({ options, conversation }, acting, context);
}

/** Resolves the `person` option. */
export async function resolvePerson(
  { options, conversation }: Pick<Invocation, "options" | "conversation">,
  { organisationId }: Acting,
  { people, platform, texts }: CommandContext,
): Promise<Resolved<Member>> {
  const person = String(options["person"] ?? "").trim();
  if (person === "") return { ok: false, reply: refuse([{ rule: "missing_option", option: "person" }]) };
  const found = await platform.lookUp(conversation, "person", person);
  if (!found) return { ok: false, reply: unfit("person", texts.people.noSuchPerson(escapeText(person))) };
  const { workspace } = conversation;
  const identity = { platform: platform.name, workspace, userId: found.id, displayName: found.name };
  return {
    ok: true,
    value: { subject: accountSubject(await people.accountOf(organisationId, identity)), name: found.name },
  };
}

/** The members' names: people by name, this workspace's roles by name, other workspaces' roles by id. */
export async function memberNames(
  subjects: readonly Subject[],
  { conversation }: Pick<Invocation, "conversation">,
  { organisationId }: Acting,
  { people, platform }: Pick<CommandContext, "people" | "platform">,
): Promise<ReadonlyMap<Subject, string>> {
  const accountIds = subjects.flatMap((subject) => (subject.startsWith("account:") ? [idOf(subject)] : []));
  const names = await people.names(organisationId, accountIds);
  const named = subjects.map(async (subject) => {
    if (subject.startsWith("account:")) return [subject, names.get(idOf(subject)) ?? idOf(subject)] as const;
    const at = decodeConversation(idOf(subject));
    const isHere = encodeWorkspace(at) === encodeWorkspace(conversation);
    const role = isHere ? await platform.lookUp(conversation, "role", at.channel) : undefined;
    return [subject, role ? `@${role.name}` : `${at.platform}:${at.workspace}:${at.channel}`] as const;
  });
  return new Map(await Promise.all(named));
}

function idOf(subject: Subject): string {
  return subject.slice(subject.indexOf(":") + 1);
}
