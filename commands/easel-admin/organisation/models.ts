import { setModels } from "../../../src/command/policy/models.ts";

/** `/easel-admin organisation models`: which models may be used in the whole organisation. */
export const organisationModels = setModels("organisation");
