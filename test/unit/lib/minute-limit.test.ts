import { expect, it } from "vitest";
import { createMemberLimit, createMinuteLimit } from "../../../src/lib/minute-limit.ts";
import { createManualClock } from "../../support/manual-clock.ts";

it("allows each key its number in a minute, which begins with the first", () => {
  const clock = createManualClock();
  const allows = createMinuteLimit(clock, 2);
  expect([allows("max"), allows("max"), allows("max")]).toEqual([true, true, false]);
  expect(allows("ada")).toBe(true);
  clock.advance(59_999);
  expect(allows("max")).toBe(false);
  clock.advance(1);
  expect([allows("max"), allows("max"), allows("max")]).toEqual([true, true, false]);
});

it("forgets the oldest of very many keys", () => {
  const allows = createMinuteLimit(createManualClock(), 1);
  for (let n = 0; n < 10_000; n += 1) expect(allows(`U${n}`)).toBe(true);
  expect(allows("U0")).toBe(false);
  expect(allows("UNEW")).toBe(true);
  expect(allows("U9999")).toBe(false);
  expect(allows("U0")).toBe(true);
});

it("limits each member, and the members of a workspace together", () => {
  const clock = createManualClock();
  const allows = createMemberLimit(clock, { member: 2, workspace: 3 });
  // Refusals of one member don't count towards the others' limit.
  expect(Array.from({ length: 5 }, () => allows("T1", "max"))).toEqual([true, true, false, false, false]);
  expect([allows("T1", "ada"), allows("T1", "ada")]).toEqual([true, false]);
  expect(allows("T2", "ada")).toBe(true);
  clock.advance(60_000);
  expect(allows("T1", "max")).toBe(true);
});
