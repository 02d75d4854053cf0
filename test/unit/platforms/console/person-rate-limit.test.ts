import { describe, expect, it } from "vitest";
import {
  createPersonRateLimit,
  type PersonRateLimit,
} from "../../../../src/platforms/console/people/person-rate-limit.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

/** Whether an action is within the limit, and counted. */
function acts(pace: PersonRateLimit, key: string, characters = 0, person: "member" | "admin" = "member"): boolean {
  return pace.act(person, key, characters) !== undefined;
}

describe("a person's limit", () => {
  it("is a thousand actions in a minute", () => {
    const clock = createManualClock();
    const pace = createPersonRateLimit(clock);
    for (let n = 0; n < 1_000; n += 1) expect(acts(pace, `press:${n}`)).toBe(true);
    expect(acts(pace, "press:more")).toBe(false);
    expect(acts(pace, "press:more", 0, "admin")).toBe(true);
    clock.advance(59_999);
    expect(acts(pace, "press:more")).toBe(false);
    clock.advance(1);
    expect(acts(pace, "press:more")).toBe(true);
  });

  it("is a million characters, including answers", () => {
    const pace = createPersonRateLimit(createManualClock());
    for (let n = 0; n < 24; n += 1) expect(pace.answer("member", `answer:${n}`, 40_000)).toBe(true);
    expect(acts(pace, "message:1", 40_000)).toBe(true);
    expect(pace.answer("member", "answer:more", 1)).toBe(false);
    expect(acts(pace, "message:2", 1)).toBe(false);
    expect(acts(pace, "press:1")).toBe(true);
  });

  it("is three thousand look-ups, which don't count as actions", () => {
    const clock = createManualClock();
    const pace = createPersonRateLimit(clock);
    for (let n = 0; n < 3_000; n += 1) expect(pace.look("member")).toBe(true);
    expect(pace.look("member")).toBe(false);
    expect(pace.look("admin")).toBe(true);
    expect(acts(pace, "press:1")).toBe(true);
    clock.advance(60_000);
    expect(pace.look("member")).toBe(true);
  });

  it("doesn't count answers as actions", () => {
    const pace = createPersonRateLimit(createManualClock(), { actions: 1, characters: 100 });
    expect(pace.answer("member", "answer:1", 1)).toBe(true);
    expect(acts(pace, "press:1")).toBe(true);
    expect(pace.answer("member", "answer:2", 1)).toBe(true);
    expect(acts(pace, "press:2")).toBe(false);
  });

  it("counts an action again under the same key", () => {
    const pace = createPersonRateLimit(createManualClock(), { actions: 2, characters: 100 });
    expect(acts(pace, "form:1", 40)).toBe(true);
    expect(acts(pace, "form:1", 61)).toBe(false);
    expect(acts(pace, "form:1", 60)).toBe(true);
    expect(acts(pace, "form:1")).toBe(false);
  });

  it("counts only the additional length of an answer under the same key", () => {
    const pace = createPersonRateLimit(createManualClock(), { actions: 0, characters: 100 });
    const answer = (characters: number): boolean => pace.answer("member", "answer:1", characters);
    expect([60, 60, 101, 100, 10].map(answer)).toEqual([true, true, false, true, true]);
    expect(pace.answer("member", "answer:2", 1)).toBe(false);
  });

  it("allows one repeat of an action that was not accepted, and counts its additional length", () => {
    const pace = createPersonRateLimit(createManualClock(), { actions: 1, characters: 100 });
    const repeat = (characters: number) => pace.act("member", "message:1", characters);
    repeat(60)?.notTaken();
    expect(acts(pace, "message:2")).toBe(false);
    expect(repeat(101)).toBeUndefined();
    repeat(100)?.notTaken();
    expect(pace.answer("member", "answer:1", 1)).toBe(false);
    expect(repeat(10)).toBeDefined();
    expect(repeat(10)).toBeUndefined();
  });
});
