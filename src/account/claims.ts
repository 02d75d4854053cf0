import type { Conversation } from "../chat/conversation.ts";
import type { AccountStore } from "./store.ts";

/** Gives the workspaces that the operator named to the first organisation; one that has an organisation keeps it. */
export async function claimAllowed(
  accounts: Pick<AccountStore, "claimForFirst">,
  workspaces: readonly Pick<Conversation, "platform" | "workspace">[],
): Promise<void> {
  for (const { platform, workspace } of workspaces) await accounts.claimForFirst(platform, workspace);
}
