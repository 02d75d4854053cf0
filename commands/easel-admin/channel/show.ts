import { showRules } from "../../../src/command/policy/show.ts";

/** `/easel-admin channel show`: the rules of this channel. */
export const channelShow = showRules("channel");
