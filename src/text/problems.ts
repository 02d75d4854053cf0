import { codeText, escapeText, shortened } from "../chat/message.ts";
import type { RequestProblem } from "../request/problem.ts";
import type { Texts } from "./texts.ts";

const SHOWN_CHARACTERS = 60;

/** All problems of a request as one answer: what, which option, what is allowed, and that nothing was spent. */
export function problemsText(problems: readonly RequestProblem[], texts: Texts): string {
  const lines = problems.map((problem) => problemText(problem, texts));
  const list = lines.length === 1 ? lines : lines.map((line) => `• ${line}`);
  return [texts.problem.intro(problems.length), ...list, texts.problem.nothingSpent].join("\n");
}

/** One problem as a sentence. */
export function problemText(problem: RequestProblem, texts: Texts): string {
  const say = texts.problem;
  switch (problem.rule) {
    case "empty":
      return say.empty(problem.option);
    case "not_allowed":
      return say.notAllowed(problem.option, shown(problem.given), problem.allowed.join(", "));
    case "unknown_model":
      return say.unknownModel(shown(problem.given), problem.suggestion, codeList(problem.allowed));
    case "out_of_range":
      return say.outOfRange(problem.option, shown(problem.given), problem.min, problem.max);
    case "too_long":
      return say.tooLong(problem.option, problem.length, problem.max);
    case "size":
      return say.size(shown(problem.given), problem.model, problem.tiers.join(", "), problem.maxEdge);
    case "not_for_model":
      return say.notForModel(problem.option, shown(problem.given), problem.model, codeList(problem.models));
    case "conflict":
      return say.conflict(problem.option, shown(problem.given), problem.other, shown(problem.otherGiven));
    case "unknown_option":
      return say.unknownOption(named(problem.option), problem.suggestion, codeList(problem.allowed));
    case "missing_value":
      return say.missingValue(problem.option);
    case "unclosed_quote":
      return say.unclosedQuote;
    case "unexpected_attachment":
      return say.unexpectedAttachment(shown(problem.name));
  }
}

/** What a person typed, short enough to read, on one line and without markup. */
function shown(given: string): string {
  return escapeText(shortened(given.replaceAll(/\s+/g, " "), SHOWN_CHARACTERS));
}

/** The same for a name that is shown as code. */
function named(given: string): string {
  return shortened(codeText(given), SHOWN_CHARACTERS);
}

function codeList(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
