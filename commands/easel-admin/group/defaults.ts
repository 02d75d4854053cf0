import { setDefaults } from "../../../src/command/policy/defaults.ts";

/** `/easel-admin group defaults`: which models are taken for a group where nobody names one. */
export const groupDefaults = setDefaults("group");
