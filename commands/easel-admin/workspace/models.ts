import { setModels } from "../../../src/command/policy/models.ts";

/** `/easel-admin workspace models`: which models may be used in this workspace. */
export const workspaceModels = setModels("workspace");
