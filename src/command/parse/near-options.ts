import { folded } from "../../core/request/read-text.ts";
import { ALL_OPTIONS } from "../../core/request/options/option-table.ts";
import { nearest } from "../../core/request/nearest.ts";
import type { OptionSpec } from "./spec.ts";

/** How many words of a text are compared with options and values: each takes up to 50 µs, and people misspell only a few. */
const MAX_COMPARED_WORDS = 100;

/** Longer words are never compared: all values are far shorter. */
const LONGEST_COMPARED_WORD = 100;

/** An option of a command, or another flag that a text may contain. */
export type KnownOption = OptionSpec | TextFlag;
export interface TextFlag {
  readonly type: "flag";
  readonly name: string;
}

/** Every character that keyboards and phones produce for a hyphen or dash, for use in a character class. */
export const DASHES = String.raw`\-‐‑‒–—―−－﹣`;

const HYPHEN = /^[-‐‑]$/;
const LONG_DASH = /[‒–—―]/;
const LINK = /^<?[a-z][a-z\d+.-]*:\/\//i;
const FILE_NAME = /\.[a-z\d]{2,4}$/i;

/** Other tools' names for our options. Among several options, one with the same beginning wins, otherwise the command's first. */
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

/** In shorter names, any letter could be a misspelling. */
const LONG_OTHER_NAMES = [...OTHER_NAMES.keys()].filter((name) => name.length >= 4);

/** Normalises a name: `Aspect-Ratio` is `aspect_ratio`. */
export function optionName(written: string): string {
  return written.toLowerCase().replaceAll("-", "_");
}

/** Guesses what the writer of one text meant. */
export interface Guesses {
  /** The option that an unknown name most likely means: another tool's name for it, or a misspelling. */
  name(given: string): string | undefined;
  /** Whether it is one of these values, possibly misspelt or with other numbers: `512x512` is like `1024x768`. */
  isLike(value: string, known: readonly string[]): boolean;
}

/** Comparing words takes time, so only the first unknown words of a text are compared. */
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
      if (value.length > LONGEST_COMPARED_WORD) return false;
      const shape = shapeOf(value);
      if (known.some((one) => shapeOf(one) === shape)) return true;
      return value.length >= 4 && compare(folded(value), known) !== undefined;
    },
  };
}

/** Dashes followed by a word. */
export interface Dashed {
  /** Where the dashes begin and the word ends. */
  readonly at: number;
  readonly end: number;
  readonly dashes: string;
  /** The white space between the dashes and the word. */
  readonly gap: string;
  readonly name: string;
  /** The dashes begin the text or follow white space. */
  readonly apart: boolean;
}

/** An option as it was written, and as it should be written. */
export interface NearOption {
  readonly given: string;
  readonly corrected: string;
  readonly name: string;
  /** Where its value begins, or its name ends if it has none. */
  readonly end: number;
}

/**
 * Decides whether dashes and a word were meant as an option although written differently: `-- size 1K`, `—size 1K`, `fox--size
 * 1K`. Dashes are part of ordinary prose, so most cases also need a plausible value: `a fox -- size matters` is prose. Undefined
 * for prose.
 */
export function nearOption(
  text: string,
  dashed: Dashed,
  options: readonly KnownOption[],
  guesses: Guesses,
): NearOption | undefined {
  const exact = options.find((option) => option.name === dashed.name);
  // Inside words and after single hyphens, as in `well-sized`, names are not corrected.
  if (!exact && (!dashed.apart || HYPHEN.test(dashed.dashes))) return undefined;
  // A single hyphen within words, or before a blank, begins no option.
  if (HYPHEN.test(dashed.dashes) && (!dashed.apart || dashed.gap !== "")) return undefined;
  const suggestion = exact ? exact.name : guesses.name(dashed.name);
  const option = exact ?? options.find(({ name }) => name === suggestion);
  if (!option) return undefined;
  const value = valueAfter(text, dashed.end);
  const hasValue = value !== undefined && fits(option, value.plain, guesses);
  const last = isLast(text, dashed.end);
  if (!isProbableOption(option, { ...dashed, isExact: exact !== undefined, hasValue, last })) return undefined;
  const takesValue = option.type !== "flag" && value !== undefined;
  return {
    given: text.slice(dashed.at, takesValue ? value.end : dashed.end),
    corrected: takesValue ? `--${option.name} ${value.written}` : `--${option.name}`,
    name: option.name,
    end: takesValue ? value.start : dashed.end,
  };
}

/** `hasValue`: a plausible value follows. `last`: nothing follows. */
interface Written extends Dashed {
  readonly isExact: boolean;
  readonly hasValue: boolean;
  readonly last: boolean;
}

function isProbableOption(option: KnownOption, { dashes, gap, apart, isExact, hasValue, last }: Written): boolean {
  // Any text is a valid free text, so a match proves nothing.
  const isShown = hasValue && !isFreeText(option);
  if (HYPHEN.test(dashes) || !isExact) return isShown;
  if (option.type === "flag") return last && (apart || !LONG_DASH.test(dashes));
  if (!apart) return isShown;
  if (gap !== "") return hasValue || last;
  // In prose, a dash rarely touches only the following word. The names of link options also occur in prose.
  return hasValue || !(takesLinks(option) && LONG_DASH.test(dashes));
}

interface Value {
  /** As written, and without quotation marks and punctuation. */
  readonly written: string;
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

/** The part of a word to read: as long as a link may be. In a text without blanks, a "word" is all that follows a name. */
const VALUE = /(?:[ \t]*[=:：][ \t]*|\s+)("[^"]{0,200}"|“[^”]{0,200}”|「[^」]{0,200}」|\S{1,2000})/y;

function valueAfter(text: string, from: number): Value | undefined {
  VALUE.lastIndex = from;
  const written = VALUE.exec(text)?.[1];
  if (written === undefined) return undefined;
  const end = VALUE.lastIndex;
  const plain = withoutPunctuation(withoutQuotes(written));
  return { written, plain, start: end - written.length, end };
}

function withoutQuotes(text: string): string {
  const start = OPENING.has(text.charAt(0)) ? 1 : 0;
  const end = text.length > start && CLOSING.has(text.charAt(text.length - 1)) ? text.length - 1 : text.length;
  return text.slice(start, end);
}

const OPENING: ReadonlySet<string> = new Set('"“「');
const CLOSING: ReadonlySet<string> = new Set('"”」');

/** Goes backwards from the end: an expression would take quadratic time on many signs. */
function withoutPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && PUNCTUATION.has(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

const PUNCTUATION: ReadonlySet<string> = new Set(",.;!，。；！");

const NEXT = new RegExp(String.raw`\s*(?:$|\s[${DASHES}]+[ \t]*[a-zA-Z])`, "y");

/** Whether nothing follows, or only something that looks like an option. */
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

/** Whether the option could have this value, judging by its form. */
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
