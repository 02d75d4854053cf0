import { expect, it } from "vitest";
import { FOREIGN } from "../../soak/log-tally.ts";
import { soak } from "../../soak/run.ts";

it("a minute with killed workers and restarts loses nothing, duplicates nothing and logs no error", async () => {
  const options = { minutes: 1, channels: 6, report: undefined, note: undefined };
  const { signal } = new AbortController();
  const result = await soak(options, (text) => void process.stdout.write(`soak: ${text}\n`), signal);
  expect(result.sums).toMatchObject({ lost: 0, doubled: 0, silent: 0, wrong: [] });
  expect(result.left).toEqual({ open: 0, notices: 0, unknown: 0 });
  expect(result.kills).toBeGreaterThan(0);
  expect(result.stops.failed).toBe(0);
  expect(new Set(result.acknowledgements.map(({ platform }) => platform))).toEqual(
    new Set(["discord", "slack", "console"]),
  );
  expect(result.sums.pictures).toBeGreaterThan(10);
  expect(result.sums.clips + result.sums.uncertain).toBeGreaterThan(0);
  expect(result.log.leaks).toBe(0);
  expect(result.log.counts.filter(({ level }) => ["error", "fatal", FOREIGN].includes(level))).toEqual([]);
});
