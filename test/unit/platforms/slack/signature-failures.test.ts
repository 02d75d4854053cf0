import { pino } from "pino";
import { expect, it } from "vitest";
import { createSignatureFailures } from "../../../../src/platforms/slack/receive/signature-failures.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

it("counts every unsigned request; logs the first immediately and the others together, at most a line a minute", () => {
  const lines: unknown[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => lines.push(JSON.parse(line).requests) });
  const clock = createManualClock();
  const unsigned = createSignatureFailures({ clock, log });
  unsigned.count();
  expect(lines).toEqual([1]);
  for (let n = 0; n < 500; n += 1) unsigned.count();
  clock.advance(59_000);
  expect(lines).toEqual([1]);
  clock.advance(1_000);
  expect(lines).toEqual([1, 500]);
  clock.advance(60_000);
  unsigned.count();
  expect(lines).toEqual([1, 500, 1]);
  unsigned.count();
  unsigned.stop();
  expect(lines).toEqual([1, 500, 1, 1]);
  expect([unsigned.total(), clock.sleepers()]).toEqual([503, 0]);
});
