import type { Allowed, OrganisationStore, WorkspaceOwner } from "./organisations.ts";

/**
 * Lets in the workspaces that the operator named, each in its organisation. Returns those that belong to another organisation than
 * the one that was named: they stay there.
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
