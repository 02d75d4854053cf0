import { refuse, unfit } from "../reply.ts";
import { defaultOf, isBound } from "../../core/account/bounds.ts";
import type { PolicySettings } from "../../core/account/policy/policy.ts";
import type { FormField } from "../../core/chat/form.ts";
import {
  MAX_CONSOLE_CHANNELS,
  MAX_COUNT,
  MAX_JOBS_AT_ONCE,
  MAX_JOBS_WAITING,
  MAX_POLICY_SECONDS,
  MAX_UPLOAD_MIB,
} from "../../lib/limits.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { actingOf } from "../acting.ts";
import { type Command, type CommandContext } from "../command.ts";
import type { Texts } from "../../text/texts.ts";
import { tellChange } from "./describe-change.ts";
import { isWord, splitList } from "./typed-list.ts";
import { ruleSetting, type Rules } from "./rule-setting.ts";
import { readThreshold, thresholdField } from "./money-threshold.ts";
import { resolveScope, exampleFor, targetOptions, type Target } from "./target-scope.ts";

/** The numbers that a scope may set, by option. The limits for jobs start at one, because zero would block every member. */
const LIMITS = [
  { name: "max_seconds", key: "maxSeconds", min: 0, max: MAX_POLICY_SECONDS },
  { name: "max_count", key: "maxCount", min: 0, max: MAX_COUNT },
  { name: "at_once", key: "jobsAtOnce", min: 1, max: MAX_JOBS_AT_ONCE },
  { name: "waiting", key: "jobsWaiting", min: 1, max: MAX_JOBS_WAITING },
  { name: "confirm_seconds", key: "confirmSeconds", min: 0, max: MAX_POLICY_SECONDS },
  { name: "approve_seconds", key: "approveSeconds", min: 0, max: MAX_POLICY_SECONDS },
  { name: "approve_count", key: "approveCount", min: 0, max: MAX_COUNT },
  { name: "uploads", key: "uploadMib", min: 0, max: MAX_UPLOAD_MIB },
  { name: "channels", key: "consoleChannels", min: 0, max: MAX_CONSOLE_CHANNELS },
] as const;

/** Money has its own option, in the currency of the operator's prices. Without prices there is none in the form. */
const MONEY = { name: "approve_money", key: "approveMoney" } as const;

/** In digits. Numbers above the maximum fit too, so that the refusal can state it. */
const LONGEST_NUMBER = 10;

type Limit = (typeof LIMITS)[number];

/** These have separate forms, because Discord shows at most five fields. */
const ASKS_FIRST: ReadonlySet<Limit["name"]> = new Set(["confirm_seconds", "approve_seconds", "approve_count"]);
const OF_CONSOLE: ReadonlySet<Limit["name"]> = new Set(["uploads", "channels"]);

/** Makes the command for a scope's maximum lengths and counts, and for what needs confirmation or approval. */
export function setLimits(target: Target): Command {
  // Uploads and Console channels belong to no channel.
  const limits = LIMITS.filter(({ name }) => target !== "channel" || !OF_CONSOLE.has(name));
  return {
    spec: {
      name: `easel-admin ${target} limits`,
      effect: "changes",
      example: exampleFor(target, "--max_seconds 10 --max_count 4"),
      adminOnly: true,
      options: [
        ...targetOptions(target),
        ...limits.map(({ name, min, max }) => ({ name, min, max, type: "number" }) as const),
        { name: MONEY.name, type: "text", inline: true },
        { name: "clear", type: "text", suggestions: ["all", ...limits.map(({ name }) => name), MONEY.name] },
      ],
      ...(target === "group" ? { textOption: "group" } : {}),
    },

    setting: ruleSetting(target, {
      keys: [...limits.map(({ key }) => key), MONEY.key],
      forms: [
        {
          key: "limits",
          label: ({ setting }) => setting.limits,
          fields: (rules, context) =>
            fieldsFor(
              limits.filter(({ name }) => !ASKS_FIRST.has(name) && !OF_CONSOLE.has(name)),
              rules,
              context,
            ),
        },
        {
          key: "asks",
          label: ({ setting }) => setting.questions,
          fields: (rules, context) => [
            ...fieldsFor(
              limits.filter(({ name }) => ASKS_FIRST.has(name)),
              rules,
              context,
            ),
            ...thresholdField(rules.settings.approveMoney, context),
          ],
        },
        ...(target === "channel"
          ? []
          : [
              {
                key: "console" as const,
                label: ({ setting }: Texts) => setting.console,
                fields: (rules: Rules, context: CommandContext) =>
                  fieldsFor(
                    limits.filter(({ name }) => OF_CONSOLE.has(name)),
                    rules,
                    context,
                  ),
              },
            ]),
      ],
      emptied: (names) => ({ clear: names.join(",") }),
    }),

    async run(invocation, context) {
      const acting = await actingOf(invocation, context);
      const aimed = await resolveScope(target, invocation, acting, context);
      if (!aimed.ok) return aimed.reply;
      const { options } = invocation;
      const problems: RequestProblem[] = [];
      const set: Partial<PolicySettings> = {};
      for (const { name, key, min, max } of limits) {
        const given = options[name];
        if (given === undefined) continue;
        if (typeof given === "number" && given >= min && given <= max) set[key] = given;
        else problems.push({ rule: "out_of_range", option: name, given: String(given), min, max });
      }
      const money = options[MONEY.name] === undefined ? undefined : readThreshold(String(options[MONEY.name]), context);
      if (money && !money.ok) return unfit(MONEY.name, money.problem, money.problem);
      const clear = String(options["clear"] ?? "");
      const clearable = [...limits, MONEY];
      const names = clearable.map(({ name }) => name);
      const given = isWord(clear, "all") ? names : splitList(clear.toLowerCase(), /[\s,，、]+/);
      const cleared: readonly string[] = clearable.filter(({ name }) => given.includes(name)).map(({ key }) => key);
      for (const name of given.filter((one) => !names.some((known) => known === one))) {
        problems.push({ rule: "not_allowed", option: "clear", given: name, allowed: ["all", ...names] });
      }
      if (problems.length > 0) return refuse(problems);
      const changed = await context.policies.change(acting, aimed.scope, (before) => {
        const kept = Object.entries(before).filter(([key]) => !cleared.some((one) => one === key));
        return { ...Object.fromEntries(kept), ...set, ...(money?.ok ? { approveMoney: money.money } : {}) };
      });
      return tellChange(aimed, changed, { invocation, acting }, context);
    },
  };
}

function fieldsFor(limits: readonly Limit[], { settings }: Rules, { texts }: CommandContext): readonly FormField[] {
  return limits.map(({ name, key, min, max }) => {
    const value = settings[key];
    return {
      type: "text",
      name,
      label: texts.settings[key],
      hint: isBound(key)
        ? texts.setting.emptyBound(texts.options[name], min, max, defaultOf(key))
        : texts.setting.emptyLimit(texts.options[name], min, max),
      ...(value === undefined ? {} : { value: String(value) }),
      maxLength: LONGEST_NUMBER,
    };
  });
}
