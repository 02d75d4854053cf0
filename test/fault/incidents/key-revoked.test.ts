import { afterAll, expect, it } from "vitest";
import { createSums } from "../../support/fault/fault-sums.ts";
import { openIncident } from "../../support/fault/incident.ts";

const sums = createSums();

afterAll(() => sums.report("incident: key revoked"));

it("a key is revoked: the alert fires, the doctor names the key, and a valid one ends it", async () => {
  const incident = await openIncident("Key revoked", sums);
  try {
    const before = await incident.start();
    await incident.ask("image", "while the key is valid");
    await incident.isCalm();
    await incident.world.fault({
      match: { path: "/api/v1/*" },
      action: { type: "status", status: 401, code: "INVALID_API_KEY" },
      times: 1_000,
    });
    // Only this create is refused, because the key is not used after it.
    await incident.ask("image", "with a revoked key");
    await incident.strikes(10 * 60_000);
    await incident.world.clearFaults();
    await before.kill();
    await incident.start(undefined, { IMAGE_API_KEY: "sk-sandbox-images" });
    await incident.ask("image", "with the new key");
    const ledger = await incident.isOver(30 * 60_000);
    expect(ledger.made).toBe(2);
  } finally {
    await incident.close();
  }
});
