import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { commands } from "../../commands/index.ts";

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

const readme = await read("README.md");
const example = await read(".env.example");
const compose = await read("docker-compose.yml");
const config = await read("src/config/config.ts");
const variables = all(config, /^ {2}([A-Z][A-Z0-9_]+): text,$/gm);

/** What the first group of a pattern matches in a text, each once. */
function all(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].flatMap(([, found]) => found ?? []))];
}

describe("the documents tell what the program does", () => {
  it("has variables to tell of", () => {
    expect(variables).toEqual(expect.arrayContaining(["PORT", "DATABASE_URL", "LOG_LEVEL"]));
  });

  it("lists exactly the variables that are read in .env.example", () => {
    expect(all(example, /^#([A-Z0-9_]+)=/gm).toSorted()).toEqual(variables.toSorted());
  });

  it("lists exactly the variables that are read in the README", () => {
    const table = readme.split("\n").filter((line) => /^\| `[A-Z]/.test(line));
    const named = table.flatMap((line) => all(line.split("|")[1] ?? "", /`([A-Z0-9_]+)`/g));
    expect(named.toSorted()).toEqual(variables.toSorted());
  });

  it("hands the container exactly the variables that are read", () => {
    const [easel = ""] = all(compose, /^ {2}easel:\n([\s\S]*?)^ {2}\S/gm);
    expect(all(easel, /^ {6}- ([A-Z0-9_]+)(?:=.*)?$/gm).toSorted()).toEqual(variables.toSorted());
  });

  // Those whose first two words are the same share a line.
  it.each(commands.map(({ spec }) => spec))("tells of /$name in the README", ({ name }) => {
    const [, together = "", last = ""] = /^(\S+(?: \S+)?)(?: (\S+))?$/.exec(name) ?? [];
    const lines = readme.split("\n").filter((line) => line.startsWith(`| \`/${together}`));
    expect(lines.filter((line) => new RegExp(`\\b${last}\\b`).test(line))).not.toEqual([]);
  });

  it("lists exactly the options of /imagine in the README", () => {
    const imagine = commands.find(({ spec }) => spec.name === "imagine");
    // Files are attached, not typed.
    const options = imagine?.spec.options.flatMap(({ name, type }) => (type === "attachments" ? [] : [name]));
    expect(all(readme, /^\| `--(\w+)` /gm)).toEqual(options);
  });
});
