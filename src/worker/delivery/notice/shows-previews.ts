import { combine } from "../../../core/account/policy/combine.ts";
import type { Policies } from "../../../core/account/policy/policy-store.ts";
import { placeScope, workspaceScope } from "../../../core/account/policy/scope.ts";
import type { Batch } from "../../../core/job/job-store.ts";

/** Whether the policies of a batch's channel and workspace let its notice show pictures as they are made. */
export async function showsPreviews(
  policies: Pick<Policies, "settings">,
  { organisationId, conversation }: Pick<Batch, "organisationId" | "conversation">,
): Promise<boolean> {
  const scopes = [workspaceScope(conversation), placeScope(conversation, false)];
  const settings = await Promise.all(
    scopes.map(async (scope) => ({ scope, settings: await policies.settings(organisationId, scope) })),
  );
  return combine(settings).previews?.value === true;
}
