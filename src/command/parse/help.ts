import type { Texts } from "../../text/texts.ts";
import type { Command } from "../command.ts";
import { namesBelow } from "./command-names.ts";
import { optionText } from "../../text/render/describe-option.ts";
import type { CommandSpec, OptionSpec } from "./spec.ts";

/** One line for each command below a name, and one for each name that leads to more commands. */
export function helpBelow(name: string, commands: readonly Command[], texts: Texts): readonly string[] {
  const names = commands.map(({ spec }) => spec.name);
  return namesBelow(name, names).map((below) => {
    const line = commandLine(below, commands, texts);
    const words = namesBelow(below, names).map((longer) => `\`${longer.slice(below.length + 1)}\``);
    return words.length === 0 ? line : texts.policyAdmin.line(line, texts.list(words));
  });
}

/** What a command, or the commands that begin with these words, are for. */
export function commandLine(name: string, commands: readonly Command[], texts: Texts): string {
  const spec = commands.find((command) => command.spec.name === name)?.spec;
  return `**/${name}** · ${spec ? texts.commands[spec.name] : groupText(name, texts)}`;
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
