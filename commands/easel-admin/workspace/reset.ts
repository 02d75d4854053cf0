import { resetRules } from "../../../src/command/policy/reset.ts";

/** `/easel-admin workspace reset`: removes all rules of this workspace. */
export const workspaceReset = resetRules("workspace");
