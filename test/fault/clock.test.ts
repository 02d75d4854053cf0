import { afterAll, expect, it } from "vitest";
import { asking, sayUntilAccepted } from "../support/fault/fault-asking.ts";
import { audit, expectedFiles, settled } from "../support/fault/fault-ledger.ts";
import { createSums, emptyLedger, NOTHING_WRONG } from "../support/fault/fault-sums.ts";
import { openFaultWorld, pause } from "../support/fault/fault-world.ts";

const HOUR_MS = 3_600_000;
/** Longer than the time after which a silent process counts as dead. */
const DEAD_BY_NOW_MS = 20_000;

const sums = createSums();

afterAll(() => sums.report("clocks an hour off in both directions"));

it("clocks that are set an hour forward or back end no job, wait or process early", async () => {
  const world = await openFaultWorld();
  const ledger = emptyLedger();
  try {
    const [one, other] = await Promise.all([world.start(), world.start()]);
    const workers = async (): Promise<string[]> =>
      (await world.sql<{ id: string }[]>`select id from workers order by id`).map(({ id }) => id);
    const before = await workers();
    expect(before).toHaveLength(2);

    const image = "/api/v1/images/generations/jobs";
    // Creates without an answer, which must not count as too old, and results that are temporarily unavailable.
    await world.fault({ match: { method: "POST", path: image }, action: { type: "drop-after" }, times: 6 });
    await world.fault({ match: { method: "GET", path: "*/result" }, action: { type: "drop-before" }, times: 4 });
    const asked = [
      asking("image", "while clocks are wrong [slow:25]", 3),
      asking("image", "quick while clocks are wrong", 3),
      asking("video", "clip while clocks are wrong [slow:30]"),
    ];
    await Promise.all(asked.map((ask, index) => sayUntilAccepted(ask, () => (index === 0 ? one : other))));
    await one.setClockWrong(HOUR_MS);
    await other.setClockWrong(-HOUR_MS);
    await pause(DEAD_BY_NOW_MS);
    await one.setClockWrong(-HOUR_MS);
    await other.setClockWrong(HOUR_MS);
    asked.push(asking("image", "set back", 2), asking("video", "clip set back"));
    await Promise.all(asked.slice(3).map((ask) => sayUntilAccepted(ask, () => one)));
    await pause(DEAD_BY_NOW_MS);
    expect(await workers()).toEqual(before);
    expect(await world.sql`select id from jobs where overdue or state in ('unknown', 'failed', 'expired')`).toEqual([]);

    // A clock that was set back must not keep a process from taking over a dead one's jobs.
    asked.push(asking("image", "left by the dead [slow:25]", 3));
    await sayUntilAccepted(asked[5] ?? asking("image", ""), () => other);
    await one.setClockWrong(-2 * HOUR_MS);
    await other.kill();
    expect(await settled(world, 60_000)).toEqual([]);
    expect(await audit(world, asked, ledger)).toEqual([]);
    expect(ledger).toMatchObject(NOTHING_WRONG);
    expect(ledger.made).toBe(expectedFiles(asked));
  } finally {
    sums.add(ledger);
    await world.close();
  }
});
