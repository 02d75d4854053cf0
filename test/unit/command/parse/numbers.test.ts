import { expect, it } from "vitest";
import { pickNumbered } from "../../../../src/command/parse/numbers.ts";
import type { Source } from "../../../../src/command/files/sources.ts";

const source = (number: number): Source => ({
  number,
  kind: "image",
  file: { source: `s${number}`, name: `${number}.png`, mimeType: "image/png", bytes: 1 },
});

function picked(text: string, numbers: readonly number[] = [1, 2, 3]) {
  const outcome = pickNumbered(text, numbers.map(source));
  return outcome.kind === "chosen" ? [outcome.text, ...outcome.sources.map((one) => one.number)] : outcome.kind;
}

it.each([
  ["#2 make it blue", ["make it blue", 2]],
  ["＃2，改成蓝色", ["改成蓝色", 2]],
  ["make it blue #2", ["make it blue", 2]],
  ["make it red, then blue #2 ", ["make it red, then blue", 2]],
  ["make it red, then blue, #2", ["make it red, then blue", 2]],
  ["#3 #1 put them together", ["put them together", 3, 1]],
  ["put them together #3, #1", ["put them together", 3, 1]],
  ["put them together: #3 #12 #1", "no_such"],
  ["put the hat of #3 on #1 now", ["put the hat of image 1 on image 2 now", 3, 1]],
  ["#2 and the hat of #2 too", ["and the hat of image 1 too", 2]],
  ["make it #2222ff and #a1", "which"],
  ["make it blue", "which"],
  ["#7 make it blue", "no_such"],
])("of several pictures, %j means %j", (text, outcome) => {
  expect(picked(text)).toEqual(outcome);
});

it.each([
  ["make it blue", ["make it blue", 1]],
  ["#1 make it blue", ["make it blue", 1]],
  ["a poster for party No. 2", ["a poster for party No. 2", 1]],
  ["make it #2222ff", ["make it #2222ff", 1]],
  ["#2 make it blue", "no_such"],
  ["make it blue #2", "no_such"],
  ["put #1 beside #2", "no_such"],
])("of one picture, %j means %j", (text, outcome) => {
  expect(picked(text, [1])).toEqual(outcome);
});

it("failed pictures have no number, and the others keep theirs", () => {
  expect(picked("#3 brighter", [1, 3])).toEqual(["brighter", 3]);
  expect(picked("#2 brighter", [1, 3])).toBe("no_such");
  expect(picked("#3 brighter", [3])).toEqual(["brighter", 3]);
  expect(picked("#1 brighter", [3])).toBe("no_such");
});
