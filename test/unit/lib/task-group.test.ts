import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { createLog } from "../../../src/lib/log/log.ts";
import { createTaskGroup } from "../../../src/lib/task-group.ts";

function setUp() {
  const lines: string[] = [];
  const stop = new AbortController();
  const log = createLog(
    "info",
    new Writable({
      write(line: Buffer, _encoding, done) {
        lines.push(line.toString());
        done();
      },
    }),
  );
  return { tasks: createTaskGroup(log, stop.signal), lines, stop };
}

it("reports when a task has ended, however it ended, and logs its error", async () => {
  const { tasks, lines } = setUp();
  const over: string[] = [];
  tasks.start(
    "good",
    async () => {},
    () => over.push("good"),
  );
  tasks.start(
    "bad",
    () => Promise.reject(new Error("it broke")),
    () => over.push("bad"),
  );
  await tasks.settled();
  expect(over.toSorted()).toEqual(["bad", "good"]);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ msg: "task failed", task: "bad" }]);
});

it("logs no error of a task that was told to stop", async () => {
  const { tasks, lines, stop } = setUp();
  const { promise, reject } = Promise.withResolvers<void>();
  tasks.start("stopped", () => promise);
  stop.abort(new Error("stopping"));
  reject(new Error("stopping"));
  await tasks.settled();
  expect(lines).toEqual([]);
});

it("waits for tasks that other tasks start while it waits", async () => {
  const { tasks } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isOver = false;
  tasks.start("first", async () => {
    tasks.start(
      "second",
      () => promise,
      () => (isOver = true),
    );
  });
  const settled = tasks.settled();
  resolve();
  await settled;
  expect(isOver).toBe(true);
});
