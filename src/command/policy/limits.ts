import type { PolicySettings } from "../../core/account/policy/policy.ts";
import type { FormField } from "../../core/chat/form.ts";
import { MAX_COUNT, MAX_JOBS_AT_ONCE, MAX_JOBS_WAITING, MAX_POLICY_SECONDS } from "../../lib/limits.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { actingOf } from "../acting.ts";
import { refuse, type Command, type CommandContext } from "../command.ts";
import { tellChange } from "./describe.ts";
import { isWord, splitList } from "./list.ts";
import { ruleSetting, type Rules } from "./rule-setting.ts";
import { aimAt, exampleFor, targetOptions, type Target } from "./target.ts";

/** The numbers that a scope may set, by their options. With less than one job, waiting or at once, nobody would ever be served. */
const LIMITS = [
  { name: "max_seconds", key: "maxSeconds", min: 0, max: MAX_POLICY_SECONDS },
  { name: "max_count", key: "maxCount", min: 0, max: MAX_COUNT },
  { name: "at_once", key: "jobsAtOnce", min: 1, max: MAX_JOBS_AT_ONCE },
  { name: "waiting", key: "jobsWaiting", min: 1, max: MAX_JOBS_WAITING },
  { name: "confirm_seconds", key: "confirmSeconds", min: 0, max: MAX_POLICY_SECONDS },
  { name: "approve_seconds", key: "approveSeconds", min: 0, max: MAX_POLICY_SECONDS },
  { name: "approve_count", key: "approveCount", min: 0, max: MAX_COUNT },
] as const;

/** Digits: what is too large is refused with the limit. */
const LONGEST_NUMBER = 10;

type Limit = (typeof LIMITS)[number];

/** Two forms: Discord shows no more than five fields in one. */
const ASKS_FIRST: ReadonlySet<Limit["name"]> = new Set(["confirm_seconds", "approve_seconds", "approve_count"]);

/** How long, how many, and what asks first in a scope. */
export function setLimits(target: Target): Command {
  return {
    spec: {
      name: `easel-admin ${target} limits`,
      effect: "changes",
      example: exampleFor(target, "--max_seconds 10 --max_count 4"),
      adminOnly: true,
      options: [
        ...targetOptions(target),
        ...LIMITS.map(({ name, min, max }) => ({ name, min, max, type: "number" }) as const),
        { name: "clear", type: "text", suggestions: ["all", ...LIMITS.map(({ name }) => name)] },
      ],
      ...(target === "group" ? { textOption: "group" } : {}),
    },

    setting: ruleSetting(target, {
      keys: LIMITS.map(({ key }) => key),
      forms: [
        {
          key: "limits",
          label: ({ setting }) => setting.limits,
          fields: (rules, context) =>
            fieldsFor(
              LIMITS.filter(({ name }) => !ASKS_FIRST.has(name)),
              rules,
              context,
            ),
        },
        {
          key: "asks",
          label: ({ setting }) => setting.questions,
          fields: (rules, context) =>
            fieldsFor(
              LIMITS.filter(({ name }) => ASKS_FIRST.has(name)),
              rules,
              context,
            ),
        },
      ],
      emptied: (names) => ({ clear: names.join(",") }),
    }),

    async run(invocation, context) {
      const acting = await actingOf(invocation, context);
      const aimed = await aimAt(target, invocation, acting, context);
      if (!aimed.ok) return aimed.reply;
      const { options } = invocation;
      const problems: RequestProblem[] = [];
      const set: Partial<PolicySettings> = {};
      for (const { name, key, min, max } of LIMITS) {
        const given = options[name];
        if (given === undefined) continue;
        if (typeof given === "number" && given >= min && given <= max) set[key] = given;
        else problems.push({ rule: "out_of_range", option: name, given: String(given), min, max });
      }
      const clear = String(options["clear"] ?? "");
      const names = LIMITS.map(({ name }) => name);
      const given = isWord(clear, "all") ? names : splitList(clear.toLowerCase(), /[\s,，、]+/);
      const cleared = LIMITS.filter(({ name }) => given.includes(name)).map(({ key }) => key);
      for (const name of given.filter((one) => !names.some((known) => known === one))) {
        problems.push({ rule: "not_allowed", option: "clear", given: name, allowed: ["all", ...names] });
      }
      if (problems.length > 0) return refuse(problems);
      const changed = await context.policies.change(acting, aimed.scope, (before) => {
        const kept = Object.entries(before).filter(([key]) => !cleared.some((one) => one === key));
        return { ...Object.fromEntries(kept), ...set };
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
      hint: texts.setting.emptyLimit(texts.options[name], min, max),
      ...(value === undefined ? {} : { value: String(value) }),
      maxLength: LONGEST_NUMBER,
    };
  });
}
