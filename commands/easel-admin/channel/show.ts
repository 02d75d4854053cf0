import { showRules } from "../../../src/command/policy/show-rules.ts";

/** `/easel-admin channel show`: the rules of this channel. */
export const channelShow = showRules("channel");
