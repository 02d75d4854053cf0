import type { Queries } from "../queries.ts";
import type { AuditActor, AuditEntry } from "../../core/account/audit.ts";
import { encodeScope } from "../../core/account/policy/scope.ts";
import { audit } from "../schema/policy.ts";

/** What Easel itself did. */
export const EASEL: AuditActor = { accountId: undefined, name: "Easel", workspace: "" };

/** Keeps an act, in the transaction that does it: none is done unseen, and none is told of that did not happen. */
export async function writeAudit(queries: Pick<Queries, "insert">, entry: AuditEntry): Promise<void> {
  const { organisationId, actor, action, scope, before, after } = entry;
  await queries.insert(audit).values({
    organisationId,
    accountId: actor.accountId ?? null,
    actorName: actor.name.toWellFormed(),
    workspace: actor.workspace,
    action,
    scope: scope === undefined ? null : encodeScope(scope),
    before: before ?? null,
    after: after ?? null,
  });
}
