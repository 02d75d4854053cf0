import { answer } from "../../../src/command/reply.ts";
import { escapeText } from "../../../src/core/chat/message.ts";
import { RECOVERY_KINDS } from "../../../src/core/job/recovery/plan.ts";
import { recoveryForm } from "../../../src/command/recovery/recovery-form.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { chooseOne } from "../../../src/command/setting/choose-one.ts";
import { type Command } from "../../../src/command/command.ts";
import { shortId } from "../../../src/command/jobs/states.ts";
import { amountText } from "../../../src/text/render/quota.ts";
import { shown } from "../../../src/text/render/shown.ts";

/** The requests whose charge was assumed, with a form to choose one. */
const refundOne = chooseOne(async (invocation, context) => {
  const { texts, quotas } = context;
  const say = texts.quotaAdmin;
  const { organisationId } = await actingOf(invocation, context);
  const all = await quotas.refundable(organisationId);
  if (all.length === 0) return answer(say.nothingToRefund);
  const parts = all.map(({ batchId, unit, amount, model, requesterName }) => ({
    batchId,
    told: [amountText(unit, amount, texts), model, requesterName],
  }));
  return {
    kind: "choosable",
    lines: [
      say.refundable,
      ...parts.map(({ batchId, told }) => `• ${[`\`${shortId(batchId)}\``, ...told.map(escapeText)].join(" · ")}`),
    ],
    label: texts.setting.refund,
    effect: texts.settingEffect.refund,
    option: "job",
    choices: parts.map(({ batchId, told }) => ({ value: batchId, label: [shortId(batchId), ...told].join(" · ") })),
  };
});

/** `/easel-admin quota refund`: refunds a job with an unknown outcome; without an id it lists such jobs. Its forms also refund or retry many. */
export const quotaRefund: Command = {
  spec: {
    name: "easel-admin quota refund",
    effect: "changes",
    example: "1a2b3c4d",
    adminOnly: true,
    textOption: "job",
    options: [{ name: "job", type: "text" }],
  },

  setting: {
    ...refundOne,
    async open(key, invocation, context) {
      const kind = RECOVERY_KINDS.find((one) => one === key);
      return kind === undefined ? refundOne.open(key, invocation, context) : recoveryForm(kind, invocation, context);
    },
  },

  async run(invocation, context) {
    const { texts, quotas } = context;
    const say = texts.quotaAdmin;
    const acting = await actingOf(invocation, context);
    const named = String(invocation.options["job"] ?? "")
      .trim()
      .toLowerCase();
    const all = await quotas.refundable(acting.organisationId);
    // A short id may match several batches; then it selects none.
    const [match, ...others] = all.filter(({ batchId }) => batchId.startsWith(named));
    const refunded = match && others.length === 0 ? await quotas.refund(acting, match.batchId) : undefined;
    if (!refunded) return answer(say.noSuchRefund(shown(named)));
    const { unit, amount, model, requesterName } = refunded;
    return answer(say.refunded(amountText(unit, amount, texts), escapeText(model), escapeText(requesterName)));
  },
};
