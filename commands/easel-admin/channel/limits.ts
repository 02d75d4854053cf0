import { setLimits } from "../../../src/command/policy/limit-settings.ts";

/** `/easel-admin channel limits`: maximum lengths and counts, and what needs confirmation or approval in this channel. */
export const channelLimits = setLimits("channel");
