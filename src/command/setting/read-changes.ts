import type { FieldValues } from "../../core/chat/event.ts";
import { entriesOf, listOf, type FormField } from "../../core/chat/form.ts";
import { SLACK_INPUT_CHARACTERS } from "../../lib/limits.ts";
import type { Command } from "../command.ts";
import { readFields } from "../form/read-fields.ts";
import { filledIn } from "../parse/choices.ts";
import type { OptionValues } from "../parse/parse.ts";
import type { SettingForm } from "./setting.ts";

/** The options of changed and emptied fields. */
export function readChanges(
  values: FieldValues,
  { fields, isNew }: Pick<SettingForm, "fields" | "isNew">,
  { spec, setting }: Pick<Command, "spec" | "setting">,
): { readonly ok: true; readonly options: OptionValues } | Extract<ReturnType<typeof readFields>, { ok: false }> {
  const changed = fields.filter((field) => field.name in values && (isNew || isChanged(field, values[field.name])));
  const isEmpty = (name: string): boolean => String(values[name]).trim() === "";
  const names = changed.map(({ name }) => name);
  const given = Object.fromEntries(changed.map((field) => [field.name, wholeOf(field, values[field.name] ?? "")]));
  const read = readFields(given, spec);
  if (!read.ok) return read;
  const emptied = isNew ? [] : names.filter(isEmpty);
  const known = new Set<string>(spec.options.map(({ name }) => name));
  // Fields that aren't options are left to the form's `apply`.
  const others = Object.fromEntries(Object.entries(filledIn(given)).filter(([name]) => !known.has(name)));
  const options = { ...others, ...read.options };
  return { ok: true, options: { ...options, ...(emptied.length === 0 ? {} : setting?.emptied?.(emptied)) } };
}

function isChanged(field: FormField, given: FieldValues[string] | undefined): boolean {
  if (field.type === "files") return false;
  if (field.type === "flag") return (field.value ?? false) !== (given === true);
  const [before, now] = [field.value ?? "", String(wholeOf(field, given ?? ""))];
  if (field.type === "members" || (field.type === "text" && field.several)) return !isSameList(before, now);
  return before.trim() !== now.trim();
}

/** Menus return their choices in any order. */
function isSameList(before: string, now: string): boolean {
  const [one, other] = [entriesOf(before), entriesOf(now)].map((entries) => listOf(entries.toSorted()));
  return one === other;
}

/** A field's submitted text. Platforms truncate long values; Slack's limit is the lowest. */
function wholeOf(field: FormField, given: FieldValues[string]): FieldValues[string] {
  if (field.type === "files" || field.type === "flag") return given;
  const [before, now] = [(field.value ?? "").trim(), String(given).trim()];
  const isCut = now.endsWith("…") && now.length >= SLACK_INPUT_CHARACTERS && before.startsWith(now.slice(0, -1));
  return isCut ? before : given;
}
