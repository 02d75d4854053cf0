/** A command's name: one word, or several separated by spaces. */
export interface Named {
  readonly name: string;
  /** The default of its group: `/easel` is `/easel help`. */
  readonly isDefault?: true;
}

const WORD = String.raw`[\p{L}\d][\p{L}\d_-]*`;
const FIRST = new RegExp(String.raw`^\s*/(${WORD})(?:\s+([\s\S]*))?$`, "u");
const NEXT = new RegExp(String.raw`^(${WORD})(?:\s+([\s\S]*))?$`, "u");

/**
 * Splits a line such as `/imagine a red fox --size 1K` behind the longest known command name. If the next word matches no command
 * below that name, it becomes part of the name, so that the answer can list the existing ones. Undefined if the line begins with
 * no command.
 */
export function splitCommandLine(
  line: string,
  names: readonly string[],
): { readonly command: string; readonly rest: string } | undefined {
  const first = FIRST.exec(line);
  if (first?.[1] === undefined) return undefined;
  let command = first[1].toLowerCase();
  let rest = (first[2] ?? "").trim();
  let whole = { command, rest };
  let isWhole = names.includes(command);
  for (let next = NEXT.exec(rest); next && hasBelow(command, names); next = NEXT.exec(rest)) {
    command = `${command} ${(next[1] ?? "").toLowerCase()}`;
    rest = next[2] ?? "";
    const isName = names.includes(command);
    if (isName || !isWhole) whole = { command, rest };
    isWhole ||= isName;
  }
  return whole;
}

/** The command with that name, or the default command of that group. */
export function commandNamed<T extends Named>(name: string, commands: readonly T[]): T | undefined {
  const exact = commands.find((command) => command.name === name);
  return exact ?? commands.find((command) => command.isDefault && parentOf(command.name) === name);
}

/** The command names or prefixes that are one word longer than this name, in order; for the empty name, the first words. */
export function namesBelow(name: string, names: readonly string[]): readonly string[] {
  const from = name === "" ? 0 : name.length + 1;
  const below = names
    .filter((known) => name === "" || known.startsWith(`${name} `))
    .map((known) => known.slice(0, from) + (/^\S+/.exec(known.slice(from))?.[0] ?? ""));
  return [...new Set(below)];
}

/** The name without its last word; empty for a single word. */
export function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(" ")));
}

function hasBelow(name: string, names: readonly string[]): boolean {
  return names.some((known) => known.startsWith(`${name} `));
}
