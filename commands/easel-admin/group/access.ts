import { setAccess } from "../../../src/command/policy/access.ts";

/** `/easel-admin group access`: who in a group may use Easel, and which words are refused. */
export const groupAccess = setAccess("group");
