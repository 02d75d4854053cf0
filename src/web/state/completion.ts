import type { CommandView } from "../../platforms/console/api/api.ts";

export interface Suggestion {
  readonly label: string;
  /** The text that is inserted when it is chosen. */
  readonly insert: string;
  readonly detail: string;
  /** The command's options in brief. */
  readonly hint?: string;
}

/** Suggestions while a person types. */
export interface Completion {
  readonly kind: "commands" | "options" | "values";
  /** The part of the text that the chosen suggestion replaces. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Suggestion[];
  /** Whether Enter chooses the first suggestion right away. Otherwise the list is only shown, and Enter sends. */
  readonly eager: boolean;
}

type Option = CommandView["options"][number];

/**
 * Suggestions at the caret. Undefined without any. `files` holds the names of the attached files, for options that name
 * a file.
 */
export function complete(
  text: string,
  caret: number,
  commands: readonly CommandView[],
  files: readonly string[] = [],
): Completion | undefined {
  const head = text.slice(0, caret);
  if (!head.startsWith("/")) return undefined;
  const named = commandOf(head, commands);
  if (!named) return completeCommand(text, head, commands);
  const { command, words } = named;
  const insideQuotes = (head.match(/"/g)?.length ?? 0) % 2 === 1;
  if (insideQuotes) return undefined;
  const token = words.at(-1) ?? "";
  const place = { from: caret - token.length, to: caret };
  const option = optionNamed(command, token.split("=", 1)[0] ?? "");
  if (option && token.includes("=")) {
    const typed = token.slice(token.indexOf("=") + 1);
    return completeValue(valuesFor(option, files), typed, { ...place, from: caret - typed.length });
  }
  const before = optionNamed(command, words.at(-2) ?? "");
  if (before && before.type !== "flag" && words.length > 2) {
    return completeValue(valuesFor(before, files), token, place);
  }
  return completeOption(command, words, token, place);
}

/** An option whose value is being typed. The server knows the suggestions. */
export interface AskedValue {
  readonly command: string;
  readonly option: string;
  readonly typed: string;
  /** The options before it. */
  readonly options: Readonly<Record<string, string>>;
  readonly from: number;
  readonly to: number;
}

/** The option whose value contains the caret. Undefined outside values. */
export function askedValue(text: string, caret: number, commands: readonly CommandView[]): AskedValue | undefined {
  const head = text.slice(0, caret);
  const begun = commandOf(head, commands);
  if (!begun || begun.words.length < 3 || (head.match(/"/g)?.length ?? 0) % 2 === 1) return undefined;
  const { command, words } = begun;
  const typed = words.at(-1) ?? "";
  const option = optionNamed(command, words.at(-2) ?? "");
  if (!option || option.type === "flag" || option.type === "attachment") return undefined;
  const options = words.slice(1, -2).flatMap((word, index) => {
    const named = optionNamed(command, word);
    const value = words[index + 2];
    return named && value !== undefined ? [[named.name, value] as const] : [];
  });
  const place = { from: caret - typed.length, to: caret };
  return { command: command.name, option: option.name, typed, options: Object.fromEntries(options), ...place };
}

/** The server's suggestions for it, as a list. */
export function completionOf(
  { typed, from, to }: AskedValue,
  found: readonly { readonly value: string; readonly label: string }[],
): Completion | undefined {
  if (found.length === 0 || found.some(({ value }) => value.toLowerCase() === typed.toLowerCase())) return undefined;
  const items = found.map(({ value, label }) => ({
    label: value,
    insert: `${/\s/.test(value) ? `"${value}"` : value} `,
    detail: label === value ? "" : label.replace(`${value} · `, ""),
  }));
  return { kind: "values", from, to, items, eager: true };
}

/** The text after a choice, and the new caret position. */
export function applySuggestion(
  text: string,
  completion: Completion,
  suggestion: Suggestion,
): { text: string; caret: number } {
  const rest = text.slice(completion.to).replace(/^ /, "");
  const head = text.slice(0, completion.from) + suggestion.insert;
  return { text: head + rest, caret: head.length };
}

/**
 * The command at the beginning of a text, and its words; the whole name is the first word. Undefined until a space ends
 * the name.
 */
export function commandOf(
  head: string,
  commands: readonly CommandView[],
): { readonly command: CommandView; readonly words: readonly string[] } | undefined {
  const typed = head.toLowerCase();
  const found = commands
    .filter(({ name }) => typed.startsWith(`/${name}`) && /\s/.test(head.charAt(name.length + 1)))
    .toSorted((one, other) => other.name.length - one.name.length);
  const [command] = found;
  if (!command) return undefined;
  const name = head.slice(0, command.name.length + 1);
  return { command, words: [name, ...head.slice(name.length).split(/\s+/).slice(1)] };
}

/** Names of several words are suggested word by word. */
function completeCommand(text: string, head: string, commands: readonly CommandView[]): Completion | undefined {
  const typed = head.slice(1).toLowerCase();
  const found = commands.filter((command) => command.name.startsWith(typed));
  if (found.length === 0) return undefined;
  const exact = found.find(({ name, isDefault }) => name === typed || (isDefault && parentOf(name) === typed));
  const names = new Set(found.map(({ name }) => /^\S*/.exec(name.slice(typed.length))?.[0] ?? ""));
  return {
    kind: "commands",
    from: 0,
    to: head.length + (/^\S*/.exec(text.slice(head.length))?.[0].length ?? 0),
    // Don't suggest anything for a complete command: Enter should send it.
    eager: exact === undefined || exact.options.some((option) => option.required),
    items: [...names].map((end) => offeredCommand(typed + end, found)),
  };
}

function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(" ")));
}

function offeredCommand(name: string, found: readonly CommandView[]): Suggestion {
  const command = found.find((known) => known.name === name);
  const below = found.filter((known) => known.name.startsWith(`${name} `));
  const words = new Set(below.map((known) => /^\S+/.exec(known.name.slice(name.length + 1))?.[0] ?? ""));
  return {
    label: `/${name}`,
    insert: `/${name} `,
    detail: command?.description ?? "",
    hint: command
      ? command.options.map((option) => (option.takesText ? option.name : `--${option.name}`)).join(" ")
      : [...words].join(" "),
  };
}

function completeOption(
  command: CommandView,
  words: readonly string[],
  token: string,
  place: { from: number; to: number },
): Completion | undefined {
  // Phones turn two hyphens into a dash.
  const naming = /^(?:--?|—|–)/.test(token);
  const justAfter = token === "" && (words.length === 2 || endsWithOption(command, words));
  if (!naming && !justAfter) return undefined;
  const typed = token.replace(/^[-—–]+/, "").toLowerCase();
  const used = new Set(words.slice(1, -1).map((word) => optionNamed(command, word.split("=", 1)[0] ?? "")?.name));
  const open = command.options.filter((option) => !option.takesText && (option.repeats || !used.has(option.name)));
  const found = open.filter((option) => option.name.startsWith(typed));
  if (found.length === 0 || found.some((option) => option.name === typed)) return undefined;
  const items = found.map((option) => ({
    label: `--${option.name}`,
    insert: `--${option.name} `,
    detail: option.description,
    ...(option.values.length > 0 ? { hint: option.values.slice(0, 6).join(" · ") } : {}),
  }));
  return { kind: "options", ...place, items, eager: naming };
}

/** An option's own values; for a file option, the attached files. */
function valuesFor({ type, repeats, values }: Option, files: readonly string[]): readonly string[] {
  return type === "attachment" && !repeats ? fileNames(files) : values;
}

/** How an option names each of the attached files: by name if a command line can hold it, otherwise by number. */
export function fileNames(files: readonly string[]): readonly string[] {
  const isPlain = (name: string): boolean =>
    !/^[-—–\d]|["“”„「」]/.test(name) &&
    files.filter((other) => other.toLowerCase() === name.toLowerCase()).length === 1;
  return files.map((name, index) => (isPlain(name) ? name : String(index + 1)));
}

function completeValue(
  values: readonly string[],
  typed: string,
  place: { from: number; to: number },
): Completion | undefined {
  const wanted = typed.toLowerCase();
  const found = values.filter((value) => value.toLowerCase().startsWith(wanted));
  if (found.length === 0 || found.some((value) => value.toLowerCase() === wanted)) return undefined;
  const items = found.map((value) => ({
    label: value,
    insert: `${/\s/.test(value) ? `"${value}"` : value} `,
    detail: "",
  }));
  return { kind: "values", ...place, items, eager: true };
}

/** Whether the last finished words form a complete option. */
function endsWithOption(command: CommandView, words: readonly string[]): boolean {
  const last = words.at(-2) ?? "";
  const option = optionNamed(command, last.split("=", 1)[0] ?? "");
  if (option) return option.type === "flag" || last.includes("=");
  const before = optionNamed(command, words.at(-3) ?? "");
  return before !== undefined && before.type !== "flag";
}

function optionNamed(command: CommandView, word: string): Option | undefined {
  const name = /^(?:--|—)(.+)$/.exec(word)?.[1]?.toLowerCase();
  return command.options.find((option) => option.name === name);
}
