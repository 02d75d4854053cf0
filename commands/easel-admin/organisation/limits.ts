import { setLimits } from "../../../src/command/policy/limits.ts";

/** `/easel-admin organisation limits`: how long, how many, and what asks first in the whole organisation. */
export const organisationLimits = setLimits("organisation");
