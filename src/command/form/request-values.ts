import { givenOptions } from "../../core/request/options/option-values.ts";
import type { MediaRequest } from "../../core/request/request.ts";
import { parseOptions, type OptionValues } from "../parse/parse.ts";
import type { CommandSpec } from "../parse/spec.ts";

/** Pairs of quotation marks that can enclose a prompt. */
const QUOTES = [
  ['"', '"'],
  ["“", "”"],
  ["「", "」"],
] as const;

/** The prompt as it must be typed: in quotation marks if part of it would be parsed as an option. */
export function typedPrompt(prompt: string, spec: CommandSpec): string {
  const written = [prompt, ...QUOTES.map(([open, close]) => `--prompt ${open}${prompt}${close}`)];
  return written.find((text) => isReadAs(prompt, text, spec)) ?? prompt;
}

function isReadAs(prompt: string, text: string, spec: CommandSpec): boolean {
  const parsed = parseOptions(text, spec);
  const names = parsed.ok ? Object.keys(parsed.value) : [];
  return parsed.ok && names.length === 1 && parsed.value["prompt"] === prompt;
}

/** A request as option values, without its files. */
export function valuesOf(request: MediaRequest): OptionValues {
  const { prompt, model } = request;
  return { prompt, model, ...Object.fromEntries(givenOptions(request)) };
}
