import type { Texts } from "../text/texts.ts";
import type { Command } from "./command.ts";
import { commandNamed, namesBelow } from "./names.ts";
import type { OptionSpec } from "./spec.ts";

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
  return [title, ...spec.options.map((option) => optionLine(option, texts))];
}

/** What begins with a name: that command alone, or all that lies below; nothing where there is none of either. */
export function helpAbout(name: string, commands: readonly Command[], texts: Texts): readonly string[] {
  const specs = commands.map(({ spec }) => spec);
  const below = helpBelow(name, commands, texts);
  if (below.length > 0) return below;
  const spec = commandNamed(name, specs);
  return commands.filter((command) => command.spec === spec).flatMap((command) => helpOf(command, texts));
}

/** What the first words of several commands are for. */
export function groupText(name: string, { commandGroups }: Pick<Texts, "commandGroups">): string {
  const known: Readonly<Record<string, string>> = commandGroups;
  return known[name] ?? name;
}

function optionLine({ name, type }: OptionSpec, texts: Texts): string {
  return type === "attachments"
    ? `  ${texts.help.attached} ${texts.options[name]}`
    : `  \`--${name}\` ${texts.options[name]}`;
}
