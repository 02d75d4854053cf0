import { resetRules } from "../../../src/command/policy/reset.ts";

/** `/easel-admin channel reset`: removes all rules of this channel. */
export const channelReset = resetRules("channel");
