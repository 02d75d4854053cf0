import { setDefaults } from "../../../src/command/policy/defaults.ts";

/** `/easel-admin organisation defaults`: which models are taken in the organisation where nobody names one. */
export const organisationDefaults = setDefaults("organisation");
