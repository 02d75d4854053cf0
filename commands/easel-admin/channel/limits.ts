import { setLimits } from "../../../src/command/policy/limits.ts";

/** `/easel-admin channel limits`: how long, how many, and what asks first in this channel. */
export const channelLimits = setLimits("channel");
