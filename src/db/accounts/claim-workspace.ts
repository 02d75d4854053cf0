import type { Queries } from "../queries.ts";
import type { Claimer } from "../../core/account/linking.ts";
import { writeAudit } from "./audit.ts";
import { announcePolicyChange } from "../notify.ts";
import { addWorkspace, lockOrganisations, ownerOf } from "./organisation-store.ts";

/**
 * Adds a workspace to the named organisation, or creates one for it, in the transaction that checked the code. Returns the
 * organisation's id, or undefined if the workspace already has one.
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
  await announcePolicyChange(queries, organisationId);
  return organisationId;
}
