import { afterAll, expect, it } from "vitest";
import { SELF_FENCE_MS } from "../../../src/lib/limits.ts";
import { createSums } from "../../support/fault/fault-sums.ts";
import { pause } from "../../support/fault/fault-world.ts";
import { openIncident } from "../../support/fault/incident.ts";
import { until } from "../../support/process/processes.ts";

const MINUTE_MS = 60_000;
const sums = createSums();

afterAll(() => sums.report("incident: lease flapping"));

it("a process is suspended again and again: the alert fires, the doctor says so, and a better machine ends it", async () => {
  const incident = await openIncident("Lease flapping", sums);
  const { world, alerts } = incident;
  const workers = async (): Promise<string> =>
    JSON.stringify(await world.sql`select id from workers where beat > now() - interval '10 seconds' order by id`);
  try {
    const poor = await incident.start();
    await incident.isCalm();
    await incident.ask("image", "on a poor machine [slow:60]", 2);
    for (let time = 0; time < 3; time++) {
      const before = await workers();
      poor.freeze();
      await poor.frozen();
      await pause(SELF_FENCE_MS + 1_000);
      poor.thaw();
      await until(async () => ![before, "[]"].includes(await workers()));
      await alerts.pass(MINUTE_MS);
    }
    await incident.strikes(MINUTE_MS);
    await poor.kill();
    await incident.start();
    await incident.ask("image", "on a better machine");
    const ledger = await incident.isOver(20 * MINUTE_MS);
    expect(ledger.made).toBe(3);
  } finally {
    await incident.close();
  }
});
