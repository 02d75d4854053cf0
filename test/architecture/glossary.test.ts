import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

/** A term of the glossary, with the exports that it names and their files. */
interface Term {
  readonly term: string;
  readonly places: string;
  readonly symbols: readonly { readonly name: string; readonly file: string }[];
}

/** The rows of the glossary's tables, without the headings. */
function termsIn(text: string): readonly Term[] {
  const rows = text
    .split("\n")
    .filter((line) => /^\| [A-Z]/.test(line) && !line.startsWith("| Term "))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return rows.map(([, term = "", , places = ""]) => ({
    term,
    places,
    symbols: [...places.matchAll(/`(\w+)` in `([^`]+)`/g)].map(([, name = "", file = ""]) => ({ name, file })),
  }));
}

/** Whether a file with this text exports the name. */
function isExported(name: string, text: string): boolean {
  return new RegExp(`^export (?:async )?(?:const|function|interface|type|class) ${name}\\b`, "m").test(text);
}

const terms = termsIn(await read("docs/glossary.md"));

describe("the glossary", () => {
  it("is not empty", () => {
    expect(terms.map(({ term }) => term)).toEqual(expect.arrayContaining(["Batch", "Slot", "Notice"]));
    expect(terms.flatMap(({ symbols }) => symbols).length).toBeGreaterThan(40);
  });

  it("explains each term once", () => {
    const names = terms.flatMap(({ term }) => term.split(", "));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it.each(terms)("says where to find “$term”", async ({ places, symbols }) => {
    expect(places).toMatch(/`(?:src|commands)\//);
    for (const { name, file } of symbols) expect(isExported(name, await read(file)), `${name} in ${file}`).toBe(true);
  });

  it("distinguishes exports from mentions", () => {
    expect(isExported("Batch", "import type { Batch } from './x.ts';\n// export interface Batches")).toBe(false);
    expect(isExported("Batch", "export interface Batch {")).toBe(true);
  });
});
