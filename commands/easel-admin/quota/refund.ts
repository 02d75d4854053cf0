import { answer } from "../../../src/command/reply.ts";
import { escapeText } from "../../../src/core/chat/message.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command } from "../../../src/command/command.ts";
import { shortId } from "../../../src/command/job-list.ts";
import { amountText } from "../../../src/text/render/quota.ts";
import { shown } from "../../../src/text/render/shown.ts";

/**
 * `/easel-admin quota refund`: gives back what was counted for a job of which nobody knows whether the gateway made it; without a
 * name it tells which there are.
 */
export const quotaRefund: Command = {
  spec: {
    name: "easel-admin quota refund",
    effect: "changes",
    example: "1a2b3c4d",
    adminOnly: true,
    textOption: "job",
    options: [{ name: "job", type: "text" }],
  },

  async run(invocation, context) {
    const { texts, quotas } = context;
    const say = texts.quotaAdmin;
    const acting = await actingOf(invocation, context);
    const named = String(invocation.options["job"] ?? "")
      .trim()
      .toLowerCase();
    const all = await quotas.refundable(acting.organisationId);
    if (named === "") {
      if (all.length === 0) return answer(say.nothingToRefund);
      const lines = all.map(({ batchId, unit, amount, model, requesterName }) =>
        [`\`${shortId(batchId)}\``, amountText(unit, amount, texts), escapeText(model), escapeText(requesterName)].join(
          " · ",
        ),
      );
      return answer([say.refundable, ...lines.map((line) => `• ${line}`)].join("\n"));
    }
    // A short name may fit several: then none is meant.
    const [meant, ...others] = all.filter(({ batchId }) => batchId.startsWith(named));
    const refunded = meant && others.length === 0 ? await quotas.refund(acting, meant.batchId) : undefined;
    if (!refunded) return answer(say.noSuchRefund(shown(named)));
    const { unit, amount, model, requesterName } = refunded;
    return answer(say.refunded(amountText(unit, amount, texts), escapeText(model), escapeText(requesterName)));
  },
};
