import { describe, expect, it } from "vitest";
import {
  checksAreNotSwitchedOff,
  environmentIsReadOnce,
  exportsHaveNames,
  filesAreShort,
  foldersAreSmall,
  typesCanBeStripped,
} from "./form.ts";
import { readModule } from "./module.ts";
import { listFiles, readTree } from "./tree.ts";

const program = await readTree(["src", "commands"]);
const tests = await readTree(["test"]);
const everything = [...program, ...tests];

it("covers the program and its tests", () => {
  expect(program.length).toBeGreaterThan(100);
  expect(tests.map(({ path }) => path)).toContain("test/architecture/form.test.ts");
});

describe("files have 300 lines at most", () => {
  it("everywhere", () => {
    expect(filesAreShort(everything)).toEqual([]);
  });

  it("so that one more is a breach", () => {
    expect(filesAreShort([readModule("src/a.ts", "// line\n".repeat(300))])).toEqual([]);
    expect(filesAreShort([readModule("src/a.ts", "// line\n".repeat(301))])).toEqual([
      "src/a.ts has 301 lines, more than 300: it has two subjects",
    ]);
  });
});

describe("folders have 25 files at most", () => {
  it("of every type, everywhere", async () => {
    const files = await listFiles([".ci", "commands", "docs", "migrations", "monitoring", "scripts", "src", "test"]);
    expect(files).toContain("src/db/functions/revision.json");
    expect(foldersAreSmall(files)).toEqual([]);
  });

  it("so that one more is a breach", () => {
    const files = Array.from({ length: 26 }, (_, index) => `src/a/${index}.css`);
    expect(foldersAreSmall(files.slice(1))).toEqual([]);
    expect(foldersAreSmall(files)).toEqual(["src/a holds 26 files, more than 25: split it by subject"]);
  });

  it("and an exception that no folder needs is a breach", () => {
    expect(foldersAreSmall(["migrations/0000_baseline.sql"])).toEqual(["the exception for migrations is not needed"]);
  });
});

describe("exports have names", () => {
  it("everywhere", () => {
    expect(exportsHaveNames(everything)).toEqual([]);
  });

  it.each(["export default 1;", "const a = 1; export { a as default };", 'export { default } from "./a.ts";'])(
    "so that this is a breach: %s",
    (text) => {
      expect(exportsHaveNames([readModule("src/a.ts", text)])).toHaveLength(1);
    },
  );
});

describe("types can be stripped", () => {
  it("everywhere", () => {
    expect(typesCanBeStripped(everything)).toEqual([]);
  });

  it.each([
    ["an enum in line 2", "\nexport enum A { B }"],
    ["an enum in line 1", "const enum A { B }"],
    ["a namespace in line 1", "namespace A { export const b = 1; }"],
    ["a parameter property in line 1", "class A { constructor(private readonly b: number) {} }"],
  ])("so that %s is a breach", (what, text) => {
    expect(typesCanBeStripped([readModule("src/a.ts", text)])).toEqual([`src/a.ts has ${what}`]);
  });

  it("and another package's types may be added to", () => {
    const text = 'declare module "vitest" { interface ProvidedContext { a: string } }';
    expect(typesCanBeStripped([readModule("src/a.ts", text)])).toEqual([]);
  });
});

describe("no check is switched off by a comment", () => {
  it("anywhere", () => {
    expect(checksAreNotSwitchedOff(everything)).toEqual([]);
  });

  it.each(["eslint-disable", "oxlint-disable", "oxfmt-ignore", "@ts-ignore", "@ts-expect-error"])(
    "like %s",
    (excuse) => {
      const text = `const a = "${excuse}";\n// ${excuse} because\n`;
      expect(checksAreNotSwitchedOff([readModule("src/a.ts", text)])).toEqual([`src/a.ts has ${excuse} in line 2`]);
    },
  );
});

describe("only src/config/config.ts reads the environment", () => {
  it("in the whole program", () => {
    expect(environmentIsReadOnce(program)).toEqual([]);
  });

  it.each([
    "const port = process.env.PORT;",
    'const port = process["env"]["PORT"];',
    "const { env } = process;",
    'import { env } from "node:process";',
    'import process from "process";',
  ])("so that this is a breach: %s", (text) => {
    expect(environmentIsReadOnce([readModule("src/sandbox/main.ts", text)])).toHaveLength(1);
    expect(environmentIsReadOnce([readModule("src/config/config.ts", text)])).toEqual([]);
  });

  it("not in a comment, and not in the rest of the process", () => {
    const text = '// process.env\nconst text = "process.env"; const id = process.pid;';
    expect(environmentIsReadOnce([readModule("src/worker/lease.ts", text)])).toEqual([]);
  });
});
