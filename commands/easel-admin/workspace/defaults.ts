import { setDefaults } from "../../../src/command/policy/defaults.ts";

/** `/easel-admin workspace defaults`: the models used in this workspace when a request names none. */
export const workspaceDefaults = setDefaults("workspace");
