import type { CommandKey, OptionKey, Texts } from "../texts.ts";

type Described = Partial<Record<OptionKey, string>>;

/** An option's description in a command: the command's own, else that of its first words, else the general one. */
export function optionText(command: CommandKey, option: OptionKey, { options, optionsIn }: Texts): string {
  const within: Readonly<Record<string, Described>> = optionsIn;
  for (let name: string = command; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf(" ")))) {
    const text = within[name]?.[option];
    if (text !== undefined) return text;
  }
  return options[option];
}

/** An option's name as people read it: that of its field in a form, if it has one. */
export function fieldLabel(name: OptionKey, { fields, options }: Pick<Texts, "fields" | "options">): string {
  const labels: Readonly<Record<string, string>> = fields;
  return labels[name] ?? options[name];
}
