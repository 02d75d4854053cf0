import { setLimits } from "../../../src/command/policy/limit-settings.ts";

/** `/easel-admin group limits`: maximum lengths and counts, and what needs confirmation or approval for a group. */
export const groupLimits = setLimits("group");
