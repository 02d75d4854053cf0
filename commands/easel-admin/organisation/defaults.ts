import { setDefaults } from "../../../src/command/policy/defaults.ts";

/** `/easel-admin organisation defaults`: the models used in the organisation when a request names none. */
export const organisationDefaults = setDefaults("organisation");
