import { RESUME_WAITS_MS } from "../../../src/gateway/http/resume-download.ts";
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { createGatewayHttp, type GatewayHttp } from "../../../src/gateway/http/http.ts";
import { createVideoClient } from "../../../src/gateway/video/video-client.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { portOf } from "../../support/process/port.ts";

/** A download that is cut in the middle, played by hand. */
const CLIP = randomBytes(2_000_000);
const HALF = 1_000_000;
const ETAG = '"v1"';
const never = new AbortController().signal;

type Play = (request: IncomingMessage, response: ServerResponse) => void;
let plays: Play[];
let asked: { path: string | undefined; range: string | undefined; ifRange: string | string[] | undefined }[];
let link: string;
let waits: number[];
let baseUrl: string;
let http: GatewayHttp;
let close: () => void;

beforeEach(async () => {
  plays = [];
  asked = [];
  waits = [];
  link = "/content?sig=1";
  const server = createServer((request, response) => {
    if (request.url === "/v1/videos/task_1") {
      const record = { id: "task_1", status: "completed", metadata: { url: `${baseUrl}${link}` } };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(record));
      return;
    }
    asked.push({ path: request.url, range: request.headers.range, ifRange: request.headers["if-range"] });
    const play = plays.length > 1 ? plays.shift() : plays[0];
    play?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${portOf(server)}`;
  http = createGatewayHttp({ clock: systemClock, log: createLog("silent") });
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});

afterEach(async () => {
  await http.close();
  close();
});

/** Sends the clip, or the requested rest, and breaks off at `end`. */
function send(options: { end?: number; etag?: string; total?: number; bytes?: Buffer } = {}): Play {
  const { end = CLIP.length, etag = ETAG, bytes = CLIP } = options;
  return (request, response) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const total = options.total ?? bytes.length;
    const isRest = request.headers.range !== undefined;
    response.writeHead(isRest ? 206 : 200, {
      "content-type": "video/mp4",
      "content-length": String(bytes.length - start),
      ...(etag === "" ? {} : { etag }),
      ...(isRest ? { "content-range": `bytes ${start}-${total - 1}/${total}` } : {}),
    });
    if (end >= bytes.length) response.end(bytes.subarray(start));
    else response.write(bytes.subarray(start, end), () => response.destroy());
  };
}

const answer =
  (status: number): Play =>
  (_request, response) =>
    void response.writeHead(status).end();

async function download(): Promise<Buffer> {
  const clock = {
    now: systemClock.now,
    elapsed: systemClock.elapsed,
    sleep: async (ms: number) => void waits.push(ms),
    after: systemClock.after,
  };
  const client = createVideoClient({ http, clock });
  const outcome = await client.fetchArtifact({ baseUrl, apiKey: "sk-test", remoteId: "task_1" }, never);
  if (outcome.kind !== "artifact") throw new Error(`no artifact: ${outcome.kind}`);
  return buffer(outcome.body);
}

describe("a download that is cut in the middle", () => {
  it("continues where it stopped, with the rest of the same file, as often as necessary", async () => {
    plays = [send({ end: HALF }), send({ end: HALF + 500_000 }), send()];
    expect((await download()).equals(CLIP)).toBe(true);
    expect(asked).toEqual([
      { path: link, range: undefined, ifRange: undefined },
      { path: link, range: expect.stringMatching(/^bytes=\d+-$/), ifRange: ETAG },
      { path: link, range: expect.stringMatching(/^bytes=\d+-$/), ifRange: ETAG },
    ]);
    expect(waits).toEqual([0, 0]);
  });

  it("continues with a new link if the old one is stale", async () => {
    plays = [
      send({ end: HALF }),
      (request, response) => {
        link = "/content?sig=2";
        answer(403)(request, response);
      },
      send(),
    ];
    expect((await download()).equals(CLIP)).toBe(true);
    expect(asked.map(({ path }) => path)).toEqual(["/content?sig=1", "/content?sig=1", "/content?sig=2"]);
  });

  it("waits longer and longer for an unavailable server, and continues when it is back", async () => {
    const drop: Play = (_request, response) => void response.destroy();
    plays = [send({ end: HALF }), drop, answer(503), drop, send()];
    expect((await download()).equals(CLIP)).toBe(true);
    expect(waits).toEqual(RESUME_WAITS_MS.slice(0, 4));
  });

  it("fails if the server stays away, so that it starts over later", async () => {
    plays = [send({ end: HALF }), (_request, response) => void response.destroy()];
    await expect(download()).rejects.toMatchObject({ code: "gateway_connection_broken" });
    expect(waits).toEqual([...RESUME_WAITS_MS]);
  });

  it.each([
    ["now has another file", send({ bytes: randomBytes(CLIP.length), etag: '"v2"' })],
    ["has a file of another length", send({ total: CLIP.length + 1 })],
    ["sends the whole file again", (_request: IncomingMessage, response: ServerResponse) => void response.end(CLIP)],
    ["does not know that part", answer(416)],
  ])("breaks off immediately instead of joining two files if the server %s", async (_what, play) => {
    plays = [send({ end: HALF }), play];
    await expect(download()).rejects.toMatchObject({ code: "gateway_connection_broken" });
    expect(asked).toHaveLength(2);
  });

  it.each(["", 'W/"v1"', "v1"])("breaks off if the server does not distinguish versions (%j)", async (etag) => {
    plays = [send({ end: HALF, etag })];
    await expect(download()).rejects.toMatchObject({ code: "gateway_connection_broken" });
    expect(asked).toHaveLength(1);
  });
});
