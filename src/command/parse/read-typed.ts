import type { CommandEvent } from "../../core/chat/event.ts";
import type { RequestProblem } from "../../core/request/problem.ts";
import { assignAttachments, type Assigned } from "../files/attachments.ts";
import type { GivenFile } from "../../core/chat/given-file.ts";
import type { TextFlag } from "./near-options.ts";
import { parseOptions, type OptionValues } from "./parse.ts";
import type { CommandSpec } from "./spec.ts";

/** Values from the platform's own controls, besides the text. */
export interface FilledIn {
  readonly options: OptionValues;
  readonly attachments: readonly GivenFile[];
  /** Options that were prefilled, such as a form's default: the text overrides them. */
  readonly untouched?: readonly string[];
}

/** All options; or the problems, and the text with the most likely correction. */
export type ReadTyped =
  | { readonly ok: true; readonly value: Assigned }
  | { readonly ok: false; readonly problems: readonly RequestProblem[]; readonly corrected: string | undefined };

/**
 * Reads text with options, together with options and files from the platform's controls. An option given in both must have the
 * same value. `flags`: options that the text may contain besides the command's.
 */
export function readTyped(
  text: string,
  { options, attachments, untouched = [] }: FilledIn,
  spec: CommandSpec,
  flags: readonly TextFlag[] = [],
): ReadTyped {
  const parsed = parseOptions(text, spec, flags);
  if (!parsed.ok) return parsed;
  const filledIn = Object.fromEntries(Object.entries(options).filter(([name]) => !isReplaced(name)));
  const conflicts = Object.entries(parsed.value).flatMap(([name, value]) => conflictOf(name, value));
  if (conflicts.length > 0) return { ok: false, problems: conflicts, corrected: undefined };
  const assigned = assignAttachments(parsed.value, attachments, spec);
  if (!assigned.ok) return { ...assigned, corrected: undefined };
  const both = { ...filledIn, ...assigned.value.options };
  for (const { name, type } of spec.options) {
    const [one, other] = [filledIn[name], assigned.value.options[name]];
    if (takesSeveral(name) && type === "text" && one !== undefined && other !== undefined) {
      both[name] = `${String(one)} ${String(other)}`;
    }
  }
  return { ok: true, value: { options: both, attachments: assigned.value.attachments } };

  function isReplaced(name: string): boolean {
    return untouched.includes(name) && parsed.ok && name in parsed.value;
  }

  function conflictOf(name: string, value: OptionValues[string]): RequestProblem[] {
    if (takesSeveral(name)) return [];
    const file = attachments.find((attachment) => attachment.option === name);
    const other = file ? file.name : filledIn[name];
    if (other === undefined || (!file && isSame(value, other))) return [];
    return [{ rule: "conflict", option: name, given: String(value), other: name, otherGiven: String(other) }];
  }

  function takesSeveral(name: string): boolean {
    const option = spec.options.find((known) => known.name === name);
    return option?.type === "attachments" || (option?.type === "text" && option.several === true);
  }
}

/** Reads a native slash command: its fields, plus the options in its line or prompt, or in a corrected version of that text. */
export function readPicked(event: CommandEvent, spec: CommandSpec, corrected?: string): ReadTyped {
  const { line, options, attachments } = event;
  if (line !== undefined) return readTyped(corrected ?? line, { options, attachments }, spec);
  const { prompt, ...others } = options;
  if (spec.textOption !== "prompt" || typeof prompt !== "string") return { ok: true, value: { options, attachments } };
  return readTyped(corrected ?? prompt, { options: others, attachments }, spec);
}

function isSame(one: OptionValues[string], other: OptionValues[string]): boolean {
  return String(one).trim().toLowerCase() === String(other).trim().toLowerCase();
}
