import { codeText, shortened } from "../../core/chat/message.ts";
import type { PolicyProblem, Ruler } from "../../core/request/policy-problem.ts";
import { platformName } from "./platform-name.ts";
import { shown } from "./shown.ts";
import type { Texts } from "../texts.ts";

const SHOWN_NAME = 60;
/** As many as a person reads in one sentence; `/models` lists all. */
const SHOWN_MODELS = 12;

/** Why something is not allowed here, as a sentence. */
export function policyProblemText(problem: PolicyProblem, texts: Texts): string {
  const say = texts.policyProblem;
  if (problem.rule === "roles_unknown") return say.rolesUnknown(platformName(problem.platform, texts));
  const by = rulerText(problem.by, texts);
  switch (problem.rule) {
    case "guest_unknown":
      return say.guestUnknown(platformName(problem.platform, texts), by);
    case "model_forbidden":
      return say.model(named(problem.given), by, nameList(problem.allowed, texts));
    case "billed_too_long":
      return say.seconds(problem.billed, problem.seconds, problem.max, by);
    case "too_many_pictures":
      return say.pictures(problem.given, problem.max, by);
    case "too_many_waiting":
      return say.waiting(problem.waiting, problem.asked, problem.max, by);
    case "blocked_words":
      return say.words(texts.list(problem.words.map((word) => `“${shown(word)}”`)), by);
    case "too_long_to_check":
      return say.tooLongToCheck(problem.length, problem.max, by);
    case "not_for_you":
      return say[problem.why](by);
    case "paused":
      return say.paused(shown(problem.who), by);
  }
}

/** Whose rule it is, in words. */
export function rulerText({ kind, name }: Ruler, texts: Texts): string {
  if (kind !== "group") return texts.ruler[kind];
  return name === undefined ? texts.ruler.someGroup : texts.ruler.group(shown(name));
}

function nameList(names: readonly string[], { list }: Texts): string {
  const listed = names.slice(0, SHOWN_MODELS).map((name) => `\`${named(name)}\``);
  return list([...listed, ...(names.length > SHOWN_MODELS ? ["…"] : [])]);
}

function named(name: string): string {
  return shortened(codeText(name), SHOWN_NAME);
}
