import { z } from "zod";
import { MAX_NATIVE_CHARACTERS, MAX_NATIVE_DEPTH } from "../../lib/limits.ts";
import { jsonFaultIn } from "./json-fault.ts";
import type { RequestProblem } from "./problem.ts";

export type Json = z.infer<typeof Json>;
const Json = z.json();

/** The JSON option, and an example of its value. */
interface JsonOption {
  readonly option: string;
  readonly example: string;
}

/** Parses typed JSON. Invalid or unsafe JSON adds a problem and returns undefined. */
export function readJson(given: string, { option, example }: JsonOption, problems: RequestProblem[]): Json | undefined {
  if (isTooLong(given, option, problems)) return undefined;
  const json = jsonOf(given);
  // Before zod, which drops some of these names.
  const unsafe = unsafeIn(json);
  if (unsafe) {
    problems.push({ rule: "unsafe_json", option, ...unsafe });
    return undefined;
  }
  const checked = Json.safeParse(json);
  if (checked.success) return checked.data;
  const fault = json === undefined ? jsonFaultIn(straight(given)) : undefined;
  problems.push({ rule: "not_json", option, given, example, ...(fault ? { fault } : {}) });
  return undefined;
}

/** Whether a free text is too long; if so, adds a problem. */
export function isTooLong({ length }: string, option: string, problems: RequestProblem[]): boolean {
  if (length <= MAX_NATIVE_CHARACTERS) return false;
  problems.push({ rule: "too_long", option, length, max: MAX_NATIVE_CHARACTERS });
  return true;
}

/** A canonical text for a value: names are sorted at every depth. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(ordered(value));
}

function ordered(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const sorted = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, part]) => [name, ordered(part)]));
}

/** Every text in a value at any depth, including field names. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([name, part]) => [name, ...textsIn(part)]);
}

/** Parses as is, or else with the phone's curly quotation marks replaced. */
function jsonOf(given: string): unknown {
  return parsed(given) ?? parsed(straight(given));
}

/** With straight quotation marks instead of curly ones. */
function straight(given: string): string {
  return given.replaceAll(/[“”„]/g, '"');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Names that can modify the prototype of all objects. */
const UNSAFE_NAMES = new Set(["__proto__", "constructor", "prototype"]);

type Unsafe = Omit<Extract<RequestProblem, { rule: "unsafe_json" }>, "rule" | "option">;

/** Finds, at any depth, what the database can't store or what could manipulate or crash the program that reads it. */
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
