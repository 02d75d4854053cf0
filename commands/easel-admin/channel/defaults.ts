import { setDefaults } from "../../../src/command/policy/defaults.ts";

/** `/easel-admin channel defaults`: which models are taken in this channel where nobody names one. */
export const channelDefaults = setDefaults("channel");
