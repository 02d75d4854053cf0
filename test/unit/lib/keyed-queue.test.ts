import { expect, it } from "vitest";
import { createKeyedQueue } from "../../../src/lib/serial-queue.ts";

it("runs the tasks of one key one by one, even after one has failed, and those of another key concurrently", async () => {
  const inTurn = createKeyedQueue();
  const steps: string[] = [];
  const first = Promise.withResolvers<void>();
  const tasks = [
    inTurn("a", async () => {
      steps.push("a1");
      await first.promise;
      throw new RangeError("a1 failed");
    }),
    inTurn("a", async () => steps.push("a2")),
    inTurn("b", async () => steps.push("b1")),
  ];
  await tasks[2];
  expect(steps).toEqual(["a1", "b1"]);
  first.resolve();
  expect((await Promise.allSettled(tasks)).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(steps).toEqual(["a1", "b1", "a2"]);
});
