import type { Texts } from "../../text/texts.ts";
import type { Command } from "../command.ts";
import { commandNamed, namesBelow, parentOf } from "./names.ts";
import { optionText } from "../../text/render/describe-option.ts";
import type { CommandSpec, OptionSpec } from "./spec.ts";

/** A line for each command below a name, with its options, and one for each of the names that lead on to more. */
export function helpBelow(name: string, commands: readonly Command[], texts: Texts): readonly string[] {
  const names = commands.map(({ spec }) => spec.name);
  return namesBelow(name, names).flatMap((below) => {
    const command = commands.find(({ spec }) => spec.name === below);
    if (command) return helpOf(command, texts);
    const words = namesBelow(below, names).map((longer) => `\`${longer.slice(below.length + 1)}\``);
    return [`**/${below}** · ${groupText(below, texts)}: ${words.join(", ")}`];
  });
}

/** What a command does, and a line for each of its options. */
function helpOf({ spec }: Command, texts: Texts): readonly string[] {
  const title = `**/${spec.name}** · ${texts.commands[spec.name]}`;
  const shown = spec.options.filter((option) => !option.hidden);
  return [title, ...shown.map((option) => `  \`--${option.name}\` ${typedOptionText(spec, option, texts)}`)];
}

/**
 * What begins with a name: that command alone, or all that lies below. Further words, as in `jobs cancel`, are the command's own.
 * Nothing where there is no such command.
 */
export function helpAbout(name: string, commands: readonly Command[], texts: Texts): readonly string[] {
  const below = helpBelow(name, commands, texts);
  if (below.length > 0) return below;
  for (let known = name; known !== ""; known = parentOf(known)) {
    const command = commands.find(({ spec }) => spec.name === known);
    if (command) return helpOf(command, texts);
  }
  const spec = commandNamed(
    name,
    commands.map((command) => command.spec),
  );
  return commands.filter((command) => command.spec === spec).flatMap((command) => helpOf(command, texts));
}

/** Does a word ask for help? People write it after the command that they want to know about. */
export function isHelpWord(word: string): boolean {
  return HELP_WORDS.has(word.trim().toLowerCase());
}

const HELP_WORDS: ReadonlySet<string> = new Set(["help", "--help", "-h", "?", "？", "帮助"]);

/** What the first words of several commands are for. */
export function groupText(name: string, { commandGroups }: Pick<Texts, "commandGroups">): string {
  const known: Readonly<Record<string, string>> = commandGroups;
  return known[name] ?? name;
}

/** What an option is for, where it is typed: of files also how to give them. */
export function typedOptionText(
  { name: command }: Pick<CommandSpec, "name">,
  { name, type }: Pick<OptionSpec, "name" | "type">,
  texts: Texts,
): string {
  const text = optionText(command, name, texts);
  const { given, attach, pick } = texts.help;
  if (type === "attachments") return given(text, attach(name));
  return type === "attachment" ? given(text, pick) : text;
}
