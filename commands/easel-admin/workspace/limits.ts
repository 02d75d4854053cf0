import { setLimits } from "../../../src/command/policy/limits.ts";

/** `/easel-admin workspace limits`: how long, how many, and what asks first in this workspace. */
export const workspaceLimits = setLimits("workspace");
