import { setLimits } from "../../../src/command/policy/limit-settings.ts";

/** `/easel-admin workspace limits`: maximum lengths and counts, and what needs confirmation or approval in this workspace. */
export const workspaceLimits = setLimits("workspace");
