import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { commands } from "../../commands/index.ts";
import { readConfig } from "../../src/config/config.ts";
import { PLATFORMS } from "../../src/platforms/registry.ts";
import { plain } from "../support/config.ts";

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

const readme = await read("README.md");
const reference = await read("docs/reference/commands.md");
const example = await read(".env.example");
const config = await read("src/config/config.ts");
const variables = [
  ...all(config, /^ {2}([A-Z][A-Z0-9_]+): text,$/gm),
  ...PLATFORMS.flatMap((platform) => platform.variables),
];

/** The distinct matches of a pattern's first group in a text. */
function all(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].flatMap(([, found]) => found ?? []))];
}

describe("the documents describe the program", () => {
  it("finds the variables", () => {
    expect(variables).toEqual(expect.arrayContaining(["PORT", "DATABASE_URL", "LOG_LEVEL", "SLACK_BOT_TOKEN"]));
  });

  it("lists in .env.example exactly the variables that the code reads", () => {
    expect(all(example, /^#([A-Z0-9_]+)=/gm).toSorted(), "edit .env.example").toEqual(variables.toSorted());
  });

  it("gives the real defaults in .env.example", () => {
    const given = [...example.matchAll(/^#([A-Z0-9_]+)=(.+)$/gm)].map(([, name = "", value = ""]) => [name, value]);
    expect(given.length).toBeGreaterThan(5);
    // Slack's address is ignored while Slack is off.
    const set = Object.fromEntries(given.filter(([name]) => name !== "SLACK_API_URL"));
    expect(plain(readConfig(set, "/srv/easel"))).toEqual(plain(readConfig({}, "/srv/easel")));
  });

  it("begins the changelog with unreleased changes, and names package.json's version as the newest release", async () => {
    const [unreleased, newest] = [...(await read("docs/changelog.md")).matchAll(/^## \[(.+)\]/gm)].map(
      ([, name]) => name,
    );
    expect(unreleased).toBe("Unreleased");
    const { version } = JSON.parse(await read("package.json")) as { version: string };
    expect([undefined, version]).toContain(newest);
  });

  it("keeps the README short", () => {
    expect(readme.split("\n").length).toBeLessThanOrEqual(150);
  });

  it.each(commands.map(({ spec }) => spec))("describes /$name in the reference", ({ name }) => {
    expect(reference).toContain(`\n## /${name}\n`);
  });

  it("lists in the reference exactly the options of /imagine", () => {
    const imagine = commands.find(({ spec }) => spec.name === "imagine");
    const [, section = ""] = /\n## \/imagine\n([\s\S]*?)\n## /.exec(reference) ?? [];
    expect(all(section, /^\| `--(\w+)`/gm)).toEqual(imagine?.spec.options.map((option) => option.name));
  });
});
