import { resetRules } from "../../../src/command/policy/reset.ts";

/** `/easel-admin channel reset`: takes back all rules of this channel. */
export const channelReset = resetRules("channel");
