import { toldOptions } from "../../core/request/options/told.ts";
import type { MediaRequest } from "../../core/request/request.ts";
import { parseOptions, type OptionValues } from "../parse/parse.ts";
import type { CommandSpec } from "../parse/spec.ts";

/** The kinds of quotation marks that a prompt can be put in. */
const QUOTES = [
  ['"', '"'],
  ["“", "”"],
  ["「", "」"],
] as const;

/** A prompt as it has to be typed: in quotation marks where something in it would be read as an option. */
export function typedPrompt(prompt: string, spec: CommandSpec): string {
  const written = [prompt, ...QUOTES.map(([open, close]) => `--prompt ${open}${prompt}${close}`)];
  return written.find((text) => isReadAs(prompt, text, spec)) ?? prompt;
}

function isReadAs(prompt: string, text: string, spec: CommandSpec): boolean {
  const parsed = parseOptions(text, spec);
  const names = parsed.ok ? Object.keys(parsed.value) : [];
  return parsed.ok && names.length === 1 && parsed.value["prompt"] === prompt;
}

/** A request as its options were filled in; files stay with the request. */
export function valuesOf(request: MediaRequest): OptionValues {
  const { prompt, model } = request;
  return { prompt, model, ...Object.fromEntries(toldOptions(request)) };
}
