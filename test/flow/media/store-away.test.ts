import { afterAll, beforeAll, expect, it } from "vitest";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel } from "../../support/easel.ts";
import { startTestS3, type TestS3 } from "../../support/media/s3.ts";
import { startTcpProxy, type TcpProxy } from "../../support/process/tcp-proxy.ts";

let s3: TestS3;
let wire: TcpProxy;

beforeAll(async () => {
  s3 = await startTestS3();
  wire = await startTcpProxy({ host: "127.0.0.1", port: Number(new URL(s3.address.endpoint).port) });
});

afterAll(async () => {
  await wire.close();
  await s3.stop();
});

it("starts while the S3 store is unavailable, and finishes requests once it is back", async () => {
  await wire.refuse();
  const easel = await startTestEasel({
    S3_ENDPOINT: `http://127.0.0.1:${wire.port}`,
    S3_BUCKET: s3.address.bucket,
    S3_ACCESS_KEY_ID: s3.address.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.address.secretAccessKey,
  });
  const readiness = async (): Promise<unknown> => (await fetch(`${easel.url}/readyz`)).json();
  expect(await readiness()).toEqual({
    status: "degraded",
    parts: { store: expect.stringContaining("away (the S3 store failed: ECONNREFUSED)") },
  });
  const ada = createConsoleClient(easel.url, "admin");
  expect((await ada.answerTo("/easel-admin doctor")).text).toContain("⚠ The S3 store can't be used");
  await ada.close();
  await easel.console.say("/imagine a fox");
  await wire.accept();
  await easel.console.see("the result", (messages) => messages.find(({ files }) => files.length > 0));
  await expect.poll(readiness).toEqual({ status: "ready", parts: { store: "up" } });
  await easel.stop();
});
