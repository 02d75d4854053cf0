import { videoKeysOf } from "../src/core/account/policy/model-list.ts";
import { forbids } from "../src/core/account/policy/allowed-models.ts";
import { answer, type Command } from "../src/command/command.ts";
import { modelsText } from "../src/text/render/models.ts";

/** `/models`: what can be made here and within which limits, from the catalogue, from what the key lists, and by the rules. */
export const models: Command = {
  spec: { name: "models", options: [] },

  async run(invocation, { standings, listVideoModels, texts }) {
    const standing = await standings.standingOf(invocation);
    const noClips = standing?.keys.video === undefined ? (standing?.keyless.video ?? "none") : undefined;
    const listed =
      standing && noClips === undefined ? await listVideoModels(videoKeysOf(standing), invocation.signal) : undefined;
    const isAllowed = (name: string): boolean => standing === undefined || !forbids(standing.policy, name);
    return answer(modelsText({ noClips, listed, isAllowed }, texts));
  },
};
