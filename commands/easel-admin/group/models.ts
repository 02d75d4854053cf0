import { setModels } from "../../../src/command/policy/models.ts";

/** `/easel-admin group models`: which models a group may use. */
export const groupModels = setModels("group");
