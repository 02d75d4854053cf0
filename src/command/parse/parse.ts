import type { RequestProblem } from "../../core/request/problem.ts";
import { wholeNumber } from "../../core/request/read-text.ts";
import {
  DASHES,
  createGuesses,
  nearOption,
  optionName,
  type Dashed,
  type Guesses,
  type TextFlag,
} from "./near-options.ts";
import type { CommandSpec, OptionSpec } from "./spec.ts";

/** Option values by name, with the type that the spec declares; an option for several files has all its values, in order. */
export type OptionValues = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** A text's options; or its problems, and the text with the most likely correction. */
export type Parsed =
  | { readonly ok: true; readonly value: OptionValues }
  | {
      readonly ok: false;
      readonly problems: readonly RequestProblem[];
      /** Set only if it fixes all problems. */
      readonly corrected: string | undefined;
    };

/** Dashes followed by a word. Starts at the first dash and limits the word, so that matching stays fast for any text. */
const DASHED = new RegExp(String.raw`(?<![${DASHES}])([${DASHES}]+)([ \t\u00a0\u3000]*)([a-zA-Z][\w-]{0,63})`, "g");

/**
 * Parses free text with inline options: `--name value`, `--name=value`, `--name "several words"`, `--flag`. The rest is the text
 * option's value. A prompt keeps its quotation marks; a name in quotation marks is what is between them. Probable options such as
 * `-- size 1K` or `—size 1K` are reported as problems and never become part of the text. Options for several files or words may be
 * repeated.
 * @param flags names that the caller has already removed from the text, if written correctly.
 */
export function parseOptions(text: string, spec: CommandSpec, flags: readonly TextFlag[] = []): Parsed {
  const problems: RequestProblem[] = [];
  const corrections: Correction[] = [];
  const names = spec.options.filter(({ hidden }) => !hidden).map((option) => option.name);
  const values: Record<string, OptionValues[string]> = {};
  const free: string[] = [];
  const all = [...flags, ...spec.options];
  let guessing: Guesses | undefined;
  const guesses = (): Guesses => (guessing ??= createGuesses(all));
  const pattern = new RegExp(DASHED);
  let end = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const dashed = dashedIn(text, match);
    if (!isOption(dashed)) {
      const near = nearOption(text, dashed, all, guesses());
      // White space between the dashes and the word belongs to the text too.
      pattern.lastIndex = near ? near.end : dashed.at + dashed.dashes.length + dashed.gap.length;
      if (!near) continue;
      problems.push({ rule: "near_option", given: near.given, corrected: near.corrected, textOption: spec.textOption });
      const space = dashed.apart ? "" : " ";
      corrections.push({ from: dashed.at, to: near.end, by: `${space}--${near.name} ` });
      free.push(text.slice(end, dashed.at));
      end = near.end;
      continue;
    }
    free.push(text.slice(end, dashed.at));
    const { name } = dashed;
    const option = spec.options.find((known) => known.name === name);
    if (!option) {
      const suggestion = guesses().name(name);
      problems.push({ rule: "unknown_option", option: name, allowed: names, suggestion });
      if (suggestion !== undefined) corrections.push({ from: dashed.at, to: dashed.end, by: `--${suggestion}` });
      // If no text is expected, the next word is the unknown option's value, not another problem.
      end = spec.textOption === undefined ? dashed.end + valueLength(text, dashed.end) : dashed.end;
      pattern.lastIndex = end;
      continue;
    }
    const taken = takeValue(text, dashed.end, option);
    const earlier = values[name];
    if (taken.problem) problems.push(taken.problem);
    else if (option.type === "attachments") {
      values[name] = [...(Array.isArray(earlier) ? earlier : []), String(taken.value)];
    } else if (option.type === "text" && option.several && earlier !== undefined) {
      values[name] = `${String(earlier)} ${String(taken.value)}`;
    } else if (name in values) problems.push(repeated(name, values[name], taken.value));
    else values[name] = taken.value;
    end = taken.end;
    pattern.lastIndex = end;
  }
  free.push(text.slice(end));
  const words = free
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
  if (words !== "") {
    const target = spec.textOption;
    if (target === undefined) {
      problems.push({ rule: "unexpected_words", words, allowed: names });
    } else if (target in values) {
      problems.push(repeated(target, words, values[target]));
    } else {
      values[target] = target === "prompt" ? words : withoutQuotes(words);
    }
  }
  if (problems.length === 0) return { ok: true, value: values };
  return {
    ok: false,
    problems,
    corrected: problems.length === corrections.length ? correct(text, corrections) : undefined,
  };
}

function dashedIn(text: string, match: RegExpExecArray): Dashed {
  const [whole, dashes = "", gap = "", written = ""] = match;
  const at = match.index;
  const apart = at === 0 || /\s/.test(text[at - 1] ?? "");
  return { at, end: at + whole.length, dashes, gap, name: optionName(written), apart };
}

/** Two hyphens after white space, directly followed by a name. */
function isOption({ dashes, gap, apart }: Dashed): boolean {
  return dashes === "--" && gap === "" && apart;
}

interface Correction {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

function correct(text: string, corrections: readonly Correction[]): string {
  const parts = corrections.map(({ from, by }, index) => text.slice(corrections[index - 1]?.to ?? 0, from) + by);
  return [...parts, text.slice(corrections.at(-1)?.to ?? 0)].join("");
}

interface ParsedValue {
  readonly value: string | number | boolean;
  readonly end: number;
  readonly problem?: RequestProblem;
}

const QUOTES: Record<string, string> = { '"': '"', "“": "”", "”": "”", "„": "“", "「": "」" };

/** What is between the quotation marks, if they are around the whole text. */
function withoutQuotes(text: string): string {
  const closing = QUOTES[text[0] ?? ""];
  const isQuoted = closing !== undefined && text.length > 1 && text.indexOf(closing, 1) === text.length - 1;
  return isQuoted ? text.slice(1, -1) : text;
}

function takeValue(text: string, from: number, option: OptionSpec): ParsedValue {
  if (option.type === "flag") return takeFlag(text, from, option);
  const space = /^(?:=|\s+)/.exec(text.slice(from));
  const begin = from + (space?.[0].length ?? 0);
  const closing = QUOTES[text[begin] ?? ""];
  if (closing !== undefined) {
    const close = text.indexOf(closing, begin + 1);
    const plain = close === -1 ? text.indexOf('"', begin + 1) : close;
    if (plain === -1) return { value: "", end: text.length, problem: { rule: "unclosed_quote" } };
    return typed(text.slice(begin + 1, plain), plain + 1, option);
  }
  if (option.type === "text" && option.json && /[{[]/.test(text[begin] ?? "")) {
    const close = closingBracket(text, begin);
    return close === undefined
      ? { value: "", end: text.length, problem: notJson(option.name, text.slice(begin), option.json) }
      : { value: text.slice(begin, close + 1), end: close + 1 };
  }
  const word = /^\S+/.exec(text.slice(begin))?.[0];
  if (!space || word === undefined || /^(?:--|—|–)[a-zA-Z]/.test(word)) {
    return { value: "", end: from, problem: { rule: "missing_value", option: option.name } };
  }
  return typed(word, begin + word.length, option);
}

/** A flag is true when named; `--private=no` is false. */
function takeFlag(text: string, from: number, { name }: OptionSpec): ParsedValue {
  const given = /^=(\S*)/.exec(text.slice(from));
  if (!given) return { value: true, end: from };
  const [whole, word = ""] = given;
  const end = from + whole.length;
  if (/^(?:yes|true|on|1)$/i.test(word)) return { value: true, end };
  if (/^(?:no|false|off|0)$/i.test(word)) return { value: false, end };
  return { value: false, end, problem: { rule: "not_allowed", option: name, given: word, allowed: ["yes", "no"] } };
}

/** The length of the word after an option, including the space before it; 0 if there is none. */
function valueLength(text: string, from: number): number {
  return new RegExp(String.raw`^(?:=|\s+)(?![${DASHES}]+[a-zA-Z])\S+`).exec(text.slice(from))?.[0].length ?? 0;
}

/** Where the JSON object or array ends; ignores brackets inside strings. */
function closingBracket(text: string, begin: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let index = begin; index < text.length; index++) {
    const sign = text[index] ?? "";
    if (quoted && sign === "\\") index++;
    else if (/["“”„]/.test(sign)) quoted = !quoted;
    else if (!quoted && (sign === "{" || sign === "[")) depth++;
    else if (!quoted && (sign === "}" || sign === "]") && --depth === 0) return index;
  }
  return undefined;
}

function typed(value: string, end: number, option: OptionSpec): ParsedValue {
  if (option.type !== "number") return { value, end };
  const number = wholeNumber(value);
  // The request's own rules check the range, together with everything else.
  if (number !== undefined) return { value: number, end };
  const problem: RequestProblem = {
    rule: "out_of_range",
    option: option.name,
    given: value,
    min: option.min,
    max: option.max,
  };
  return { value: 0, end, problem };
}

function notJson(option: string, given: string, example: string): RequestProblem {
  return { rule: "not_json", option, given, example };
}

function repeated(option: string, given: unknown, other: unknown): RequestProblem {
  return { rule: "conflict", option, given: String(given), other: option, otherGiven: String(other) };
}
