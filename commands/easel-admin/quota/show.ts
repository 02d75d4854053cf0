import { answer } from "../../../src/command/reply.ts";
import { actingOf } from "../../../src/command/acting.ts";
import { type Command } from "../../../src/command/command.ts";
import { scopeNames } from "../../../src/command/quota/scope-names.ts";
import { quotaStateText } from "../../../src/text/render/quota.ts";

/** `/easel-admin quota show`: every quota of the organisation, with what is left of it and when it starts anew. */
export const quotaShow: Command = {
  spec: { name: "easel-admin quota show", adminOnly: true, options: [] },

  async run(invocation, context) {
    const { texts, quotas } = context;
    const acting = await actingOf(invocation, context);
    const all = await quotas.state(acting.organisationId);
    if (all.length === 0) return answer(texts.quotaAdmin.none);
    const names = await scopeNames(
      all.map(({ scope }) => scope),
      invocation,
      acting,
      context,
    );
    const saying = { texts, names, locale: invocation.actor.locale };
    return answer([texts.quotaAdmin.title, ...all.map((one) => `• ${quotaStateText(one, saying)}`)].join("\n"));
  },
};
