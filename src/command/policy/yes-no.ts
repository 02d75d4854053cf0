import { oneOf } from "../../core/request/read-text.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import type { Invocation } from "../invocation.ts";

/** The typed values of a yes-or-no rule; `none` leaves it to the wider scope. */
export const YES_NO = ["yes", "no", "none"] as const;

/** Reads such an option: null removes the rule, undefined leaves it unchanged. Adds problems to `problems`. */
export function yesNo(
  option: "guests" | "own_keys" | "previews",
  options: Invocation["options"],
  problems: RequestProblem[],
): boolean | null | undefined {
  const given = options[option];
  const word = oneOf(option, given === undefined ? undefined : String(given), YES_NO, problems);
  if (word === "none") return null;
  return word === undefined ? undefined : word === "yes";
}
