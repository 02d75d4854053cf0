import { describe, expect, it } from "vitest";
import { GIVE_WAY_MS } from "../../src/limits.ts";
import { createRightOfWay } from "../../src/right-of-way.ts";
import { createSteppedClock, settled } from "../support/stepped-clock.ts";

function setUp() {
  const clock = createSteppedClock();
  const rightOfWay = createRightOfWay(clock);
  const passed: number[] = [];
  const pass = (piece: number): void => void rightOfWay.give()?.then(() => passed.push(piece));
  return { clock, rightOfWay, passed, pass };
}

describe("the right of way", () => {
  it("holds nobody up while nobody waits", () => {
    const { rightOfWay } = setUp();
    expect(rightOfWay.give()).toBeUndefined();
    rightOfWay.take()();
    expect(rightOfWay.give()).toBeUndefined();
  });

  it("lets pieces go on when the last of those who wait has his answer, and leaves nothing asleep", async () => {
    const { clock, rightOfWay, passed, pass } = setUp();
    const [one, other] = [rightOfWay.take(), rightOfWay.take()];
    pass(1);
    one();
    pass(2);
    await settled();
    expect(passed).toEqual([]);
    other();
    await settled();
    expect(passed).toEqual([1, 2]);
    expect(clock.sleepers()).toBe(0);
  });

  it("is given back once, however often that is said", async () => {
    const { rightOfWay, passed, pass } = setUp();
    const one = rightOfWay.take();
    rightOfWay.take();
    one();
    one();
    pass(1);
    await settled();
    expect(passed).toEqual([]);
  });

  it("holds no piece up for longer than a moment, however long somebody waits", async () => {
    const { clock, rightOfWay, passed, pass } = setUp();
    rightOfWay.take();
    pass(1);
    await clock.pass(GIVE_WAY_MS - 1);
    pass(2);
    expect(passed).toEqual([]);
    await clock.pass(1);
    expect(passed).toEqual([1]);
    await clock.pass(GIVE_WAY_MS);
    expect(passed).toEqual([1, 2]);
  });
});
