import { setDefaults } from "../../../src/command/policy/defaults.ts";

/** `/easel-admin channel defaults`: the models used in this channel when a request names none. */
export const channelDefaults = setDefaults("channel");
