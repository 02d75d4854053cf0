import { setDefaults } from "../../../src/command/policy/defaults.ts";

/** `/easel-admin group defaults`: the models used for a group when a request names none. */
export const groupDefaults = setDefaults("group");
