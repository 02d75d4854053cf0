import { expect, it } from "vitest";
import { createMonthReports } from "../../../../src/worker/background/report-months.ts";
import { createLog } from "../../../../src/lib/log/log.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

it("checks every ten minutes whether a month has ended, even after an error, until it is stopped", async () => {
  const lines: unknown[] = [];
  const clock = createManualClock();
  const stop = new AbortController();
  const given: unknown[] = [];
  const textOf = (): string => "a report";
  const reports = createMonthReports({
    store: {
      async report(text) {
        given.push(text);
        if (given.length === 1) throw new Error("the database is away");
      },
    },
    textOf,
    clock,
    log: createLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) }, { clock }),
  });
  const running = reports.run(stop.signal);
  await expect.poll(() => clock.sleepers()).toBe(1);
  expect(lines).toMatchObject([{ level: "warn", msg: "monthly reports could not be written; trying again" }]);
  clock.advance(599_999);
  expect(given).toHaveLength(1);
  clock.advance(1);
  await expect.poll(() => given).toEqual([textOf, textOf]);
  stop.abort();
  await running.catch(() => {});
});
