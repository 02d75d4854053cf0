import type { Queries } from "../queries.ts";
import type { AuditActor, AuditEntry } from "../../core/account/audit.ts";
import { encodeScope } from "../../core/account/policy/scope.ts";
import { audit } from "../schema/policy.ts";

/** The actor of Easel's own actions. */
export const EASEL: AuditActor = { accountId: undefined, name: "Easel", workspace: "" };

/** Writes an audit entry in the transaction of the change itself: neither exists without the other. */
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
