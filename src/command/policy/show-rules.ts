import { answer } from "../reply.ts";
import { encodeScope } from "../../core/account/policy/scope.ts";
import { escapeText } from "../../core/chat/message.ts";
import { SETTING_KEYS, settingTexts } from "../../text/render/policy-settings.ts";
import { actingOf } from "../acting.ts";
import { type Command } from "../command.ts";
import { namesIn } from "./describe-change.ts";
import { groupLines } from "./rule-setting.ts";
import { resolveScope, exampleFor, targetOptions, type Target } from "./target-scope.ts";

/** Makes the command that shows a scope's own rules. */
export function showRules(target: Target): Command {
  return {
    spec: {
      name: `easel-admin ${target} show`,
      ...(target === "group" ? { example: exampleFor(target) } : {}),
      adminOnly: true,
      options: targetOptions(target),
      ...(target === "group" ? { textOption: "group" } : {}),
    },

    async run(invocation, context) {
      const { policies, texts } = context;
      const acting = await actingOf(invocation, context);
      if (target === "group" && String(invocation.options["group"] ?? "").trim() === "") {
        const groups = await context.groups.list(acting.organisationId);
        if (groups.length === 0) return answer(texts.people.noGroups);
        const all = await groupLines(groups, SETTING_KEYS, invocation, acting, context);
        return answer([texts.people.groups, ...all].join("\n"));
      }
      const aimed = await resolveScope(target, invocation, acting, context);
      if (!aimed.ok) return aimed.reply;
      const { scope, what } = aimed;
      const [settings, pauses] = await Promise.all([
        policies.settings(acting.organisationId, scope),
        policies.pauses(acting.organisationId),
      ]);
      const names = await namesIn([settings], invocation, acting, context);
      const lines = settingTexts(settings, names, texts).map((line) => `• ${line}`);
      const say = texts.policyAdmin;
      const pause = pauses.find((one) => encodeScope(one.scope) === encodeScope(scope));
      return answer(
        [
          say.title(what),
          ...(pause ? [texts.pause.stands(what, escapeText(pause.by))] : []),
          ...(lines.length === 0 ? [say.silent(what)] : lines),
          say.elsewhere,
        ].join("\n"),
      );
    },
  };
}
