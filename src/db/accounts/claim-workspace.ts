import type { Queries } from "../queries.ts";
import type { Claimer } from "../../core/account/linking.ts";
import { writeAudit } from "./audit.ts";
import { tellPolicyChanged } from "../notify.ts";
import { addWorkspace, lockOrganisations, ownerOf } from "./organisation-store.ts";

/**
 * Makes a workspace part of the named organisation, or an organisation of its own; part of the transaction that has looked at the
 * code. Returns the organisation's id; undefined where the workspace has one already.
 */
export async function claimWorkspace(
  queries: Queries,
  { actor, identity }: Claimer,
  organisation: string | undefined,
): Promise<string | undefined> {
  await lockOrganisations(queries);
  if ((await ownerOf(queries, identity)) !== undefined) return undefined;
  const { platform, workspace } = identity;
  const organisationId = await addWorkspace(queries, { platform, workspace, organisation });
  await writeAudit(queries, {
    organisationId,
    actor,
    action: "workspace.claimed",
    after: { workspace: actor.workspace, own: organisation === undefined },
  });
  await tellPolicyChanged(queries, organisationId);
  return organisationId;
}
