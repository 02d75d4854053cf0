import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { breachesIn, breachesInComments, breachesInTestNames, PHRASES, VOICE } from "./wording.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const DOCUMENTS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...(await filesIn("docs", /\.md$/))];

/** Folders whose comments are checked. */
const CHECKED = ["commands", "scripts", ...(await foldersIn("src"))];

/** Folders of tests whose comments and names are checked. */
const CHECKED_TESTS = [
  ...(await foldersIn("test")).filter((folder) => folder !== "test/flow" && folder !== "test/unit"),
  ...(await foldersIn("test/flow")),
  ...(await foldersIn("test/unit")),
];

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(ROOT, folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}`);
}

async function filesIn(folder: string, name: RegExp): Promise<readonly string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.includes("/node_modules/"));
}

const read = (path: string): Promise<string> => readFile(join(ROOT, path), "utf8");

describe("plain English", () => {
  it("is used in every document", async () => {
    const texts = await Promise.all(DOCUMENTS.map(async (path) => ({ path, text: await read(path) })));
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.flatMap(({ path, text }) => breachesIn(path, text))).toEqual([]);
  });

  it("is used in every sentence that people read", async () => {
    const texts = await Promise.all(
      (await filesIn("src/text", /\.ts$/)).map(async (path) => ({ path, text: await read(path) })),
    );
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.flatMap(({ path, text }) => breachesIn(path, text))).toEqual([]);
  });

  it("speaks of Easel in the third person, in both languages", async () => {
    const texts = await Promise.all(
      (await filesIn("src/text", /\.ts$/)).map(async (path) => ({ path, text: await read(path) })),
    );
    expect(texts.flatMap(({ path, text }) => breachesIn(path, text, 1, VOICE))).toEqual([]);
    expect(breachesIn("a.ts", '"The gateway refused our key."\n"我们的密钥"', 1, VOICE)).toEqual([
      "a.ts:1 has “our”: write “Easel”",
      "a.ts:2 has “我们”: write “Easel”",
    ]);
  });

  it.each(CHECKED)("is used in every comment below %s", async (folder) => {
    const files = await filesIn(folder, /\.tsx?$/);
    expect(files.length).toBeGreaterThan(3);
    const found = await Promise.all(files.map(async (path) => breachesInComments(path, await read(path))));
    expect(found.flat()).toEqual([]);
  });

  it.each(CHECKED_TESTS)("is used in every comment and test name below %s", async (folder) => {
    const files = await filesIn(folder, /\.tsx?$/);
    expect(files).not.toEqual([]);
    const texts = await Promise.all(files.map(async (path) => ({ path, text: await read(path) })));
    expect(
      texts.flatMap(({ path, text }) => [...breachesInComments(path, text), ...breachesInTestNames(path, text)]),
    ).toEqual([]);
  });

  it("is checked: a breach names its line, the phrase and what to write instead", () => {
    expect(breachesIn("a.md", "fine\nWhoever reads this, reads anew.")).toEqual([
      "a.md:2 has “Whoever”: write “anyone who”, or the person’s role",
      "a.md:2 has “anew”: write “again”",
    ]);
    expect(breachesInComments("a.ts", 'const anew = "anew";\n\n/**\n * Tries it anew.\n */\n')).toEqual([
      "a.ts:4 has “anew”: write “again”",
    ]);
    expect(breachesInTestNames("a.ts", 'const anew = "anew";\nit.each([1])("tries %i anew", () => {});\n')).toEqual([
      "a.ts:2 has “anew”: write “again”",
    ]);
    expect(CHECKED).toContain("src/core");
    expect(CHECKED_TESTS).toEqual(expect.arrayContaining(["test/bench", "test/flow/slack", "test/unit/core"]));
    expect(PHRASES.every(({ avoid }) => !avoid.global)).toBe(true);
  });
});
