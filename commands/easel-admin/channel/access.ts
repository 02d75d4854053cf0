import { setAccess } from "../../../src/command/policy/access.ts";

/** `/easel-admin channel access`: who may use Easel in this channel, and which words are refused. */
export const channelAccess = setAccess("channel");
