import { resetRules } from "../../../src/command/policy/reset.ts";

/** `/easel-admin group reset`: takes back all rules of a group. */
export const groupReset = resetRules("group");
