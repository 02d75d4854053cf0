import { answer } from "../src/command/reply.ts";
import { videoKeysOf } from "../src/core/account/policy/model-list.ts";
import { forbids } from "../src/core/account/policy/allowed-models.ts";
import { type Command } from "../src/command/command.ts";
import { modelsText } from "../src/text/render/models.ts";

/** `/models`: the models that can be used here and their limits, from the catalogue, the key's list and the rules. */
export const models: Command = {
  spec: { name: "models", options: [] },

  async run(invocation, { memberships, listVideoModels, texts }) {
    const membership = await memberships.membershipOf(invocation);
    const noClips = membership?.keys.video === undefined ? (membership?.keyless.video ?? "none") : undefined;
    const listed =
      membership && noClips === undefined
        ? await listVideoModels(videoKeysOf(membership), invocation.signal)
        : undefined;
    const isAllowed = (name: string): boolean => membership === undefined || !forbids(membership.policy, name);
    return answer(modelsText({ noClips, listed, isAllowed }, texts));
  },
};
