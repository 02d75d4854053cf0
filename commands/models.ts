import { type Command } from "../src/command/command.ts";
import { knownModels } from "../src/command/models/known.ts";
import { modelList } from "../src/command/models/model-page.ts";
import { answer } from "../src/command/reply.ts";

/** `/models`: the models that can be used here, from the catalogue, the key's list and the rules. */
export const models: Command = {
  spec: { name: "models", options: [] },

  async run(invocation, context) {
    const known = await knownModels(invocation, invocation.signal, context);
    if (!known) return answer(context.texts.gone);
    return { kind: "answer", message: modelList(known, { filter: "all", page: 0 }, context.texts) };
  },
};
