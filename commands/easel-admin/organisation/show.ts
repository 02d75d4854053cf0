import { showRules } from "../../../src/command/policy/show-rules.ts";

/** `/easel-admin organisation show`: the organisation's rules, which apply in all of its workspaces. */
export const organisationShow = showRules("organisation");
