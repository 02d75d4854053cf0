import { describe, expect, it } from "vitest";
import { createLogTally, FOREIGN, START_FAILED } from "../../soak/log-tally.ts";

const line = (level: string, msg: string, more: object = {}): string =>
  JSON.stringify({ level, msg, role: "worker", ...more });

describe("lines of the log", () => {
  it("are counted by level, role and text, the most frequent first", () => {
    const tally = createLogTally([]);
    tally.add(line("info", "job", { job: 1 }));
    tally.add(line("warn", "job"));
    tally.add(line("info", "job", { job: 2 }));
    tally.add(line("info", "job", { role: "chat" }));
    expect(tally.counts()).toEqual([
      { level: "info", role: "worker", text: "job", count: 2 },
      { level: "warn", role: "worker", text: "job", count: 1 },
      { level: "info", role: "chat", text: "job", count: 1 },
    ]);
  });

  it("from elsewhere are counted without their numbers, and empty ones are not counted", () => {
    const tally = createLogTally([]);
    for (const text of ["(node:12) a warning", "(node:345) a warning", " ", "null", '{"level":"info"}'])
      tally.add(text);
    expect(tally.counts()).toEqual([
      { level: FOREIGN, role: "", text: "(node:N) a warning", count: 2 },
      { level: FOREIGN, role: "", text: "null", count: 1 },
      { level: FOREIGN, role: "", text: '{"level":"info"}', count: 1 },
    ]);
  });

  it("of a failed start are counted separately", () => {
    const tally = createLogTally([]);
    tally.add("Easel can't start. DATABASE_URL: nothing listens there");
    expect(tally.counts()).toMatchObject([{ level: START_FAILED, count: 1 }]);
  });

  it("that hold a secret are counted", () => {
    const tally = createLogTally(["hunter2", "sk-1"]);
    tally.add(line("info", "job", { url: "http://x:hunter2@y" }));
    tally.add("Error: sk-1");
    tally.add(line("info", "job"));
    expect(tally.leaks()).toBe(2);
  });
});
