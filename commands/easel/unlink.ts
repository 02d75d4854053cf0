import { answer } from "../../src/command/reply.ts";
import { type Command } from "../../src/command/command.ts";
import { codeUserOf } from "../../src/command/admin/linking.ts";
import { unlinkedText } from "../../src/text/render/unlinked.ts";

/** `/easel unlink`: gives the member a separate account on this platform again. */
export const easelUnlink: Command = {
  spec: { name: "easel unlink", effect: "changes", options: [] },

  async run(invocation, context) {
    const { linking, texts } = context;
    const unlinked = await linking.unlink(await codeUserOf(invocation, context));
    if (unlinked.kind === "single") return answer(texts.linking.notLinked);
    if (unlinked.kind === "full") return answer(texts.linking.listFull);
    if (unlinked.kind === "busy") return answer(texts.linking.openJobs(unlinked.jobs));
    return answer(unlinkedText(unlinked.left, texts));
  },
};
