import { expect, it } from "vitest";
import { parseRange } from "../../../../src/lib/http/byte-range.ts";

it.each([
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=2-5", { start: 2, end: 5 }],
  ["bytes=90-", { start: 90, end: 99 }],
  ["bytes=90-500", { start: 90, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-2", undefined],
  ["bytes=-", undefined],
  ["bytes=0-1,4-5", undefined],
  ["chars=0-1", undefined],
  [undefined, undefined],
])("reads the range %s of 100 bytes", (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});
