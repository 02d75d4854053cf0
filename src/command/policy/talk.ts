import { refuse } from "../reply.ts";
import { TALK } from "../../core/account/policy/policy.ts";
import { oneOf } from "../../core/request/read-text.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { actingOf } from "../acting.ts";
import { type Command } from "../command.ts";
import { tellChange } from "./describe-change.ts";
import { pickField } from "../setting/setting-fields.ts";
import { ruleSetting } from "./rule-setting.ts";
import { resolveScope, type Target } from "./target-scope.ts";

const MODES = [...TALK, "none"] as const;

/** Makes the command that sets whether messages without a command are made without asking. */
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

    setting: ruleSetting(target, {
      keys: ["talk"],
      forms: [
        {
          key: "talk",
          label: ({ setting }) => setting.change,
          fields: ({ settings }, { texts }) => [
            pickField(
              {
                name: "mode",
                label: texts.settings.talk,
                hint: texts.fieldHints.mode,
                value: settings.talk ?? "none",
                required: true,
              },
              [
                ...TALK.map((value) => ({ value, label: texts.settingValue.talk[value] })),
                { value: "none", label: texts.settingValue.unset },
              ],
            ),
          ],
        },
      ],
    }),

    async run(invocation, context) {
      const { policies } = context;
      const acting = await actingOf(invocation, context);
      const aimed = await resolveScope(target, invocation, acting, context);
      if (!aimed.ok) return aimed.reply;
      const given = invocation.options["mode"];
      const problems: RequestProblem[] = [];
      const mode = oneOf("mode", given === undefined ? undefined : String(given), MODES, problems);
      if (problems.length > 0) return refuse(problems);
      const changed = await policies.change(acting, aimed.scope, ({ talk: _before, ...others }) =>
        mode === undefined || mode === "none" ? others : { ...others, talk: mode },
      );
      return tellChange(aimed, changed, { invocation, acting }, context);
    },
  };
}
