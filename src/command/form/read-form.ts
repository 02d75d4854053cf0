import type { Offer } from "../../account/offer.ts";
import type { FormEvent } from "../../chat/event.ts";
import type { RequestProblem } from "../../request/problem.ts";
import type { Texts } from "../../text/texts.ts";
import { filledIn } from "../choices.ts";
import { readTyped, type ReadTyped } from "../read-typed.ts";
import type { CommandSpec } from "../spec.ts";
import { usualModel } from "./build.ts";
import type { Loaded } from "./subject.ts";

/** Reads a form: its fields, and the options that somebody typed into its prompt. */
export function readForm(
  { values, attachments }: FormEvent,
  loaded: Loaded,
  offer: Offer | undefined,
  texts: Texts,
): ReadTyped {
  const { spec } = loaded.command;
  const read = readFields(values, spec);
  if (read.problems.length > 0) return { ok: false, problems: read.problems, corrected: undefined };
  const { prompt, ...options } = read.options;
  const before: Readonly<Record<string, unknown>> = {
    ...(offer ? { model: usualModel(loaded, offer, texts) } : {}),
    ...loaded.values,
  };
  const untouched = Object.keys(options).filter((name) => String(options[name]) === String(before[name]));
  return readTyped(String(prompt ?? ""), { options, attachments, untouched }, spec);
}

/** Values of fields as options of the command's own types. Fields that are left empty are as if they had not been there. */
function readFields(
  values: FormEvent["values"],
  spec: CommandSpec,
): {
  readonly options: Readonly<Record<string, string | number | boolean>>;
  readonly problems: readonly RequestProblem[];
} {
  const options: Record<string, string | number | boolean> = {};
  const problems: RequestProblem[] = [];
  for (const option of spec.options) {
    const given = filledIn(values)[option.name];
    if (given === undefined || option.type === "attachment" || option.type === "attachments") continue;
    if (option.type === "number") {
      const number =
        typeof given === "number" ? given : /^\s*\d{1,6}\s*$/.test(String(given)) ? Number(given) : Number.NaN;
      if (Number.isInteger(number)) options[option.name] = number;
      else {
        const { name, min, max } = option;
        problems.push({ rule: "out_of_range", option: name, given: String(given), min, max });
      }
    } else if (option.type === "flag") {
      if (given === true || given === "true") options[option.name] = true;
    } else options[option.name] = String(given);
  }
  return { options, problems };
}
