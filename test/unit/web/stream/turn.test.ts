import { describe, expect, it } from "vitest";
import { createTurn } from "../../../../src/web/state/stream/turn.ts";

describe("a turn", () => {
  it("does everything that was added together, in order, in the next turn", async () => {
    const turn = createTurn();
    const done: string[] = [];
    const isOver = new Promise<void>((resolve) => {
      turn.add(() => done.push("first"));
      turn.add(() => {
        done.push("second");
        turn.add(resolve);
        done.push("still the second");
      });
    });
    await Promise.resolve();
    expect(done).toEqual([]);
    await isOver;
    expect(done).toEqual(["first", "second", "still the second"]);
    turn.stop();
  });

  it("forgets the rest of a turn when work of that turn stops it", async () => {
    const turn = createTurn();
    const done: string[] = [];
    await new Promise<void>((resolve) => {
      turn.add(() => {
        turn.stop();
        // The other work of this turn would come before that.
        setImmediate(resolve);
      });
      turn.add(() => done.push("too late"));
    });
    expect(done).toEqual([]);
  });

  it("forgets what was not done when it stops", async () => {
    const [stopped, other] = [createTurn(), createTurn()];
    const done: string[] = [];
    stopped.add(() => done.push("too late"));
    stopped.stop();
    await new Promise<void>((resolve) => other.add(resolve));
    other.stop();
    expect(done).toEqual([]);
  });
});
