import { resetRules } from "../../../src/command/policy/reset.ts";

/** `/easel-admin organisation reset`: removes all rules of the organisation, including blocks. */
export const organisationReset = resetRules("organisation");
