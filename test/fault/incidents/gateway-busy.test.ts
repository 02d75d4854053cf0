import { afterAll, expect, it } from "vitest";
import { createSums } from "../../support/fault/fault-sums.ts";
import { openIncident } from "../../support/fault/incident.ts";
import { until } from "../../support/process/processes.ts";

const EVERY_MS = 30_000;
const HOUR_MS = 3_600_000;
const sums = createSums();

afterAll(() => sums.report("incident: gateway busy"));

it("the gateway answers 429 for long: the alert fires, the doctor counts waiting jobs, and everything is made in the end", async () => {
  const incident = await openIncident("Gateway busy", sums);
  const { world } = incident;
  /** Ages the waiting jobs by one evaluation of the alert, and waits until each due job has been refused again or made. */
  const wait = async (): Promise<void> => {
    await world.age(EVERY_MS);
    await until(async () => {
      const due = await world.sql`
        select from jobs where state = 'submitting' or (state = 'waiting' and not_before <= now()) limit 1`;
      return due.length === 0;
    });
  };
  try {
    await incident.start();
    await incident.isCalm();
    await world.fault({
      match: { method: "POST", path: "/api/v1/images/*" },
      action: { type: "status", status: 429, code: "rate_limit_exceeded" },
      times: 100_000,
    });
    for (let index = 0; index < 5; index++) await incident.ask("image", `while the gateway is busy ${index}`, 4);
    await incident.strikes(HOUR_MS, { everyMs: EVERY_MS, meanwhile: wait });
    await world.clearFaults();
    const ledger = await incident.isOver(HOUR_MS, { everyMs: EVERY_MS, meanwhile: wait });
    expect(ledger.made).toBe(20);
  } finally {
    await incident.close();
  }
});
