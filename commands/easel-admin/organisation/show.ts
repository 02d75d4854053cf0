import { showRules } from "../../../src/command/policy/show.ts";

/** `/easel-admin organisation show`: the rules of the organisation, which hold in all of its workspaces. */
export const organisationShow = showRules("organisation");
