import type { Texts } from "../../text/texts.ts";
import type { Command } from "../command.ts";
import { commandNamed, namesBelow, parentOf } from "./names.ts";
import { optionText } from "../../text/render/describe-option.ts";
import type { CommandSpec, OptionSpec } from "./spec.ts";

/** One line for each command below a name, with its options, and one for each name that leads to more commands. */
export function helpBelow(name: string, commands: readonly Command[], texts: Texts): readonly string[] {
  const names = commands.map(({ spec }) => spec.name);
  return namesBelow(name, names).flatMap((below) => {
    const command = commands.find(({ spec }) => spec.name === below);
    if (command) return helpOf(command, texts);
    const words = namesBelow(below, names).map((longer) => `\`${longer.slice(below.length + 1)}\``);
    return [`**/${below}** · ${groupText(below, texts)}: ${words.join(", ")}`];
  });
}

/** A command's description, and one line per option. */
function helpOf({ spec }: Command, texts: Texts): readonly string[] {
  const title = `**/${spec.name}** · ${texts.commands[spec.name]}`;
  const shown = spec.options.filter((option) => !option.hidden);
  return [title, ...shown.map((option) => `  \`--${option.name}\` ${typedOptionText(spec, option, texts)}`)];
}

/**
 * The help for a name: that command, or everything below it. Ignores further words that belong to the command, as in `jobs
 * cancel`. Empty if nothing matches.
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

/** Whether a word behind a command asks for help about it. */
export function isHelpWord(word: string): boolean {
  return HELP_WORDS.has(word.trim().toLowerCase());
}

const HELP_WORDS: ReadonlySet<string> = new Set(["help", "--help", "-h", "?", "？", "帮助"]);

/** A description of the commands that share their first words. */
export function groupText(name: string, { commandGroups }: Pick<Texts, "commandGroups">): string {
  const known: Readonly<Record<string, string>> = commandGroups;
  return known[name] ?? name;
}

/** An option's description for typing; for files, also how to give them. */
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
