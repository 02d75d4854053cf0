import type { FieldProblem } from "../../core/chat/event.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { problemAtField, problemText } from "../../text/render/problems.ts";
import type { Texts } from "../../text/texts.ts";

/** Problems, each at its field. */
export function fieldProblems(problems: readonly RequestProblem[], texts: Texts): readonly FieldProblem[] {
  return problems.map((problem) => {
    const atField = problemAtField(problem, texts);
    const at = { field: fieldOf(problem), text: problemText(problem, texts) };
    return atField === undefined ? at : { ...at, atField };
  });
}

/** The option to change; undefined if there is no particular one. */
export function fieldOf(problem: RequestProblem): string | undefined {
  if ("option" in problem && problem.option !== undefined) return problem.option;
  switch (problem.rule) {
    case "message_link":
    case "too_many_message_links":
      return "from";
    case "near_option":
      return problem.textOption;
    case "unknown_model":
    case "model_of_other_kind":
      return "model";
    case "size":
      return "size";
    case "tier":
      return "resolution";
    case "image_required":
      return "image";
    case "mask_type":
    case "mask_opaque":
    case "mask_too_large":
    case "mask_size":
      return "mask";
    case "role_not_taken":
    case "role_repeated":
      return problem.role;
    case "not_mp3":
      return "audio";
    case "reference_length":
      return "video";
    case "too_many_files":
    case "reference_not_taken":
    case "reference_required":
      return problem.kind;
    default:
      return undefined;
  }
}
