import { setAccess } from "../../../src/command/policy/access.ts";

/** `/easel-admin workspace access`: who may use Easel in this workspace, and which words are refused. */
export const workspaceAccess = setAccess("workspace");
