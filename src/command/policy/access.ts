import type { Invocation } from "../invocation.ts";
import { refuse, type Reply } from "../reply.ts";
import { MAX_BLOCKED_WORDS, MAX_POLICY_SUBJECTS } from "../../lib/limits.ts";
import { caseless } from "../../core/account/policy/blocked-words.ts";
import { StoredSettings, type PolicySettings } from "../../core/account/policy/policy.ts";
import type { FieldProblem } from "../../core/chat/event.ts";
import type { FormField } from "../../core/chat/form.ts";
import { escapeText } from "../../core/chat/message.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { shown } from "../../text/render/shown.ts";
import { actingOf, type Acting } from "../acting.ts";
import { type Command, type CommandContext } from "../command.ts";
import type { OptionValues } from "../parse/parse.ts";
import { textField, yesNoField } from "../setting/setting-fields.ts";
import { namesIn, tellChange } from "./describe-change.ts";
import { isWord, splitList } from "./typed-list.ts";
import { ruleSetting, type Rules } from "./rule-setting.ts";
import { othersOf, pickedSubjects, subjectFields } from "./picked-subjects.ts";
import { listedSubjects, readSubjects, type ReadSubjects } from "./subjects.ts";
import { resolveScope, exampleFor, targetOptions, type Target } from "./target-scope.ts";
import { YES_NO, yesNo } from "./yes-no.ts";

/** The most characters of a blocked word as it is compared. Bounds the time to check a prompt. */
const LONGEST_WORD = 100;

/** The lists of people, by option, and the word that empties each. */
const LISTS = {
  only: { key: "access", nothing: "all" },
  block: { key: "blocked", nothing: "none" },
} as const;

/** The option values that represent emptied fields. */
const EMPTIED: Readonly<Record<string, string>> = { only: LISTS.only.nothing };

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
      forms: [
        {
          key: "access",
          label: ({ setting }) => setting.access,
          fields: accessFields,
          apply: (options, asked, context) => save({ ...asked, options }, context),
        },
        { key: "words", label: ({ setting }) => setting.words, fields: wordFields },
      ],
      emptied: (names) => Object.fromEntries(names.map((name) => [name, EMPTIED[name] ?? "none"])),
    }),

    run: save,
  };

  async function save(invocation: Invocation, context: CommandContext): Promise<Reply> {
    const { policies } = context;
    const acting = await actingOf(invocation, context);
    const aimed = await resolveScope(target, invocation, acting, context);
    if (!aimed.ok) return aimed.reply;
    const wrong: FieldProblem[] = [];
    const before = await policies.settings(acting.organisationId, aimed.scope);
    const access = await readPeople("only", before, wrong, invocation, acting, context);
    const blocked = await readPeople("block", before, wrong, invocation, acting, context);
    const blockedWords = wordsOf(invocation, wrong, context);
    if (wrong.length > 0) return { kind: "unfit", problems: wrong };
    const problems: RequestProblem[] = [];
    const guests = yesNo("guests", invocation.options, problems);
    const ownKeys = yesNo("own_keys", invocation.options, problems);
    if (problems.length > 0) return refuse(problems);
    const changed = await policies.change(acting, aimed.scope, (now) =>
      withRules(now, { access, blocked, blockedWords, guests, ownKeys }),
    );
    return tellChange(aimed, changed, { invocation, acting }, context);
  }
}

async function accessFields(rules: Rules, context: CommandContext): Promise<readonly FormField[]> {
  const { texts, platform } = context;
  const { settings, names, acting } = rules;
  const menu = platform.capabilities.memberMenu;
  const lists = (["only", "block"] as const).map(async (name): Promise<readonly FormField[]> => {
    const { key } = LISTS[name];
    const subjects = settings[key] ?? [];
    const [label, hint] = [texts.settings[key], texts.options[name]];
    if (!menu) return [textField({ name, label, hint, value: listedSubjects(subjects, names) })];
    return subjectFields(name, label, subjects, menu, { invocation: rules, acting }, context);
  });
  return [
    ...(await Promise.all(lists)).flat(),
    yesNoField({ name: "guests", label: texts.settings.guests, hint: texts.fieldHints.guests }, settings.guests, texts),
  ];
}

function wordFields({ settings }: Rules, { texts }: CommandContext): readonly FormField[] {
  return [
    textField(
      {
        name: "words",
        label: texts.settings.blockedWords,
        hint: texts.options.words,
        value: settings.blockedWords?.join(", "),
      },
      { long: true },
    ),
    yesNoField(
      { name: "own_keys", label: texts.settings.ownKeys, hint: texts.fieldHints.own_keys },
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

function wordsOf(
  { options }: Invocation,
  wrong: FieldProblem[],
  { texts }: CommandContext,
): readonly string[] | undefined {
  const given = options["words"];
  if (given === undefined) return undefined;
  if (isWord(String(given), "none")) return [];
  const words = splitList(String(given)).map((word) => word.toWellFormed());
  const label = texts.settings.blockedWords;
  const field = "words";
  if (words.length > MAX_BLOCKED_WORDS) {
    wrong.push({ field, text: texts.policyAdmin.tooMany(label, MAX_BLOCKED_WORDS) });
  }
  const tooLong = words.find((word) => lengthOf(word) > LONGEST_WORD);
  if (tooLong !== undefined) {
    wrong.push({ field, text: texts.policyAdmin.tooLong(label, shown(tooLong), lengthOf(tooLong), LONGEST_WORD) });
  }
  return words;
}

/** The length of a word as it is stored or compared, whichever is longer. */
function lengthOf(word: string): number {
  return Math.max(word.length, caseless(word).length);
}

/** The people that an option names, or the fields of a form; undefined if neither is given. Adds problems to `wrong`. */
export async function readPeople(
  option: keyof typeof LISTS,
  before: PolicySettings,
  wrong: FieldProblem[],
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<readonly string[] | undefined> {
  const { key, nothing } = LISTS[option];
  const given = invocation.options[option];
  if (given !== undefined && isWord(String(given), nothing)) return [];
  const menu = context.platform.capabilities.memberMenu;
  const read =
    given === undefined && menu
      ? await pickedSubjects(option, before[key] ?? [], menu, { invocation, acting }, context)
      : await typedSubjects(given, before, invocation, acting, context);
  if (!read) return undefined;
  const { subjects, unknown, unclear } = read;
  const say = context.texts.policyAdmin;
  const field = given === undefined ? othersOf(option) : option;
  wrong.push(...unknown.map((one) => ({ field, text: say.noSubject(escapeText(one)) })));
  wrong.push(...unclear.map((one) => ({ field, text: say.unclearSubject(escapeText(one)) })));
  if (subjects.length > MAX_POLICY_SUBJECTS) {
    wrong.push({ field, text: say.tooMany(context.texts.settings[key], MAX_POLICY_SUBJECTS) });
  }
  return subjects;
}

async function typedSubjects(
  given: OptionValues[string] | undefined,
  before: PolicySettings,
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<ReadSubjects | undefined> {
  if (given === undefined) return undefined;
  const names = await namesIn([before], invocation, acting, context);
  const now = [...(before.access ?? []), ...(before.blocked ?? [])];
  return readSubjects(String(given), now, names, invocation, acting, context);
}
