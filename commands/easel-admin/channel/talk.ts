import { setTalk } from "../../../src/command/policy/talk.ts";

/** `/easel-admin channel talk`: whether messages without a command are made without asking in this channel. */
export const channelTalk = setTalk("channel");
