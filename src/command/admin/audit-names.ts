import type { Invocation } from "../invocation.ts";
import type { AuditRecord } from "../../core/account/audit-log.ts";
import { StoredSettings } from "../../core/account/policy/policy.ts";
import { encodeScope, type Scope } from "../../core/account/policy/scope.ts";
import { AuditFacts } from "../../text/render/audit/audit-facts.ts";
import type { Acting } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import { memberNames } from "./groups.ts";

/** How many role names the audit looks up: each may be a platform call, and platforms allow 50 a second. */
const AUDIT_ROLES_NAMED = 30;

const NAMED = /^(?:group|account|key):(.+)$/;

/** Current or last known names of everyone and everything in these entries, by `encodeScope` or `Subject`. */
export async function auditNames(
  acts: readonly AuditRecord[],
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<ReadonlyMap<string, string>> {
  const { groups, keyring, people, audit } = context;
  const { organisationId } = acting;
  const all = [...new Set(acts.flatMap(namedIn))];
  const named = all.filter((one) => NAMED.test(one));
  const idsOf = (kind: Scope["kind"]): string[] =>
    named.filter((one) => one.startsWith(`${kind}:`)).map((one) => one.slice(kind.length + 1));
  const roles = all.filter((one) => one.startsWith("role:")).slice(0, AUDIT_ROLES_NAMED);
  const [groupList, keys, accounts, roleNames] = await Promise.all([
    idsOf("group").length > 0 ? groups.list(organisationId) : [],
    idsOf("key").length > 0 ? keyring.list(organisationId) : [],
    people.names(organisationId, idsOf("account")),
    memberNames(roles, invocation, acting, context),
  ]);
  const known = new Map([
    ...groupList.map(({ id, name }) => [encodeScope({ kind: "group", id }), name] as const),
    ...keys.map(({ id, name }) => [encodeScope({ kind: "key", id }), name] as const),
    ...[...accounts].map(([id, name]) => [encodeScope({ kind: "account", id }), name] as const),
    ...roleNames,
  ]);
  const gone = named.filter((one) => !known.has(one));
  return new Map([...(await audit.formerNames(organisationId, gone)), ...known]);
}

/** The scopes and subjects that an entry names. */
function namedIn({ action, scope, before, after }: AuditRecord): string[] {
  const kept = [before, after].flatMap((facts) => {
    if (action === "policy.set") {
      const { access = [], blocked = [] } = StoredSettings.safeParse(facts ?? {}).data ?? {};
      return [...access, ...blocked];
    }
    const { scope: of, member, members = [], account } = AuditFacts.parse(facts ?? {});
    return [of, member, ...members, account === undefined ? undefined : `account:${account}`];
  });
  return [scope, ...kept].filter((one) => one !== undefined);
}
