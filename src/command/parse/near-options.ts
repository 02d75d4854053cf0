import { folded } from "../../core/request/given.ts";
import { ALL_OPTIONS } from "../../core/request/options/table.ts";
import { nearest } from "../../core/request/nearest.ts";
import type { OptionSpec } from "./spec.ts";

/** Words of one text that are compared with options and their values: people misspell a few, and each takes up to 50 µs. */
const MAX_COMPARED_WORDS = 100;

/** An option of a command, or a flag that a text may have beside them. */
export type KnownOption = OptionSpec | TextFlag;
export interface TextFlag {
  readonly type: "flag";
  readonly name: string;
}

/** Every sign that a keyboard or a phone writes for a hyphen or a dash, for use inside a character class. */
export const DASHES = String.raw`\-‐‑‒–—―−－﹣`;

const HYPHEN = /^[-‐‑]$/;
const LONG_DASH = /[‒–—―]/;
const LINK = /^<?[a-z][a-z\d+.-]*:\/\//i;
const FILE_NAME = /\.[a-z\d]{2,4}$/i;

/** What other tools call our options. Of several names the one that begins alike is meant, else the first that the command has. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = otherNames();

function otherNames(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [name, { alsoCalled = [] }] of ALL_OPTIONS) {
    for (const other of alsoCalled) found.set(other, [...(found.get(other) ?? []), name]);
  }
  const alike = (name: string, other: string): number => (name.startsWith(other) ? 0 : 1);
  for (const [other, names] of found) names.sort((one, two) => alike(one, other) - alike(two, other));
  return found;
}

/** Of shorter ones any letter could be a misspelling. */
const LONG_OTHER_NAMES = [...OTHER_NAMES.keys()].filter((name) => name.length >= 4);

/** A name as options are called: `Aspect-Ratio` is `aspect_ratio`. */
export function optionName(written: string): string {
  return written.toLowerCase().replaceAll("-", "_");
}

/** Guesses what somebody meant, for one text. */
export interface Guesses {
  /** The option that was meant by a name that there is not: as other tools call it, or misspelt. */
  name(given: string): string | undefined;
  /** Is it one of these values, a misspelt one, or one with other numbers in it? `512x512` is like `1024x768`. */
  isLike(value: string, known: readonly string[]): boolean;
}

/** Comparing words takes time, so of a text that is full of misspelt ones only the first are compared. */
export function createGuesses(options: readonly KnownOption[]): Guesses {
  const names: readonly string[] = options.map((option) => option.name);
  const found = new Map<string, string | undefined>();
  let left = MAX_COMPARED_WORDS;
  const compare = (word: string, candidates: readonly string[]): string | undefined => {
    if (left === 0) return undefined;
    left -= 1;
    return nearest(word, candidates);
  };
  const ours = (other: string): string | undefined => OTHER_NAMES.get(other)?.find((one) => names.includes(one));
  return {
    name(given) {
      if (!found.has(given))
        found.set(given, ours(given) ?? compare(given, names) ?? ours(compare(given, LONG_OTHER_NAMES) ?? ""));
      return found.get(given);
    },
    isLike(value, known) {
      const shape = shapeOf(value);
      if (known.some((one) => shapeOf(one) === shape)) return true;
      return value.length >= 4 && compare(folded(value), known) !== undefined;
    },
  };
}

/** Dashes and a word behind them. */
export interface Dashed {
  /** Where the dashes begin, and where the word ends. */
  readonly at: number;
  readonly end: number;
  readonly dashes: string;
  /** The white space between the dashes and the word. */
  readonly gap: string;
  readonly name: string;
  /** White space, or nothing at all, stands before the dashes. */
  readonly apart: boolean;
}

/** An option as it was written, and as it has to be written. */
export interface NearOption {
  readonly given: string;
  readonly meant: string;
  readonly name: string;
  /** Where its value begins, or else where its name ends. */
  readonly end: number;
}

/**
 * Finds out whether dashes and a word were meant as an option although they are not written as one: `-- size 1K`,
 * `—size 1K`, `fox--size 1K`. Dashes are part of ordinary prose, so mostly it takes a value that the option can have:
 * `a fox -- size matters` is prose. Undefined for prose.
 */
export function nearOption(
  text: string,
  dashed: Dashed,
  options: readonly KnownOption[],
  guesses: Guesses,
): NearOption | undefined {
  const exact = options.find((option) => option.name === dashed.name);
  // Within words and behind single hyphens, as in `well-sized`, nothing is misspelt.
  if (!exact && (!dashed.apart || HYPHEN.test(dashed.dashes))) return undefined;
  const suggestion = exact ? exact.name : guesses.name(dashed.name);
  const option = exact ?? options.find(({ name }) => name === suggestion);
  if (!option) return undefined;
  const value = valueAfter(text, dashed.end);
  const hasValue = value !== undefined && fits(option, value.plain, guesses);
  const last = isLast(text, dashed.end);
  if (!isMeant(option, { ...dashed, isExact: exact !== undefined, hasValue, last })) return undefined;
  const takesValue = option.type !== "flag" && value !== undefined;
  return {
    given: text.slice(dashed.at, takesValue ? value.end : dashed.end),
    meant: takesValue ? `--${option.name} ${value.written}` : `--${option.name}`,
    name: option.name,
    end: takesValue ? value.start : dashed.end,
  };
}

/** `hasValue`: a value that it can have stands behind it. `last`: nothing does. */
interface Written extends Dashed {
  readonly isExact: boolean;
  readonly hasValue: boolean;
  readonly last: boolean;
}

function isMeant(option: KnownOption, { dashes, gap, apart, isExact, hasValue, last }: Written): boolean {
  // Free text fits always, so it shows nothing.
  const isShown = hasValue && !isFreeText(option);
  if (HYPHEN.test(dashes)) return apart && gap === "" && isExact && isShown;
  if (!isExact) return isShown;
  if (option.type === "flag") return last && (apart || !LONG_DASH.test(dashes));
  if (!apart) return isShown;
  if (gap !== "") return hasValue || last;
  // A dash that touches the word alone is hardly ever written in prose; what takes links has names that are.
  return hasValue || !(takesLinks(option) && LONG_DASH.test(dashes));
}

interface Value {
  /** As it stands there, and without quotation marks and punctuation. */
  readonly written: string;
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

const VALUE = /(?:[ \t]*[=:：][ \t]*|\s+)("[^"]{0,200}"|“[^”]{0,200}”|「[^」]{0,200}」|\S+)/y;

function valueAfter(text: string, from: number): Value | undefined {
  VALUE.lastIndex = from;
  const written = VALUE.exec(text)?.[1];
  if (written === undefined) return undefined;
  const end = VALUE.lastIndex;
  const plain = written.replaceAll(/^["“「]|["”」]$/g, "").replace(/[,.;!，。；！]+$/, "");
  return { written, plain, start: end - written.length, end };
}

const NEXT = new RegExp(String.raw`\s*(?:$|\s[${DASHES}]+[ \t]*[a-zA-Z])`, "y");

/** Does nothing follow, or only what looks like an option? */
function isLast(text: string, from: number): boolean {
  NEXT.lastIndex = from;
  return NEXT.test(text);
}

function isFreeText(option: KnownOption): boolean {
  return option.type === "text" && !option.several && !option.json && option.suggestions === undefined;
}

function takesLinks(option: KnownOption): boolean {
  return option.type === "attachment" || option.type === "attachments" || (option.type === "text" && !!option.several);
}

/** Is it a value that this option can have, as far as its looks tell? */
function fits(option: KnownOption, value: string, guesses: Guesses): boolean {
  switch (option.type) {
    case "flag":
      return false;
    case "number":
      return /^\d{1,5}s?$/i.test(value);
    case "attachments":
      return LINK.test(value);
    case "attachment":
      return LINK.test(value) || /^\d{1,2}$/.test(value) || FILE_NAME.test(value);
    case "person":
    case "role":
    case "channel":
      return true;
    case "text":
      if (option.several) return LINK.test(value);
      if (option.json) return /^[{[]/.test(value);
      return option.suggestions === undefined || guesses.isLike(value, option.suggestions);
  }
}

function shapeOf(value: string): string {
  return folded(value).replaceAll(/\d+/g, "0");
}
