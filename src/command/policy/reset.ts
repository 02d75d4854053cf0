import { actingOf } from "../acting.ts";
import type { Command } from "../command.ts";
import { tellChange } from "./describe.ts";
import { aimAt, exampleFor, targetOptions, type Target } from "./target.ts";

/** Takes everything back that a scope says. */
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

    async run(invocation, context) {
      const acting = await actingOf(invocation, context);
      const aimed = await aimAt(target, invocation, acting, context);
      if (!aimed.ok) return aimed.reply;
      const changed = await context.policies.change(acting, aimed.scope, () => ({}));
      return tellChange(aimed, changed, { invocation, acting }, context);
    },
  };
}
