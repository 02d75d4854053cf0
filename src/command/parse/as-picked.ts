import type { Message } from "../../core/chat/message.ts";
import type { Capabilities } from "../../core/chat/platform.ts";
import type { Command } from "../command.ts";
import { splitCommandLine } from "./command-names.ts";
import type { CommandSpec, OptionSpec } from "./spec.ts";

interface Reading {
  readonly platform: { readonly capabilities: Pick<Capabilities, "optionsAreFields"> };
  readonly commands: readonly Pick<Command, "spec">[];
}

/** A command line in code, such as `/jobs --scope own`. */
const LINES = /`(\/[^`\n]+)`/g;
/** An option with its value if it has one, or a word. Values may be in quotation marks. */
const PART = /--(\w+)(?:[ =]("[^"]*"|(?!--)\S+))?|"[^"]*"|\S+/g;

/** A message whose command lines are written as this platform's people can enter them. */
export function withPickedLines(message: Message, reading: Reading): Message {
  if (reading.platform.capabilities.optionsAreFields !== true) return message;
  const { text, sections } = message;
  return {
    ...message,
    text: pickedLines(text, reading),
    ...(sections
      ? {
          sections: sections.map((section) => ({
            ...section,
            ...(section.text === undefined ? {} : { text: pickedLines(section.text, reading) }),
            ...(section.facts === undefined ? {} : { facts: pickedLines(section.facts, reading) }),
          })),
        }
      : {}),
  };
}

/** The same for a text. */
export function pickedLines(text: string, reading: Reading): string {
  return text.replaceAll(LINES, (_code, line: string) => `\`${pickedLine(line, reading)}\``);
}

/** A line as people can enter it: on a platform with a field for each option, `/jobs scope:own`. */
export function pickedLine(line: string, { platform, commands }: Reading): string {
  if (platform.capabilities.optionsAreFields !== true) return line;
  const names = commands.map(({ spec }) => spec.name);
  const split = splitCommandLine(line, names);
  const spec = commands.find((command) => command.spec.name === split?.command)?.spec;
  // A prompt may contain options as they are typed.
  if (!split || !spec || spec.textOption === "prompt") return line;
  return [`/${spec.name}`, ...fieldsOf(split.rest, spec)].join(" ");
}

/** Whether an option has a field of its own in a platform's menu of commands. */
export function isField({ inline, hidden }: OptionSpec): boolean {
  return inline !== true && hidden !== true;
}

function fieldsOf(rest: string, spec: CommandSpec): readonly string[] {
  const fields = spec.options.filter(isField);
  const words: string[] = [];
  const named: string[] = [];
  for (const [part, name, value] of rest.matchAll(PART)) {
    const option = fields.find((field) => field.name === name);
    if (name === undefined) words.push(unquoted(part));
    else if (option?.type === "flag") {
      named.push(`${name}:True`);
      if (value !== undefined) words.push(unquoted(value));
    } else if (option) named.push(`${name}:${unquoted(value ?? "")}`);
  }
  return [...wordFields(words, fields, spec), ...named];
}

/** Words without an option's name. Behind one of the known values of the text option, they belong to the next option. */
function wordFields(words: readonly string[], fields: readonly OptionSpec[], { textOption }: CommandSpec): string[] {
  const [first, ...others] = words;
  const at = fields.findIndex(({ name }) => name === textOption);
  const option = fields[at];
  if (first === undefined || !option) return [];
  const next = fields[at + 1];
  const isKnown = option.type === "text" && option.suggestions?.includes(first) === true;
  if (!isKnown || !next || others.length === 0) return [`${option.name}:${words.join(" ")}`];
  return [`${option.name}:${first}`, `${next.name}:${others.join(" ")}`];
}

function unquoted(value: string): string {
  return value.replace(/^"(.*)"$/s, "$1");
}
