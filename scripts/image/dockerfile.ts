/** One instruction of a Dockerfile, with its continued lines joined. */
export interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** One `FROM` with the instructions that follow it. */
export interface Stage {
  readonly base: string;
  /** The stage's name in `COPY --from`. */
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** Reads the kinds of instructions that our Dockerfile uses. Throws if one precedes the first `FROM`. */
export function readDockerfile(text: string): readonly Stage[] {
  const lines = text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .join("\n")
    .replaceAll("\\\n", " ");
  const stages: { base: string; name: string | undefined; instructions: Instruction[] }[] = [];
  for (const line of lines.split("\n")) {
    const [, word, rest] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (word === undefined || rest === undefined) continue;
    if (word === "FROM") {
      const [, base = "", name] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest) ?? [];
      stages.push({ base, name, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`${word} comes before FROM`);
    stage.instructions.push({ word, rest });
  }
  return stages;
}

/** `NAME=value` pairs of an `ENV` or `ARG`. */
export function readPairs(rest: string): readonly (readonly [name: string, value: string])[] {
  return rest.split(/\s+/).map((pair) => {
    const at = pair.indexOf("=");
    return at < 0 ? ([pair, ""] as const) : ([pair.slice(0, at), pair.slice(at + 1)] as const);
  });
}
