import { MAX_BLOCKED_WORDS, MAX_POLICY_SUBJECTS } from "../../lib/limits.ts";
import type { PolicySettings } from "../../core/account/policy/policy.ts";
import { escapeText } from "../../core/chat/message.ts";
import { oneOf } from "../../core/request/given.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { actingOf, type Acting } from "../acting.ts";
import { answer, refuse, type Command, type CommandContext, type Invocation } from "../command.ts";
import { tellChange } from "./describe.ts";
import { isWord, splitList } from "./list.ts";
import { readSubjects } from "./subjects.ts";
import { aimAt, exampleFor, targetOptions, type Target } from "./target.ts";

const YES_NO = ["yes", "no"] as const;
const LONGEST_WORD = 100;

/** Who may use Easel in a scope, and which words are refused there. */
export function setAccess(target: Target): Command {
  return {
    spec: {
      name: `easel-admin ${target} access`,
      effect: "changes",
      example: exampleFor(target, "--only designers --guests no"),
      adminOnly: true,
      options: [
        ...targetOptions(target),
        { name: "only", type: "text" },
        { name: "block", type: "text" },
        { name: "words", type: "text" },
        { name: "guests", type: "text", suggestions: YES_NO },
        { name: "own_keys", type: "text", suggestions: YES_NO },
      ],
      ...(target === "group" ? { textOption: "group" } : {}),
    },

    async run(invocation, context) {
      const { policies } = context;
      const acting = await actingOf(invocation, context);
      const aimed = await aimAt(target, invocation, acting, context);
      if (!aimed.ok) return aimed.reply;
      const wrong: string[] = [];
      const access = await people("only", "all", "access", wrong, invocation, acting, context);
      const blocked = await people("block", "none", "blocked", wrong, invocation, acting, context);
      const blockedWords = wordsOf(invocation, wrong, context);
      if (wrong.length > 0) return answer(wrong.join("\n"));
      const problems: RequestProblem[] = [];
      const flag = (option: "guests" | "own_keys"): boolean | undefined => {
        const given = invocation.options[option];
        const word = oneOf(option, given === undefined ? undefined : String(given), YES_NO, problems);
        return word === undefined ? undefined : word === "yes";
      };
      const [guests, ownKeys] = [flag("guests"), flag("own_keys")];
      if (problems.length > 0) return refuse(problems);
      const changed = await policies.change(acting, aimed.scope, (before) => ({
        ...withList(withList(withList(before, "access", access), "blocked", blocked), "blockedWords", blockedWords),
        ...(guests === undefined ? {} : { guests }),
        ...(ownKeys === undefined ? {} : { ownKeys }),
      }));
      return tellChange(aimed, changed, { invocation, acting }, context);
    },
  };
}

function wordsOf({ options }: Invocation, wrong: string[], { texts }: CommandContext): readonly string[] | undefined {
  const given = options["words"];
  if (given === undefined) return undefined;
  if (isWord(String(given), "none")) return [];
  const words = splitList(String(given)).map((word) => word.slice(0, LONGEST_WORD).toWellFormed());
  if (words.length > MAX_BLOCKED_WORDS) {
    wrong.push(texts.policyAdmin.tooMany(texts.settings.blockedWords, MAX_BLOCKED_WORDS));
  }
  return words;
}

/** An empty list takes the rule back, undefined leaves it. */
function withList(
  settings: PolicySettings,
  key: "access" | "blocked" | "blockedWords",
  list: readonly string[] | undefined,
): PolicySettings {
  if (list === undefined) return settings;
  const { [key]: _before, ...others } = settings;
  return list.length === 0 ? others : { ...others, [key]: [...list] };
}

/** Whom an option names; undefined where it is not given. What is wrong with it is added to `wrong`. */
async function people(
  option: "only" | "block",
  nothing: "all" | "none",
  key: "access" | "blocked",
  wrong: string[],
  invocation: Invocation,
  acting: Acting,
  context: CommandContext,
): Promise<readonly string[] | undefined> {
  const given = invocation.options[option];
  if (given === undefined) return undefined;
  if (isWord(String(given), nothing)) return [];
  const { subjects, unknown } = await readSubjects(String(given), invocation, acting, context);
  const say = context.texts.policyAdmin;
  wrong.push(...unknown.map((one) => say.noSubject(escapeText(one))));
  if (subjects.length > MAX_POLICY_SUBJECTS) {
    wrong.push(say.tooMany(context.texts.settings[key], MAX_POLICY_SUBJECTS));
  }
  return subjects;
}
