import { showRules } from "../../../src/command/policy/show-rules.ts";

/** `/easel-admin group show`: the rules of a group. */
export const groupShow = showRules("group");
