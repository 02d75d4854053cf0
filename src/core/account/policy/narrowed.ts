import type { RequestProblem } from "../../request/problem.ts";
import type { AllowedModels } from "./allowed-models.ts";

/** Limits the models that problems suggest to those that may be used. */
export function narrowed(
  problems: readonly RequestProblem[],
  { mayUse: isAllowed }: Pick<AllowedModels, "mayUse">,
): readonly RequestProblem[] {
  const orNone = (name: string | undefined): string | undefined =>
    name !== undefined && isAllowed(name) ? name : undefined;
  return problems.map((problem) => {
    switch (problem.rule) {
      case "unlisted_model":
      case "model_of_other_kind":
        return { ...problem, allowed: problem.allowed.filter(isAllowed) };
      case "unknown_model":
        return { ...problem, allowed: problem.allowed.filter(isAllowed), suggestion: orNone(problem.suggestion) };
      case "tier":
        return { ...problem, sibling: orNone(problem.sibling) };
      case "not_for_model":
      case "reference_not_taken":
      case "role_not_taken":
        return { ...problem, models: problem.models.filter(isAllowed) };
      default:
        return problem;
    }
  });
}
