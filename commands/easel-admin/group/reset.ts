import { resetRules } from "../../../src/command/policy/reset.ts";

/** `/easel-admin group reset`: removes all rules of a group. */
export const groupReset = resetRules("group");
