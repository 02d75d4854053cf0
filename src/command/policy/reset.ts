import type { Invocation } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import { actingOf } from "../acting.ts";
import { SETTING_KEYS } from "../../text/render/policy-settings.ts";
import { type Command, type CommandContext } from "../command.ts";
import { chooseOne, type Choosable } from "../setting/choose-one.ts";
import { groupLines } from "./rule-setting.ts";
import { tellChange } from "./describe-change.ts";
import { resolveScope, exampleFor, targetOptions, type Target } from "./target-scope.ts";

async function groupsToReset(invocation: Invocation, context: CommandContext): Promise<Choosable | Reply> {
  const { texts } = context;
  const acting = await actingOf(invocation, context);
  const groups = await context.groups.list(acting.organisationId);
  if (groups.length === 0) return answer(texts.people.noGroups);
  const lines = await groupLines(groups, SETTING_KEYS, invocation, acting, context);
  return {
    kind: "choosable",
    lines: [texts.people.groups, ...lines],
    label: texts.setting.resetGroup,
    effect: texts.settingEffect.resetGroup,
    option: "group",
    choices: groups.map(({ name }) => ({ value: name, label: name })),
  };
}

/** Makes the command that removes all rules of a scope. */
export function resetRules(target: Target): Command {
  return {
    spec: {
      name: `easel-admin ${target} reset`,
      effect: "changes",
      ...(target === "group" ? { example: exampleFor(target) } : {}),
      adminOnly: true,
      options: targetOptions(target),
      ...(target === "group" ? { textOption: "group" } : {}),
    },

    ...(target === "group" ? { setting: chooseOne(groupsToReset) } : {}),

    async run(invocation, context) {
      const acting = await actingOf(invocation, context);
      const aimed = await resolveScope(target, invocation, acting, context);
      if (!aimed.ok) return aimed.reply;
      const changed = await context.policies.change(acting, aimed.scope, () => ({}));
      return tellChange(aimed, changed, { invocation, acting }, context);
    },
  };
}
