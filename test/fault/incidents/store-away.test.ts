import { afterAll, expect, it } from "vitest";
import { createSums } from "../../support/fault/fault-sums.ts";
import { openIncident } from "../../support/fault/incident.ts";
import { startTestS3 } from "../../support/media/s3.ts";
import { startTcpProxy } from "../../support/process/tcp-proxy.ts";

const sums = createSums();

afterAll(() => sums.report("incident: store away"));

it("the store is away: the alert fires, the doctor says so, and results arrive once it is back", async () => {
  const s3 = await startTestS3();
  const wire = await startTcpProxy({ host: "127.0.0.1", port: Number(new URL(s3.address.endpoint).port) });
  const incident = await openIncident("Store away", sums);
  try {
    await incident.start(undefined, {
      S3_ENDPOINT: `http://127.0.0.1:${wire.port}`,
      S3_BUCKET: s3.address.bucket,
      S3_ACCESS_KEY_ID: s3.address.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.address.secretAccessKey,
    });
    await incident.ask("image", "while the store is there");
    await incident.isCalm();
    await wire.refuse();
    await incident.ask("image", "while the store is away", 2);
    await incident.strikes(60 * 60_000);
    await wire.accept();
    const ledger = await incident.isOver(60 * 60_000);
    expect(ledger.made).toBe(3);
  } finally {
    await incident.close();
    await wire.close();
    await s3.stop();
  }
});
