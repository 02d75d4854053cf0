import type { AllowedModels } from "../../core/account/policy/allowed-models.ts";
import type { FormEvent } from "../../core/chat/event.ts";
import type { Texts } from "../../text/texts.ts";
import { readTyped, type ReadTyped } from "../parse/read-typed.ts";
import { usualModel } from "./build.ts";
import { readFields } from "./read-fields.ts";
import type { Loaded } from "./form-subject.ts";

/** Reads a form: its fields, and options typed into its prompt. */
export function readForm(
  { values, attachments }: Pick<FormEvent, "values" | "attachments">,
  loaded: Loaded,
  allowedModels: AllowedModels | undefined,
  texts: Texts,
): ReadTyped {
  const { spec } = loaded.command;
  const read = readFields(values, spec);
  if (!read.ok) return { ...read, corrected: undefined };
  const { prompt, ...options } = read.options;
  const before: Readonly<Record<string, unknown>> = {
    ...(allowedModels ? { model: usualModel(loaded, allowedModels, texts) } : {}),
    ...loaded.values,
  };
  const untouched = Object.keys(options).filter((name) => String(options[name]) === String(before[name]));
  return readTyped(String(prompt ?? ""), { options, attachments, untouched }, spec);
}
