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

describe("files have at most 300 lines", () => {
  it("in the program and its tests", () => {
    expect(filesAreShort(everything)).toEqual([]);
  });

  it("reports a file with one line more", () => {
    expect(filesAreShort([readModule("src/a.ts", "// line\n".repeat(300))])).toEqual([]);
    expect(filesAreShort([readModule("src/a.ts", "// line\n".repeat(301))])).toEqual([
      "src/a.ts has 301 lines, more than 300: it has two subjects",
    ]);
  });
});

describe("folders have at most 25 files", () => {
  it("of all types, in the whole repository", async () => {
    const files = await listFiles([".ci", "commands", "docs", "migrations", "monitoring", "scripts", "src", "test"]);
    expect(files).toContain("src/db/functions/revision.json");
    expect(foldersAreSmall(files)).toEqual([]);
  });

  it("reports a folder with one file more", () => {
    const files = Array.from({ length: 26 }, (_, index) => `src/a/${index}.css`);
    expect(foldersAreSmall(files.slice(1))).toEqual([]);
    expect(foldersAreSmall(files)).toEqual(["src/a holds 26 files, more than 25: split it by subject"]);
  });

  it("reports an exception that no folder needs", () => {
    expect(foldersAreSmall(["migrations/0000_baseline.sql"])).toEqual(["the exception for migrations is not needed"]);
  });
});

describe("exports have names", () => {
  it("in the program and its tests", () => {
    expect(exportsHaveNames(everything)).toEqual([]);
  });

  it.each(["export default 1;", "const a = 1; export { a as default };", 'export { default } from "./a.ts";'])(
    "reports %s",
    (text) => {
      expect(exportsHaveNames([readModule("src/a.ts", text)])).toHaveLength(1);
    },
  );
});

describe("types can be stripped", () => {
  it("in the program and its tests", () => {
    expect(typesCanBeStripped(everything)).toEqual([]);
  });

  it.each([
    ["an enum in line 2", "\nexport enum A { B }"],
    ["an enum in line 1", "const enum A { B }"],
    ["a namespace in line 1", "namespace A { export const b = 1; }"],
    ["a parameter property in line 1", "class A { constructor(private readonly b: number) {} }"],
  ])("reports %s", (what, text) => {
    expect(typesCanBeStripped([readModule("src/a.ts", text)])).toEqual([`src/a.ts has ${what}`]);
  });

  it("allows adding to the types of another package", () => {
    const text = 'declare module "vitest" { interface ProvidedContext { a: string } }';
    expect(typesCanBeStripped([readModule("src/a.ts", text)])).toEqual([]);
  });
});

describe("no comment switches a check off", () => {
  it("in the program and its tests", () => {
    expect(checksAreNotSwitchedOff(everything)).toEqual([]);
  });

  it.each(["eslint-disable", "oxlint-disable", "oxfmt-ignore", "@ts-ignore", "@ts-expect-error"])(
    "reports %s",
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
  ])("reports %s", (text) => {
    expect(environmentIsReadOnce([readModule("src/sandbox/main.ts", text)])).toHaveLength(1);
    expect(environmentIsReadOnce([readModule("src/config/config.ts", text)])).toEqual([]);
  });

  it("ignores comments, strings and the rest of `process`", () => {
    const text = '// process.env\nconst text = "process.env"; const id = process.pid;';
    expect(environmentIsReadOnce([readModule("src/worker/lease.ts", text)])).toEqual([]);
  });
});
