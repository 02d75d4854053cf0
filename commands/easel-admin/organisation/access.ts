import { setAccess } from "../../../src/command/policy/access.ts";

/** `/easel-admin organisation access`: who may use Easel in the whole organisation, and which words are refused. */
export const organisationAccess = setAccess("organisation");
