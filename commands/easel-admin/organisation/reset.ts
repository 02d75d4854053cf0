import { resetRules } from "../../../src/command/policy/reset.ts";

/** `/easel-admin organisation reset`: takes back all rules of the organisation, who is blocked among them. */
export const organisationReset = resetRules("organisation");
