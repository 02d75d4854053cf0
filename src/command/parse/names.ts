/** A command as far as its name goes: one word, or several with a space between. */
export interface Named {
  readonly name: string;
  /** Meant also by the words before its last alone: `/easel` is `/easel help`. */
  readonly isDefault?: true;
}

const WORD = String.raw`[\p{L}\d][\p{L}\d_-]*`;
const FIRST = new RegExp(String.raw`^\s*/(${WORD})(?:\s+([\s\S]*))?$`, "u");
const NEXT = new RegExp(String.raw`^(${WORD})(?:\s+([\s\S]*))?$`, "u");

/**
 * A line that begins with a command, e.g. `/imagine a red fox --size 1K`, taken apart after the longest name that is known.
 * Where it goes on with a word that none of these names has there, that word is part of the name: so it can be told what
 * there is instead. Undefined for a line that begins with no command.
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
    rest = (next[2] ?? "").trim();
    const isName = names.includes(command);
    if (isName || !isWhole) whole = { command, rest };
    isWhole ||= isName;
  }
  return whole;
}

/** The command of that name, or the one that its first words alone stand for. */
export function commandNamed<T extends Named>(name: string, commands: readonly T[]): T | undefined {
  const exact = commands.find((command) => command.name === name);
  return exact ?? commands.find((command) => command.isDefault && parentOf(command.name) === name);
}

/** The names one word longer than this one that commands have or begin with, in order; for the empty name their first words. */
export function namesBelow(name: string, names: readonly string[]): readonly string[] {
  const from = name === "" ? 0 : name.length + 1;
  const below = names
    .filter((known) => name === "" || known.startsWith(`${name} `))
    .map((known) => known.slice(0, from) + (/^\S+/.exec(known.slice(from))?.[0] ?? ""));
  return [...new Set(below)];
}

/** The name without its last word; empty for a name of one word. */
export function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(" ")));
}

function hasBelow(name: string, names: readonly string[]): boolean {
  return names.some((known) => known.startsWith(`${name} `));
}
