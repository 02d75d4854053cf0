import { answer } from "../../src/command/reply.ts";
import { escapeText } from "../../src/core/chat/message.ts";
import { type Command } from "../../src/command/command.ts";
import { codeUserOf, refusedCode } from "../../src/command/admin/linking.ts";
import { CODE_MS, MAX_MOVED_JOBS } from "../../src/lib/limits.ts";

/** `/easel link`: makes or redeems a code that links accounts on two platforms. */
export const easelLink: Command = {
  spec: { name: "easel link", effect: "changes", textOption: "code", options: [{ name: "code", type: "text" }] },

  async run(invocation, context) {
    const { linking, clock, texts } = context;
    const user = await codeUserOf(invocation, context);
    const code = String(invocation.options["code"] ?? "").trim();
    if (code === "") return answer(texts.linking.code(await linking.makeCode(user, "account"), CODE_MS / 60_000));
    const redeemed = await linking.redeem(user, "account", code);
    switch (redeemed.kind) {
      case "joined":
        return answer(texts.linking.linked(escapeText(redeemed.name)));
      case "same":
        return answer(texts.linking.linkedAlready);
      case "other_organisation":
        return answer(texts.linking.otherOrganisation);
      case "same_workspace":
        return answer(texts.linking.sameWorkspace);
      case "long_history":
        return answer(texts.linking.longHistories(MAX_MOVED_JOBS.account));
      default:
        return answer(refusedCode("link", redeemed, texts, clock.now()));
    }
  },
};
