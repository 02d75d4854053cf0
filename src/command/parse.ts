import { nearest } from "../request/nearest.ts";
import type { Checked, RequestProblem } from "../request/problem.ts";
import type { CommandSpec, OptionSpec } from "./spec.ts";

/** Options by name, each of the type that its spec declares; of options for several files everything that was given, in order. */
export type OptionValues = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * Reads free text with inline options: `--name value`, `--name=value`, `--name "several words"`, `--flag`. What is no option
 * is the text option's value, quotation marks included. Dashes and quotes as phones write them are understood. Options for
 * several files or words may be given several times.
 */
export function parseOptions(text: string, spec: CommandSpec): Checked<OptionValues> {
  const problems: RequestProblem[] = [];
  const names = spec.options.map((option) => option.name);
  const values: Record<string, OptionValues[string]> = {};
  const free: string[] = [];
  // An option begins after white space: two hyphens, or the dash that a phone makes of them, and a letter.
  const start = /(^|\s)(?:--|—|–)([a-zA-Z][\w-]*)/g;
  let end = 0;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    free.push(text.slice(end, match.index));
    const name = (match[2] ?? "").toLowerCase().replaceAll("-", "_");
    const option = spec.options.find((known) => known.name === name);
    if (!option) {
      problems.push({ rule: "unknown_option", option: name, allowed: names, suggestion: nearest(name, names) });
      end = start.lastIndex;
      continue;
    }
    const taken = takeValue(text, start.lastIndex, option);
    const earlier = values[name];
    if (taken.problem) problems.push(taken.problem);
    else if (option.type === "attachments") {
      values[name] = [...(Array.isArray(earlier) ? earlier : []), String(taken.value)];
    } else if (option.type === "text" && option.several && earlier !== undefined) {
      values[name] = `${String(earlier)} ${String(taken.value)}`;
    } else if (name in values) problems.push(repeated(name, values[name], taken.value));
    else values[name] = taken.value;
    end = taken.end;
    start.lastIndex = end;
  }
  free.push(text.slice(end));
  const words = free
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
  if (words !== "") {
    const target = spec.textOption;
    if (target === undefined) {
      problems.push({
        rule: "unknown_option",
        option: words,
        allowed: names,
        suggestion: undefined,
      });
    } else if (target in values) {
      problems.push(repeated(target, words, values[target]));
    } else {
      values[target] = words;
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: values };
}

interface Taken {
  readonly value: string | number | boolean;
  readonly end: number;
  readonly problem?: RequestProblem;
}

const QUOTES: Record<string, string> = { '"': '"', "“": "”", "”": "”", "„": "“", "「": "」" };

function takeValue(text: string, from: number, option: OptionSpec): Taken {
  if (option.type === "flag") return { value: true, end: from };
  const space = /^(?:=|\s+)/.exec(text.slice(from));
  const begin = from + (space?.[0].length ?? 0);
  const closing = QUOTES[text[begin] ?? ""];
  if (closing !== undefined) {
    const close = text.indexOf(closing, begin + 1);
    const plain = close === -1 ? text.indexOf('"', begin + 1) : close;
    if (plain === -1) return { value: "", end: text.length, problem: { rule: "unclosed_quote" } };
    return typed(text.slice(begin + 1, plain), plain + 1, option);
  }
  if (option.type === "text" && option.json && text[begin] === "{") {
    const close = closingBracket(text, begin);
    return close === undefined
      ? { value: "", end: text.length, problem: { rule: "not_json", option: option.name, given: text.slice(begin) } }
      : { value: text.slice(begin, close + 1), end: close + 1 };
  }
  const word = /^\S+/.exec(text.slice(begin))?.[0];
  if (!space || word === undefined || /^(?:--|—|–)[a-zA-Z]/.test(word)) {
    return { value: "", end: from, problem: { rule: "missing_value", option: option.name } };
  }
  return typed(word, begin + word.length, option);
}

/** Where the object that begins there ends; brackets in its texts are none. */
function closingBracket(text: string, begin: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let index = begin; index < text.length; index++) {
    const sign = text[index] ?? "";
    if (quoted && sign === "\\") index++;
    else if (/["“”„]/.test(sign)) quoted = !quoted;
    else if (!quoted && sign === "{") depth++;
    else if (!quoted && sign === "}" && --depth === 0) return index;
  }
  return undefined;
}

function typed(value: string, end: number, option: OptionSpec): Taken {
  if (option.type !== "number") return { value, end };
  const number = /^[+-]?\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  // The range is the request's own rule, judged with everything else that may be wrong.
  if (Number.isInteger(number)) return { value: number, end };
  const problem: RequestProblem = {
    rule: "out_of_range",
    option: option.name,
    given: value,
    min: option.min,
    max: option.max,
  };
  return { value: 0, end, problem };
}

function repeated(option: string, given: unknown, other: unknown): RequestProblem {
  return { rule: "conflict", option, given: String(given), other: option, otherGiven: String(other) };
}
