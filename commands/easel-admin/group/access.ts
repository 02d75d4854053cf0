import { setAccess } from "../../../src/command/policy/access.ts";

/** `/easel-admin group access`: who of a group may use Easel, and which words are refused. */
export const groupAccess = setAccess("group");
