import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createDownloads,
  DOWNLOADS_AT_ONCE,
  DOWNLOADS_OF_LINK,
  DOWNLOADS_OF_NETWORK,
  READER_CHECK_BYTES,
  READER_CHECK_MS,
} from "../../../src/media/relay/downloads.ts";
import { createRelay } from "../../../src/media/relay/relay.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";
import { startTestIntake, type TestIntake } from "../../support/media/intake.ts";
import { startResultServer } from "../../support/media/result-server.ts";
import { stallReader, type StalledReader } from "../../support/stalled-reader.ts";

/** More than the network's buffers hold, so that a client that reads nothing keeps the answer open. */
const FILE = randomBytes(20 * 1024 * 1024);

let test: TestIntake;
let server: FastifyInstance;
let clock: ManualClock;
let connections: Socket[];
let readers: StalledReader[];
let linkTo: (name: string) => string;

beforeEach(async () => {
  test = await startTestIntake();
  clock = createManualClock();
  connections = [];
  readers = [];
  const files = { media: test.media, downloads: createDownloads({ ofSigner: DOWNLOADS_OF_LINK, clock }) };
  const relay = createRelay({ files, secretKey: "an instance's secret key of some length", clock });
  server = fastify({ forceCloseConnections: true, trustProxy: true });
  server.server.on("connection", (socket: Socket) => connections.push(socket));
  await server.register(relay.routes);
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  const { hash, bytes } = await test.media.put(Readable.from([FILE]), { maxBytes: FILE.length });
  linkTo = (name) => {
    const url = relay.at(base).urlFor({ kind: "video", hash, bytes, mimeType: "video/mp4", name, seconds: 1 });
    if (url === undefined) throw new Error("no address");
    return url;
  };
});
afterEach(async () => {
  for (const { socket } of readers) socket.destroy();
  await server.close();
  await test[Symbol.asyncDispose]();
});

async function stall(name: string, { from = "192.0.2.1", times = 1 } = {}): Promise<StalledReader> {
  const headers = { "x-forwarded-for": from, ...(times === 1 ? { connection: "close" } : {}) };
  const reader = await stallReader(linkTo(name), { times, headers });
  readers.push(reader);
  return reader;
}
const stallMany = (name: string, count: number): Promise<StalledReader[]> =>
  Promise.all(Array.from({ length: count }, () => stall(name)));
const served = (all: readonly StalledReader[]): StalledReader[] => all.filter(({ status }) => status === 200);

describe("downloads whose clients don't read", () => {
  it("are limited per link and network", async () => {
    const all = await stallMany("clip", 40);
    expect(served(all)).toHaveLength(DOWNLOADS_OF_LINK);
    const refused = all.find(({ status }) => status !== 200);
    expect(String(refused?.first)).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: \d+/i);
    expect(String(refused?.first)).not.toContain("video/mp4");
    expect((await stall("another")).status).toBe(200);
    expect((await stall("clip", { from: "192.0.2.2" })).status).toBe(200);
  });

  it("are limited per network, however many links it uses, and in total", async () => {
    const fill = async (from: string): Promise<void> => {
      for (let n = 0; n * DOWNLOADS_OF_LINK < DOWNLOADS_OF_NETWORK; n += 1) {
        await stall(`clip-${n}`, { from, times: DOWNLOADS_OF_LINK });
      }
    };
    await fill("192.0.2.1");
    await expect.poll(() => clock.sleepers()).toBe(DOWNLOADS_OF_NETWORK);
    expect((await stall("another")).status).toBe(503);
    expect((await stall("another", { from: "192.0.2.2" })).status).toBe(200);
    await fill("192.0.2.2");
    await expect.poll(() => clock.sleepers()).toBe(DOWNLOADS_AT_ONCE);
    expect((await stall("another", { from: "192.0.2.3" })).status).toBe(503);
  });

  it("are broken off, and give back their places", async () => {
    const stalled = await stallMany("clip", DOWNLOADS_OF_LINK);
    expect(served(stalled)).toHaveLength(DOWNLOADS_OF_LINK);
    await expect
      .poll(() => {
        clock.advance(READER_CHECK_MS);
        return connections.filter(({ destroyed }) => !destroyed);
      })
      .toEqual([]);
    await expect.poll(() => clock.sleepers()).toBe(0);
    expect(served(await stallMany("clip", DOWNLOADS_OF_LINK))).toHaveLength(DOWNLOADS_OF_LINK);
  });

  it("give back their places when their clients leave, even those queued behind another on the same connection", async () => {
    const { socket } = await stall("clip", { times: DOWNLOADS_OF_LINK });
    await expect.poll(() => clock.sleepers()).toBe(DOWNLOADS_OF_LINK);
    expect((await stall("clip")).status).toBe(503);
    socket.destroy();
    await expect.poll(() => clock.sleepers()).toBe(0);
    expect((await stall("clip")).status).toBe(200);
  });

  it("do not block requests for headers only", async () => {
    await stallMany("clip", DOWNLOADS_OF_LINK);
    const answer = await fetch(linkTo("clip"), { method: "HEAD", headers: { "x-forwarded-for": "192.0.2.1" } });
    expect(answer.status).toBe(200);
  });

  it("are limited for results as well", async () => {
    await using results = await startResultServer();
    const { url } = await results.publish(FILE, { mimeType: "video/mp4" }, { service: "video" });
    const source = /<source src="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? "";
    const all = await Promise.all(Array.from({ length: 40 }, () => stallReader(new URL(source, url).href)));
    readers.push(...all);
    expect(served(all)).toHaveLength(DOWNLOADS_OF_LINK);
  });
});

it("a slow client that reads enough in each interval gets everything", async () => {
  const { socket, first } = await stall("clip");
  const [connection] = connections;
  if (!connection) throw new Error("not connected");
  const all = [first];
  let intervals = 0;
  let taken = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    all.push(chunk);
    if (connection.bytesWritten - taken < READER_CHECK_BYTES) continue;
    taken = connection.bytesWritten;
    clock.advance(READER_CHECK_MS);
    intervals += 1;
  }
  expect(Buffer.concat(all).subarray(-FILE.length).equals(FILE)).toBe(true);
  expect(intervals).toBeGreaterThan(2);
});
