import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { type AddressBreaker, createAddressBreaker } from "../../../src/gateway/http/breaker.ts";
import type { GatewayHttp } from "../../../src/gateway/http/http.ts";
import { createImageClient, type ImageClient } from "../../../src/gateway/image/image-client.ts";
import { withFallbackAddress } from "../../../src/gateway/http/fallback-address.ts";
import type { RemoteCreate, RemoteJob, RemoteSnapshot } from "../../../src/core/job/remote.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { createGatewayCalls } from "../../support/gateway/gateway-calls.ts";
import { httpAnswer, refusedUrl, type TcpServer } from "../../support/process/tcp-server.ts";
import { pulled } from "../../support/process/pulled.ts";

/** Two addresses of one image service, played by hand. */
const never = new AbortController().signal;
const calls = createGatewayCalls();
const RUNNING = httpAnswer(200, '{"jobId":"job_1","phase":"running"}');
const EVENTS = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";

/** A complete answer, or `hang`, or `reset`. */
let plays: { main: string; alternate: string };
let main: TcpServer;
let alternate: TcpServer;
let http: GatewayHttp;
let breaker: AddressBreaker;
let client: ImageClient;

beforeEach(async () => {
  plays = { main: "hang", alternate: RUNNING };
  const serve = (name: "main" | "alternate"): Promise<TcpServer> =>
    calls.serve((socket) => {
      const play = plays[name];
      if (play === "reset") socket.resetAndDestroy();
      else if (play !== "hang") socket.end(play);
    });
  main = await serve("main");
  alternate = await serve("alternate");
  http = calls.connect({ timeouts: { headersMs: 40 } });
  setUp(main.url);
});

afterEach(() => calls.close());

function setUp(mainUrl: string): void {
  breaker = createAddressBreaker({
    main: mainUrl,
    alternate: alternate.url,
    clock: systemClock,
    log: createLog("silent"),
  });
  client = withFallbackAddress(createImageClient({ http, clock: systemClock }), breaker);
}

const job = (baseUrl = main.url): RemoteJob => ({ baseUrl, apiKey: "sk-two", remoteId: "job_1" });
const create = (baseUrl = main.url): RemoteCreate => ({
  baseUrl,
  apiKey: "sk-two",
  path: "/api/v1/images/generations/jobs",
  body: "{}",
  idempotencyKey: "easel-1",
});

async function moveToAlternate(): Promise<void> {
  await Promise.all([1, 2, 3].map(() => client.look(job(), never)));
  expect(breaker.current()).toBe(alternate.url);
}

async function drain(remote: RemoteJob): Promise<string[]> {
  const phases: string[] = [];
  for await (const { phase } of pulled<RemoteSnapshot>((push, stop) => client.events(remote, push, stop)))
    phases.push(phase);
  return phases;
}

const waysToTimeOut: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["looks", () => client.look(job(), never)],
  ["cancels", () => client.cancel(job(), never)],
  ["retrievals", () => client.fetchArtifact(job(), never)],
  ["event streams", () => drain(job()).catch(() => [])],
  ["creates", () => client.create(create(), never)],
];

describe("time-outs of", () => {
  it.each(waysToTimeOut)("%s move reads to the alternate address", async (_what, call) => {
    // Concurrently, because a time-out takes a second.
    await Promise.all([call(), call(), call()]);
    expect(main.requests()).toBe(3);
    expect(breaker.current()).toBe(alternate.url);
    expect(await client.look(job(), never)).toMatchObject({ kind: "snapshot" });
    expect(alternate.requests()).toBe(1);
  });

  it("servers behind a proxy count as well, and so do refused connections", async () => {
    const nobody = await refusedUrl();
    setUp(nobody);
    for (let count = 0; count < 3; count++) await client.look(job(nobody), never);
    expect(breaker.current()).toBe(alternate.url);

    setUp(main.url);
    plays.main = httpAnswer(504, "<html>", { "content-type": "text/html" });
    await client.look(job(), never);
    plays.main = httpAnswer(524, "error code: 524", { "content-type": "text/plain" });
    await client.create(create(), never);
    plays.main = httpAnswer(504, '{"error":{"code":"upstream_error"}}');
    await client.fetchArtifact(job(), never);
    expect(breaker.current()).toBe(alternate.url);
  });
});

it.each([
  ["an error body", httpAnswer(500, '{"error":{"code":"internal_error"}}')],
  ["a reset", "reset"],
  ["a 404", httpAnswer(404, '{"error":{"code":"not_found"}}')],
])("%s is not a time-out", async (_what, play) => {
  plays.main = play;
  for (let count = 0; count < 6; count++) await client.look(job(), never);
  expect(breaker.current()).toBe(main.url);
});

it("stopped calls count neither for nor against an address", async () => {
  await Promise.all([1, 2].map(() => client.look(job(), never)));
  for (let count = 0; count < 6; count++) {
    const stop = new AbortController();
    const look = client.look(job(), stop.signal);
    stop.abort();
    await look;
  }
  expect(breaker.current()).toBe(main.url);
  await client.look(job(), never);
  expect(breaker.current()).toBe(alternate.url);
});

it("a create goes only to its own address, whichever is in use", async () => {
  await moveToAlternate();
  plays.main = httpAnswer(202, '{"jobId":"job_2"}');
  expect(await client.create(create(), never)).toMatchObject({ kind: "created", remoteId: "job_2" });
  expect(alternate.requests()).toBe(0);
});

it("events come from the address in use, and a stream that ends is an answer", async () => {
  await moveToAlternate();
  plays.alternate = `${EVENTS}event: completed\ndata: {"jobId":"job_1","phase":"completed"}\n\n`;
  expect(await drain(job())).toEqual(["completed"]);
  expect(main.requests()).toBe(3);
});
