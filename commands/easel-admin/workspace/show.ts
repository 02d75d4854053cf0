import { showRules } from "../../../src/command/policy/show-rules.ts";

/** `/easel-admin workspace show`: the rules of this workspace. */
export const workspaceShow = showRules("workspace");
