import { afterAll, expect, it } from "vitest";
import { asking, sayOnce } from "../../support/fault/fault-asking.ts";
import { createSums } from "../../support/fault/fault-sums.ts";
import { openIncident } from "../../support/fault/incident.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";
import { startTcpProxy } from "../../support/process/tcp-proxy.ts";

const sums = createSums();

afterAll(() => sums.report("incident: database away"));

it("the database is away: the alert fires, the doctor says so, and work continues once it is back", async () => {
  const database = await createTestDatabase();
  const address = new URL(database.url);
  const wire = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
  address.host = `127.0.0.1:${wire.port}`;
  const incident = await openIncident("Database away", sums, { database });
  try {
    const easel = await incident.start(address.href);
    await incident.isCalm();
    await incident.ask("image", "under way while the database is away [slow:20]", 2);
    await wire.refuse();
    await incident.strikes(5 * 60_000);
    const refused = asking("image", "into the dark");
    expect(await sayOnce(refused, easel)).toBe(false);
    await wire.accept();
    const ledger = await incident.isOver(5 * 60_000);
    expect(ledger.made).toBe(2);
  } finally {
    await incident.close();
    await wire.close();
  }
});
