import type { Allowed, OrganisationStore, WorkspaceOwner } from "./organisations.ts";

/**
 * Adds the workspaces that the operator listed, each to its organisation. Returns those that already belong to another
 * organisation and stay there.
 */
export async function allowWorkspaces(
  organisations: Pick<OrganisationStore, "allow">,
  owners: readonly WorkspaceOwner[],
): Promise<readonly WorkspaceOwner[]> {
  const elsewhere: WorkspaceOwner[] = [];
  for (const owner of owners) {
    const { isElsewhere }: Allowed = await organisations.allow(owner);
    if (isElsewhere) elsewhere.push(owner);
  }
  return elsewhere;
}
