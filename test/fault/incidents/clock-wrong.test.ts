import { afterAll, expect, it } from "vitest";
import { createSums } from "../../support/fault/fault-sums.ts";
import { openIncident } from "../../support/fault/incident.ts";

const HOUR_MS = 3_600_000;
const sums = createSums();

afterAll(() => sums.report("incident: clock wrong"));

it.each([
  ["forward", HOUR_MS],
  ["back", -HOUR_MS],
])("a clock is set %s: the alert fires, the doctor says so, and jobs are not affected", async (way, ms) => {
  const incident = await openIncident("Clock wrong", sums);
  try {
    const easel = await incident.start();
    await incident.isCalm();
    await incident.ask("image", `under way, and the clock goes ${way} [slow:20]`);
    await easel.setClockWrong(ms);
    await incident.ask("image", `with a clock that was set ${way}`, 2);
    await incident.strikes(HOUR_MS);
    await easel.setClockWrong(0);
    const ledger = await incident.isOver(HOUR_MS);
    expect(ledger.made).toBe(3);
  } finally {
    await incident.close();
  }
});
