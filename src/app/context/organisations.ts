import { allowWorkspaces } from "../../core/account/claims.ts";
import { organisationCode } from "../../core/account/access-codes.ts";
import type { ConfiguredKeyring } from "../../core/account/keys/enter-keys.ts";
import { CONSOLE_ORGANISATION, type OrganisationStore } from "../../core/account/organisations.ts";
import type { Config } from "../../config/config.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { SecretKeys } from "./secret-key.ts";

/** An organisation as the operator sees it. */
export interface OrganisationFacts {
  readonly name: string | undefined;
  readonly workspaces: readonly string[];
  /** The code that adds another workspace. Undefined without a name, and unless the operator asks. */
  readonly code: string | undefined;
}

/** Lists one organisation without its code, or, for the operator, all of them with their codes. */
export type ListOrganisations = (which: string) => Promise<readonly OrganisationFacts[]>;

/** Lists organisations, with the codes that add workspaces to them. */
export function createOrganisationList(store: OrganisationStore, secretKey: string): ListOrganisations {
  return async (which) => {
    const listed = (await store.all()).filter(({ id }) => which === "all" || id === which);
    return listed.map(({ id, name, workspaces, isConsole }) => {
      const called = isConsole ? CONSOLE_ORGANISATION : name;
      const isJoinable = which === "all" && called !== undefined;
      return { name: called, workspaces, code: isJoinable ? organisationCode(secretKey, id) : undefined };
    });
  };
}

/**
 * Creates the Console's organisation, adds the configured workspaces, and enters the configured keys for every organisation.
 * Returns every organisation for the operator's list.
 */
export async function openOrganisations(context: {
  readonly config: Pick<Config, "allowedWorkspaces">;
  readonly organisations: OrganisationStore;
  readonly configuredKeys: Pick<ConfiguredKeyring, "enterForAll">;
  readonly secretKeys: Pick<SecretKeys, "current">;
  readonly log: Logger;
}): Promise<readonly OrganisationFacts[]> {
  const { config, organisations: store, configuredKeys, secretKeys, log } = context;
  await store.consoleOrganisation();
  for (const { platform, workspace, organisation } of await allowWorkspaces(store, config.allowedWorkspaces)) {
    log.warn(
      { workspace: `${platform}:${workspace}`, organisation },
      "a workspace in ALLOWED_WORKSPACES already belongs to another organisation and stays there; use /easel-admin join to move it",
    );
  }
  await configuredKeys.enterForAll();
  return createOrganisationList(store, secretKeys.current)("all");
}
