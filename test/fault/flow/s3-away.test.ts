import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { consolePerson } from "../../support/console/console-person.ts";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { startTestEasel } from "../../support/easel.ts";
import { startTestS3, type TestS3 } from "../../support/media/s3.ts";
import { stallReader } from "../../support/stalled-reader.ts";
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

const startWithStore = () =>
  startTestEasel({
    S3_ENDPOINT: `http://127.0.0.1:${wire.port}`,
    S3_BUCKET: s3.address.bucket,
    S3_ACCESS_KEY_ID: s3.address.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.address.secretAccessKey,
  });

it("starts while the S3 store is unavailable, and finishes requests once it is back", async () => {
  await wire.refuse();
  const easel = await startWithStore();
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

it("finishes requests even if more downloads stall than the AWS client has connections", async () => {
  const easel = await startWithStore();
  const ada = consolePerson(easel.url, "admin");
  // Socket buffers hold only a few of these, so the other downloads stall.
  const upload = await ada.upload("long.mp4", "video/mp4", randomBytes(2 * 1024 * 1024));
  expect(await ada.say("a long clip", { uploads: [upload] })).toEqual({ status: 200, code: undefined });
  const clip = (await ada.read()).find(({ text }) => text === "a long clip");
  const { socket, status } = await stallReader(easel.url + clip?.files[0]?.url, { times: 64 });
  expect(status).toBe(200);
  await easel.console.say("/imagine a fox");
  await easel.console.see("the result", (messages) =>
    messages.find(({ id, files }) => id !== clip?.id && files.length > 0),
  );
  socket.destroy();
  await easel.stop();
});
