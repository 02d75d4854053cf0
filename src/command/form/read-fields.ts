import type { FieldValues } from "../../core/chat/event.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { wholeNumber } from "../../core/request/read-text.ts";
import { filledIn } from "../parse/choices.ts";
import type { CommandSpec } from "../parse/spec.ts";

export type ReadFields =
  | { readonly ok: true; readonly options: FieldValues }
  | { readonly ok: false; readonly problems: readonly RequestProblem[] };

/** Converts field values to the command's option types. Empty fields count as not given. */
export function readFields(values: FieldValues, spec: CommandSpec): ReadFields {
  const options: Record<string, string | number | boolean> = {};
  const problems: RequestProblem[] = [];
  const given = filledIn(values);
  for (const option of spec.options) {
    const { name } = option;
    const value = given[name];
    if (value === undefined || option.type === "attachment" || option.type === "attachments") continue;
    if (option.type === "number") {
      const number = wholeNumber(String(value));
      if (number !== undefined) options[name] = number;
      else
        problems.push({ rule: "out_of_range", option: name, given: String(value), min: option.min, max: option.max });
    } else if (option.type === "flag") {
      if (value === true || value === "true") options[name] = true;
    } else options[name] = String(value);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, options };
}
