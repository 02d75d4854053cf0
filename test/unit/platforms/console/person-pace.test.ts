import { describe, expect, it } from "vitest";
import { createPersonPace } from "../../../../src/platforms/console/people/person-pace.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

describe("the pace of a person", () => {
  it("is a thousand actions in a minute", () => {
    const clock = createManualClock();
    const pace = createPersonPace(clock);
    for (let n = 0; n < 1_000; n += 1) expect(pace.act("member", `press:${n}`, 0)).toBe(true);
    expect(pace.act("member", "press:more", 0)).toBe(false);
    expect(pace.act("admin", "press:more", 0)).toBe(true);
    clock.advance(59_999);
    expect(pace.act("member", "press:more", 0)).toBe(false);
    clock.advance(1);
    expect(pace.act("member", "press:more", 0)).toBe(true);
  });

  it("is a million characters, with the answers", () => {
    const pace = createPersonPace(createManualClock());
    for (let n = 0; n < 24; n += 1) expect(pace.answer("member", `answer:${n}`, 40_000)).toBe(true);
    expect(pace.act("member", "message:1", 40_000)).toBe(true);
    expect(pace.answer("member", "answer:more", 1)).toBe(false);
    expect(pace.act("member", "message:2", 1)).toBe(false);
    expect(pace.act("member", "press:1", 0)).toBe(true);
  });

  it("counts answers as no actions", () => {
    const pace = createPersonPace(createManualClock(), { actions: 1, characters: 100 });
    expect(pace.answer("member", "answer:1", 1)).toBe(true);
    expect(pace.act("member", "press:1", 0)).toBe(true);
    expect(pace.answer("member", "answer:2", 1)).toBe(true);
    expect(pace.act("member", "press:2", 0)).toBe(false);
  });

  it("takes what is repeated, and counts only what a repeat is longer by", () => {
    const pace = createPersonPace(createManualClock(), { actions: 1, characters: 100 });
    expect(pace.act("member", "message:1", 60)).toBe(true);
    expect(pace.act("member", "message:1", 60)).toBe(true);
    expect(pace.act("member", "message:1", 101)).toBe(false);
    expect(pace.act("member", "message:1", 100)).toBe(true);
    expect(pace.act("member", "message:1", 10)).toBe(true);
    expect(pace.answer("member", "answer:1", 1)).toBe(false);
  });
});
