import { TALK } from "../../core/account/policy/policy.ts";
import { oneOf } from "../../core/request/given.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { settingTexts } from "../../text/render/policy-settings.ts";
import { actingOf } from "../acting.ts";
import { answer, refuse, type Command } from "../command.ts";
import { tellChange } from "./describe.ts";
import { aimAt, type Target } from "./target.ts";

const MODES = [...TALK, "none"] as const;

/** Whether words to Easel without a command are made at once in a scope, or asked about first. */
export function setTalk(target: Extract<Target, "channel" | "workspace">): Command {
  return {
    spec: {
      name: `easel-admin ${target} talk`,
      effect: "changes",
      example: "make",
      adminOnly: true,
      textOption: "mode",
      options: [{ name: "mode", type: "text", suggestions: MODES }],
    },

    async run(invocation, context) {
      const { policies, texts } = context;
      const acting = await actingOf(invocation, context);
      const aimed = await aimAt(target, invocation, acting, context);
      if (!aimed.ok) return aimed.reply;
      const given = invocation.options["mode"];
      const problems: RequestProblem[] = [];
      const mode = oneOf("mode", given === undefined ? undefined : String(given), MODES, problems);
      if (problems.length > 0) return refuse(problems);
      const say = texts.policyAdmin;
      if (mode === undefined) {
        const { talk } = await policies.settings(acting.organisationId, aimed.scope);
        const [line = say.line(texts.settings.talk, texts.settingValue.unset)] = settingTexts(
          { talk },
          new Map(),
          texts,
        );
        return answer([say.title(aimed.what), `• ${line}`, texts.talk.change, say.elsewhere].join("\n"));
      }
      const changed = await policies.change(acting, aimed.scope, ({ talk: _before, ...others }) =>
        mode === "none" ? others : { ...others, talk: mode },
      );
      return tellChange(aimed, changed, { invocation, acting }, context);
    },
  };
}
