import fc from "fast-check";
import { expect, it } from "vitest";
import { csvOf } from "../../../src/lib/csv.ts";

const linesOf = (csv: string): string[] => csv.slice(1).split("\r\n");

it("begins with a UTF-8 mark, and ends every line as the format requires", () => {
  expect(csvOf(["a", "b"], [["猫", 2]])).toBe("\uFEFFa,b\r\n猫,2\r\n");
});

it.each([
  ["a, b", '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["plain", "plain"],
  ["", ""],
])("writes %j so that it is one field", (value, field) => {
  expect(linesOf(csvOf(["h"], [[value]]))[1]).toBe(field);
});

it.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  " =1+1",
  "\u00a0@SUM(A1)",
  "＝1+1",
  "\n=1",
  '=HYPERLINK("http://x","y")',
])("keeps %j from becoming a formula in a spreadsheet", (value) => {
  expect(linesOf(csvOf(["h"], [[value]])).join("\r\n")).toMatch(/^h\r\n"?'/);
});

it("writes numbers unchanged, including negative ones", () => {
  expect(linesOf(csvOf(["h"], [[-5]]))[1]).toBe("-5");
});

it("never begins a field with a formula", () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const written = csvOf(["h"], [[value]])
        .slice("\uFEFFh\r\n".length, -"\r\n".length)
        .replace(/^"/, "");
      expect(written).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u);
    }),
  );
});
