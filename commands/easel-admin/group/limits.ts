import { setLimits } from "../../../src/command/policy/limits.ts";

/** `/easel-admin group limits`: how long, how many, and what asks first for a group. */
export const groupLimits = setLimits("group");
