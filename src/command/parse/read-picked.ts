import type { CommandEvent } from "../../core/chat/event.ts";
import { readTyped, type ReadTyped } from "./read-typed.ts";
import type { CommandSpec } from "./spec.ts";

/** Reads a native slash command: its fields, plus the options in its line or prompt, or in a corrected version of that text. */
export function readPicked(event: CommandEvent, spec: CommandSpec, corrected?: string): ReadTyped {
  const { line, options, attachments } = event;
  if (line !== undefined) return readTyped(corrected ?? line, { options, attachments }, spec);
  const { prompt, ...others } = options;
  if (spec.textOption !== "prompt" || typeof prompt !== "string") return { ok: true, value: { options, attachments } };
  return readTyped(corrected ?? prompt, { options: others, attachments }, spec);
}
