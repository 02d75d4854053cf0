import { expect, it } from "vitest";
import { readSince } from "../../../../src/command/parse/since.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

it.each([
  ["24h", "2026-11-20T12:00:00.000Z"],
  ["7d", "2026-11-14T12:00:00.000Z"],
  ["２ Ｗ", "2026-11-07T12:00:00.000Z"],
  ["2026-11-01", "2026-11-01T00:00:00.000Z"],
])("%s is a time", (given, expected) => {
  expect(readSince(given, NOW)?.toISOString()).toBe(expected);
});

it.each([
  "",
  "yesterday",
  "7",
  "d",
  "99999d",
  "2026-02-30",
  "2026-13-01",
  "-1d",
  "7days",
  "on 2026-11-01",
  "2026-11-01 noon",
  "+010000-01",
])("%j is not a time", (given) => {
  expect(readSince(given, NOW)).toBeUndefined();
});
