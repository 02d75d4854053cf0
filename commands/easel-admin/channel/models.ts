import { setModels } from "../../../src/command/policy/models.ts";

/** `/easel-admin channel models`: which models may be used in this channel. */
export const channelModels = setModels("channel");
