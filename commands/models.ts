import { answer, type Command } from "../src/command/command.ts";
import { findRequester } from "../src/command/make.ts";
import { modelsText } from "../src/text/models.ts";

/** `/models`: what can be made here and within which limits, from the catalogue and from what the key lists. */
export const models: Command = {
  spec: { name: "models", options: [] },

  async run(invocation, context) {
    const requester = await findRequester(invocation, "video", context);
    const listed = requester.ok
      ? await context.listVideoModels(requester.organisationId, invocation.signal)
      : undefined;
    return answer(modelsText({ clips: requester.ok, listed }, context.texts));
  },
};
