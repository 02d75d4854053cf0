import { setDefaults } from "../../../src/command/policy/defaults.ts";

/** `/easel-admin workspace defaults`: which models are taken in this workspace where nobody names one. */
export const workspaceDefaults = setDefaults("workspace");
