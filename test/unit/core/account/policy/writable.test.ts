import { describe, expect, it } from "vitest";
import { StoredSettings } from "../../../../../src/core/account/policy/policy.ts";
import { isOverfull, writableSettings } from "../../../../../src/core/account/policy/writable.ts";
import { MAX_COUNT, MAX_POLICY_SUBJECTS } from "../../../../../src/lib/limits.ts";

const people = (count: number): string[] => Array.from({ length: count }, (_, index) => `account:${index}`);

describe("settings to be written", () => {
  it("are within their bounds", () => {
    expect(writableSettings({ maxCount: 2, blocked: people(2) }, {})).toEqual({ maxCount: 2, blocked: people(2) });
    expect(() => writableSettings({ maxCount: MAX_COUNT + 1 }, {})).toThrow("too_big");
    expect(() => writableSettings({ blocked: people(MAX_POLICY_SUBJECTS + 1) }, {})).toThrow("too_big");
    expect(() => writableSettings({ blocked: [""] }, { blocked: people(1) })).toThrow("too_small");
    expect(() => writableSettings({ blocked: [""] }, { blocked: people(2) })).toThrow("too_small");
  });

  it("may keep a value that is beyond its bound, and shorten a list", () => {
    const before = { maxCount: MAX_COUNT + 1, blocked: people(MAX_POLICY_SUBJECTS + 5) };
    expect(StoredSettings.parse(before)).toEqual(before);
    expect(writableSettings({ ...before, maxSeconds: 3 }, before)).toEqual({ ...before, maxSeconds: 3 });
    const shorter = { ...before, blocked: people(MAX_POLICY_SUBJECTS + 4) };
    expect(writableSettings(shorter, before)).toEqual(shorter);
    expect(() => writableSettings({ ...before, blocked: people(MAX_POLICY_SUBJECTS + 6) }, before)).toThrow("too_big");
    const replaced = [...people(MAX_POLICY_SUBJECTS + 4), "account:another"];
    expect(() => writableSettings({ ...before, blocked: replaced }, before)).toThrow("too_big");
  });
});

it("combined lists are too long if they are beyond the bound and longer than each alone", () => {
  const full = { blocked: people(MAX_POLICY_SUBJECTS) };
  const over = { blocked: people(MAX_POLICY_SUBJECTS + 1) };
  expect(isOverfull(full, [{}])).toBe(false);
  expect(isOverfull(over, [over, {}])).toBe(false);
  expect(isOverfull(over, [full, { blocked: ["account:x"] }])).toBe(true);
});
