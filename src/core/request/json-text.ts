import { z } from "zod";
import { MAX_NATIVE_CHARACTERS, MAX_NATIVE_DEPTH } from "../../lib/limits.ts";
import type { RequestProblem } from "./problem.ts";

export type Json = z.infer<typeof Json>;
const Json = z.json();

/** The option that JSON was given to, and an example of what it takes. */
interface JsonOption {
  readonly option: string;
  readonly example: string;
}

/** Reads JSON that somebody typed. What is wrong with it, or can't be stored safely, is a problem, and undefined then. */
export function readJson(given: string, { option, example }: JsonOption, problems: RequestProblem[]): Json | undefined {
  if (isTooLong(given, option, problems)) return undefined;
  const json = jsonOf(given);
  // Before zod, which leaves some of these names out.
  const unsafe = unsafeIn(json);
  if (unsafe) {
    problems.push({ rule: "unsafe_json", option, ...unsafe });
    return undefined;
  }
  const checked = Json.safeParse(json);
  if (checked.success) return checked.data;
  problems.push({ rule: "not_json", option, given, example });
  return undefined;
}

/** Is a text too long for an option of free text? Then that is a problem. */
export function isTooLong({ length }: string, option: string, problems: RequestProblem[]): boolean {
  if (length <= MAX_NATIVE_CHARACTERS) return false;
  problems.push({ rule: "too_long", option, length, max: MAX_NATIVE_CHARACTERS });
  return true;
}

/** The same text for the same value, however it was written: names are put in order at every depth. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(ordered(value));
}

function ordered(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const sorted = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, part]) => [name, ordered(part)]));
}

/** Every text in a value, at any depth, with the names of its fields. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([name, part]) => [name, ...textsIn(part)]);
}

/** As it is, or else with the quotation marks that phones write made plain. */
function jsonOf(given: string): unknown {
  return parsed(given) ?? parsed(given.replaceAll(/[“”„]/g, '"'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Names by which a program can be made to change what all its objects are. */
const UNSAFE_NAMES = new Set(["__proto__", "constructor", "prototype"]);

type Unsafe = Omit<Extract<RequestProblem, { rule: "unsafe_json" }>, "rule" | "option">;

/** What the database can't hold, or what could change or end the program that reads it, at any depth. */
function unsafeIn(value: unknown, depth = 0): Unsafe | undefined {
  if (typeof value === "string") return unsafeText(value);
  if (typeof value !== "object" || value === null) return undefined;
  if (depth === MAX_NATIVE_DEPTH) return { what: "deep", given: undefined };
  for (const [name, part] of Object.entries(value)) {
    if (UNSAFE_NAMES.has(name)) return { what: "name", given: name };
    const unsafe = unsafeText(name) ?? unsafeIn(part, depth + 1);
    if (unsafe) return unsafe;
  }
  return undefined;
}

function unsafeText(text: string): Unsafe | undefined {
  if (text.includes("\0")) return { what: "null", given: undefined };
  return text.isWellFormed() ? undefined : { what: "half", given: undefined };
}
