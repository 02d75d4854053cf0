import { createServer, request, type Server } from "node:http";
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigError } from "../../../src/lib/errors.ts";
import { createDownloads, DOWNLOADS_OF_LINK } from "../../../src/media/relay/downloads.ts";
import { createRelay } from "../../../src/media/relay/relay.ts";
import type { S3Address } from "../../../src/media/store/s3-client.ts";
import { openS3Store } from "../../../src/media/store/s3-store.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { portOf } from "../../support/process/port.ts";
import { startTestS3, type TestS3 } from "../../support/media/s3.ts";
import { stallReader, type StalledReader } from "../../support/stalled-reader.ts";

const MIB = 1024 * 1024;
const never = new AbortController().signal;
let s3: TestS3;

beforeAll(async () => {
  s3 = await startTestS3();
});

afterAll(() => s3.stop());

async function failure(changes: Partial<S3Address>): Promise<unknown> {
  const store = openS3Store({ ...s3.address, ...changes }, { staging: s3.staging });
  try {
    await store.check(never);
  } catch (error) {
    return error;
  } finally {
    store.close();
  }
  throw new Error("it can be used");
}

async function refusal(changes: Partial<S3Address>): Promise<ConfigError> {
  const error = await failure(changes);
  if (error instanceof ConfigError) return error;
  throw error;
}

describe("an unusable store stops the start with one line that says how to fix it", () => {
  it("if something else answers", async () => {
    const other = createServer((_request, response) => response.writeHead(200).end("<html>hello</html>"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const error = await refusal({ endpoint: `http://127.0.0.1:${portOf(other)}` });
    other.close();
    expect(error.variable).toBe("S3_ENDPOINT");
    expect(error.message).toContain("it does not store what is written");
  });

  it("with another key", async () => {
    const error = await refusal({ accessKeyId: "AKIAOTHER", secretAccessKey: "not the secret" });
    expect(error.variable).toBe("S3_ACCESS_KEY_ID");
    expect(error.message).toContain("S3_SECRET_ACCESS_KEY");
    expect(error.message).not.toContain("not the secret");
    expect(error.message).not.toContain("\n");
  });

  it("without the bucket", async () => {
    const error = await refusal({ bucket: "not-there" });
    expect(error.variable).toBe("S3_BUCKET");
    expect(error.message).toContain("not-there");
  });
});

it("is unavailable, possibly for a while, if nothing answers", async () => {
  expect(await failure({ endpoint: "http://127.0.0.1:1" })).toMatchObject({
    code: "media_unavailable",
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

it("aborts the parts of a broken upload, and leaves no object", async () => {
  const calls: string[] = [];
  const proxy = await recordingProxy(Number(new URL(s3.address.endpoint).port), calls);
  const store = openS3Store({ ...s3.address, endpoint: `http://127.0.0.1:${portOf(proxy)}` }, { staging: s3.staging });
  const broken = Readable.from(
    (async function* chunks() {
      for (let sent = 0; sent < 20; sent++) yield randomBytes(MIB);
      throw new Error("reset");
    })(),
  );
  await expect(store.put(broken, { maxBytes: 64 * MIB })).rejects.toThrow("reset");
  expect(calls.filter((call) => /^POST .*uploads/.test(call))).toHaveLength(1);
  expect(calls.filter((call) => /^DELETE .*uploadId=/.test(call))).toHaveLength(1);
  expect(await s3.objects()).toEqual([]);
  store.close();
  proxy.closeAllConnections();
  proxy.close();
});

it("is reported as unavailable, not as missing content, when it goes away", async () => {
  const own = await startTestS3();
  const store = openS3Store(own.address, { staging: own.staging });
  const { hash } = await store.put(Readable.from([Buffer.from("kept")]), { maxBytes: 10 });
  await own.stop();
  const away = { code: "media_unavailable", retryable: true };
  await expect(store.open(hash)).rejects.toMatchObject(away);
  await expect(store.size(hash)).rejects.toMatchObject(away);
  await expect(store.put(Readable.from([Buffer.from("more")]), { maxBytes: 10 })).rejects.toMatchObject(away);
  store.close();
});

it("keeps working however many readers of links stall", async () => {
  const clock = createManualClock();
  const store = openS3Store(s3.address, { staging: s3.staging });
  // More than the network's buffers hold for one reader.
  const { hash, bytes } = await store.put(Readable.from([randomBytes(8 * MIB)]), { maxBytes: 8 * MIB });
  const files = { media: store.served, downloads: createDownloads({ ofSigner: DOWNLOADS_OF_LINK, clock }) };
  const relay = createRelay({ files, secretKey: "an instance's secret key of some length", clock });
  const server = fastify({ forceCloseConnections: true });
  await server.register(relay.routes);
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  const readers: StalledReader[] = [];
  // By default, the AWS client opens at most 50 connections.
  for (let n = 0; n < 4; n += 1) {
    const clip = { kind: "video", hash, bytes, mimeType: "video/mp4", name: `clip-${n}`, seconds: 1 } as const;
    readers.push(await stallReader(relay.at(base).urlFor(clip) ?? "", { times: DOWNLOADS_OF_LINK }));
  }
  await expect.poll(() => clock.sleepers()).toBe(4 * DOWNLOADS_OF_LINK);
  const stored = await store.put(Readable.from([Buffer.from("more")]), { maxBytes: 10 });
  expect(await store.size(stored.hash)).toBe(4);
  for (const { socket } of readers) socket.destroy();
  await expect.poll(() => clock.sleepers()).toBe(0);
  await server.close();
  store.close();
});

/** Forwards and records all requests. Keeps the server's own host name, because it is signed. */
async function recordingProxy(port: number, calls: string[]): Promise<Server> {
  const proxy = createServer((incoming, answer) => {
    calls.push(`${incoming.method} ${incoming.url}`);
    const { method, url, headers } = incoming;
    const outgoing = request({ host: "127.0.0.1", port, method, path: url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on("error", () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return proxy;
}
