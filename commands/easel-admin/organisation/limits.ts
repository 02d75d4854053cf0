import { setLimits } from "../../../src/command/policy/limit-settings.ts";

/** `/easel-admin organisation limits`: maximum lengths and counts, and what needs confirmation or approval in the organisation. */
export const organisationLimits = setLimits("organisation");
