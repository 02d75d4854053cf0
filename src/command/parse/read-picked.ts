import type { CommandEvent } from "../../core/chat/event.ts";
import { readTyped, type ReadTyped } from "./read-typed.ts";
import type { CommandSpec } from "./spec.ts";

/** What was filled in for a command, with the options inside of its line or its prompt; or of that text as it was corrected. */
export function readPicked(event: CommandEvent, spec: CommandSpec, corrected?: string): ReadTyped {
  const { line, options, attachments } = event;
  if (line !== undefined) return readTyped(corrected ?? line, { options, attachments }, spec);
  const { prompt, ...others } = options;
  if (spec.textOption !== "prompt" || typeof prompt !== "string") return { ok: true, value: { options, attachments } };
  return readTyped(corrected ?? prompt, { options: others, attachments }, spec);
}
