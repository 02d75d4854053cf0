import { describe, expect, it } from "vitest";
import { createReplyPriority, GIVE_WAY_MS } from "../../../src/lib/reply-priority.ts";
import { createSteppedClock, settled } from "../../support/fault/stepped-clock.ts";

function setUp() {
  const clock = createSteppedClock();
  const replyPriority = createReplyPriority(clock);
  const passed: number[] = [];
  /** Passes a piece of a file as soon as it is allowed to. */
  const pass = (piece: number): void => {
    const way = replyPriority.give();
    if (way) void way.then(() => passed.push(piece));
    else passed.push(piece);
  };
  return { clock, replyPriority, passed, pass };
}

describe("reply priority", () => {
  it("delays nothing while no person waits", () => {
    const { passed, pass } = setUp();
    pass(1);
    expect(passed).toEqual([1]);
  });

  it("lets chunks pass when the last waiting person has an answer, and leaves no timers", async () => {
    const { clock, replyPriority, passed, pass } = setUp();
    const [one, other] = [replyPriority.take(), replyPriority.take()];
    pass(1);
    one();
    pass(2);
    await settled();
    expect(passed).toEqual([]);
    other();
    await settled();
    pass(3);
    expect(passed).toEqual([1, 2, 3]);
    expect(clock.sleepers()).toBe(0);
  });

  it("lets chunks pass after a moment, however long a person waits and whatever else arrives", async () => {
    const { clock, replyPriority, passed, pass } = setUp();
    const slow = replyPriority.take();
    pass(1);
    await clock.pass(GIVE_WAY_MS - 1);
    expect(passed).toEqual([]);
    await clock.pass(1);
    pass(2);
    expect(passed).toEqual([1, 2]);
    await clock.pass(GIVE_WAY_MS);
    replyPriority.take();
    slow();
    pass(3);
    await settled();
    expect(passed).toEqual([1, 2]);
  });

  it("gives files as much time as they yield, however many requests follow each other", async () => {
    const { clock, replyPriority, passed, pass } = setUp();
    const first = replyPriority.take();
    await clock.pass(4);
    first();
    await clock.pass(3);
    const second = replyPriority.take();
    pass(1);
    second();
    await clock.pass(1);
    replyPriority.take();
    pass(2);
    await settled();
    expect(passed).toEqual([1]);
  });
});
