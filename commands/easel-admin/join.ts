import { answer } from "../../src/command/reply.ts";
import { codeText } from "../../src/core/chat/message.ts";
import { type Command } from "../../src/command/command.ts";
import { codeUserOf, refusedCode } from "../../src/command/admin/linking.ts";
import { CODE_MS, MAX_MOVED_JOBS } from "../../src/lib/limits.ts";

/** `/easel-admin join`: creates a code. An admin of another workspace enters it to join that organisation to this one. */
export const easelAdminJoin: Command = {
  spec: {
    name: "easel-admin join",
    effect: "changes",
    adminOnly: true,
    textOption: "code",
    options: [{ name: "code", type: "text" }],
  },

  async run(invocation, context) {
    const { linking, clock, texts } = context;
    const user = await codeUserOf(invocation, context);
    const code = String(invocation.options["code"] ?? "").trim();
    if (code === "")
      return answer(texts.linking.joinCode(await linking.makeCode(user, "organisation"), CODE_MS / 60_000));
    const redeemed = await linking.redeem(user, "organisation", code);
    switch (redeemed.kind) {
      case "joined":
        return answer(texts.linking.organisationsJoined(codeText(redeemed.name)));
      case "same":
      case "other_organisation":
      case "same_workspace":
        return answer(texts.linking.joinedAlready);
      case "long_history":
        return answer(texts.linking.longHistory(MAX_MOVED_JOBS.organisation));
      default:
        return answer(refusedCode("join", redeemed, texts, clock.now()));
    }
  },
};
