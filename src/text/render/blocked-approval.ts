import { escapeText } from "../../core/chat/message.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { rulerText } from "./policy-problems.ts";
import { problemText } from "./problems.ts";
import { shown } from "./shown.ts";
import type { Texts } from "../texts.ts";

/** Why a held request can't be approved, for the admin who tried. `name` is the member's. */
export function blockedTextForAdmin(problems: readonly RequestProblem[], name: string, texts: Texts): string {
  const say = texts.approval;
  const lines = problems.map((problem) =>
    problem.rule === "not_for_you"
      ? say.member[problem.why](escapeText(name), rulerText(problem.by, texts))
      : sentence(problem, texts),
  );
  return [say.forbidden, ...lines.map((line) => `• ${line}`), say.undecided].join("\n");
}

/** The same for the member. Others also see the notice, so it doesn't reveal why the member is refused. */
export function blockedTextForMember(problems: readonly RequestProblem[], texts: Texts): string {
  const say = texts.approval;
  const lines = problems.map((problem) =>
    problem.rule === "not_for_you" ? say.notNow(rulerText(problem.by, texts)) : sentence(problem, texts),
  );
  return [say.noLongerAllowed, ...lines.map((line) => `• ${line}`)].join("\n");
}

/** The usual sentence about a pause says that accepted requests continue. A held one does not. */
function sentence(problem: RequestProblem, texts: Texts): string {
  if (problem.rule !== "paused") return problemText(problem, texts);
  return texts.approval.paused(shown(problem.who), rulerText(problem.by, texts));
}
