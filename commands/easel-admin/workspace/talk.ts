import { setTalk } from "../../../src/command/policy/talk.ts";

/** `/easel-admin workspace talk`: whether messages without a command are made without asking in this workspace. */
export const workspaceTalk = setTalk("workspace");
