import type { MediaRequest } from "../../core/request/request.ts";
import type { OptionValues } from "../parse/parse.ts";
import type { CommandSpec } from "../parse/spec.ts";
import { typedPrompt, valuesOf } from "./request-values.ts";

/** Candidates for quotation marks; the text must not contain them. */
const QUOTES = [
  ["“", "”"],
  ["「", "」"],
  ['"', '"'],
] as const;

/** The command that makes a request of this kind with this number of files. */
export function typedCommandOf(kind: MediaRequest["kind"], files: number): "imagine" | "edit" | "video" {
  if (kind === "video") return "video";
  return files > 0 ? "edit" : "imagine";
}

/** A request as a line to type, without its files. */
export function typedLine(request: MediaRequest, spec: CommandSpec): string {
  const { prompt: _, ...options } = valuesOf(request);
  return [`/${spec.name}`, typedPrompt(request.prompt, spec), ...writtenOptions(options)].join(" ");
}

/** Options as they can be typed. */
export function writtenOptions(options: OptionValues): readonly string[] {
  return Object.entries(options).flatMap(([option, value]) => {
    if (value === false) return [];
    const values = Array.isArray(value) ? value : [value];
    return values.map((one) => (one === true ? `--${option}` : `--${option} ${quoted(String(one))}`));
  });
}

/** JSON needs no quotation marks; they would end at the first one inside it. */
function quoted(value: string): string {
  if (!/\s/.test(value) || /^[{[]/.test(value)) return value;
  const [open, close] = QUOTES.find((marks) => !marks.some((mark) => value.includes(mark))) ?? QUOTES[0];
  return `${open}${value}${close}`;
}
