import type { Invocation } from "../invocation.ts";
import { answer, refuse } from "../reply.ts";
import { MAX_BLOCKED_WORDS, MAX_POLICY_SUBJECTS } from "../../lib/limits.ts";
import { caseless } from "../../core/account/policy/blocked-words.ts";
import { StoredSettings, type PolicySettings } from "../../core/account/policy/policy.ts";
import type { FormField } from "../../core/chat/form.ts";
import { escapeText } from "../../core/chat/message.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { shown } from "../../text/render/shown.ts";
import { actingOf, type Acting } from "../acting.ts";
import { type Command, type CommandContext } from "../command.ts";
import { textField, yesNoField } from "../setting/fields.ts";
import { namesIn, tellChange } from "./describe.ts";
import { isWord, splitList } from "./list.ts";
import { ruleSetting, type Rules } from "./rule-setting.ts";
import { listedSubjects, readSubjects } from "./subjects.ts";
import { resolveScope, exampleFor, targetOptions, type Target } from "./target.ts";
import { YES_NO, yesNo } from "./yes-no.ts";

/** Of a blocked word as it is compared, which decides how long checking a prompt takes. */
const LONGEST_WORD = 100;

/** The option values that represent emptied fields. */
const EMPTIED: Readonly<Record<string, string>> = { only: "all" };

/** Makes the command for who may use Easel in a scope, and which words are refused there. */
export function setAccess(target: Target): Command {
  return {
    spec: {
      name: `easel-admin ${target} access`,
      effect: "changes",
      example: exampleFor(target, "--only designers --guests no"),
      adminOnly: true,
      options: [
        ...targetOptions(target),
        { name: "only", type: "text", takesMentions: true },
        { name: "block", type: "text", takesMentions: true },
        { name: "words", type: "text" },
        { name: "guests", type: "text", suggestions: YES_NO },
        { name: "own_keys", type: "text", suggestions: YES_NO },
      ],
      ...(target === "group" ? { textOption: "group" } : {}),
    },

    setting: ruleSetting(target, {
      keys: ["access", "blocked", "blockedWords", "guests", "ownKeys"],
      forms: [{ key: "access", label: ({ setting }) => setting.change, fields: accessFields }],
      emptied: (names) => Object.fromEntries(names.map((name) => [name, EMPTIED[name] ?? "none"])),
    }),

    async run(invocation, context) {
      const { policies } = context;
      const acting = await actingOf(invocation, context);
      const aimed = await resolveScope(target, invocation, acting, context);
      if (!aimed.ok) return aimed.reply;
      const wrong: string[] = [];
      const before = await policies.settings(acting.organisationId, aimed.scope);
      const access = await readPeople("only", "all", "access", before, wrong, invocation, acting, context);
      const blocked = await readPeople("block", "none", "blocked", before, wrong, invocation, acting, context);
      const blockedWords = wordsOf(invocation, wrong, context);
      if (wrong.length > 0) return answer(wrong.join("\n"));
      const problems: RequestProblem[] = [];
      const guests = yesNo("guests", invocation.options, problems);
      const ownKeys = yesNo("own_keys", invocation.options, problems);
      if (problems.length > 0) return refuse(problems);
      const changed = await policies.change(acting, aimed.scope, (now) =>
        withRules(now, { access, blocked, blockedWords, guests, ownKeys }),
      );
      return tellChange(aimed, changed, { invocation, acting }, context);
    },
  };
}

function accessFields({ settings, names }: Rules, { texts }: CommandContext): readonly FormField[] {
  const { access = [], blocked = [] } = settings;
  return [
    textField({
      name: "only",
      label: texts.settings.access,
      hint: texts.options.only,
      value: listedSubjects(access, names),
    }),
    textField({
      name: "block",
      label: texts.settings.blocked,
      hint: texts.options.block,
      value: listedSubjects(blocked, names),
    }),
    textField(
      {
        name: "words",
        label: texts.settings.blockedWords,
        hint: texts.options.words,
        value: settings.blockedWords?.join(", "),
      },
      { long: true },
    ),
    yesNoField({ name: "guests", label: texts.settings.guests, hint: texts.options.guests }, settings.guests, texts),
    yesNoField(
      { name: "own_keys", label: texts.settings.ownKeys, hint: texts.options.own_keys },
      settings.ownKeys,
      texts,
    ),
  ];
}

/** `null` and an empty list remove a rule; undefined leaves it unchanged. */
export function withRules(
  before: PolicySettings,
  rules: { readonly [K in keyof PolicySettings]?: Readonly<PolicySettings[K]> | null },
): PolicySettings {
  const given = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined));
  const all: [string, unknown][] = Object.entries({ ...before, ...given });
  return StoredSettings.parse(
    Object.fromEntries(all.filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))),
  );
}

function wordsOf({ options }: Invocation, wrong: string[], { texts }: CommandContext): readonly string[] | undefined {
  const given = options["words"];
  if (given === undefined) return undefined;
  if (isWord(String(given), "none")) return [];
  const words = splitList(String(given)).map((word) => word.toWellFormed());
  const label = texts.settings.blockedWords;
  if (words.length > MAX_BLOCKED_WORDS) wrong.push(texts.policyAdmin.tooMany(label, MAX_BLOCKED_WORDS));
  const tooLong = words.find((word) => lengthOf(word) > LONGEST_WORD);
  if (tooLong !== undefined) {
    wrong.push(texts.policyAdmin.tooLong(label, shown(tooLong), lengthOf(tooLong), LONGEST_WORD));
  }
  return words;
}

/** The length of a word as it is stored or compared, whichever is longer. */
function lengthOf(word: string): number {
  return Math.max(word.length, caseless(word).length);
}

/** The people that an option names; undefined if it is not given. Adds problems to `wrong`. */
export async function readPeople(
  option: "only" | "block",
  nothing: "all" | "none",
  key: "access" | "blocked",
  before: PolicySettings,
  wrong: string[],
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<readonly string[] | undefined> {
  const given = invocation.options[option];
  if (given === undefined) return undefined;
  if (isWord(String(given), nothing)) return [];
  const names = await namesIn([before], invocation, acting, context);
  const now = [...(before.access ?? []), ...(before.blocked ?? [])];
  const { subjects, unknown, unclear } = await readSubjects(String(given), now, names, invocation, acting, context);
  const say = context.texts.policyAdmin;
  wrong.push(...unknown.map((one) => say.noSubject(escapeText(one))));
  wrong.push(...unclear.map((one) => say.unclearSubject(escapeText(one))));
  if (subjects.length > MAX_POLICY_SUBJECTS) {
    wrong.push(say.tooMany(context.texts.settings[key], MAX_POLICY_SUBJECTS));
  }
  return subjects;
}
