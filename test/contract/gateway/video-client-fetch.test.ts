import { SIGNED_LINK_CHARACTERS } from "../../../src/gateway/video/video-schema.ts";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { createGatewayHttp, type GatewayHttp } from "../../../src/gateway/http/http.ts";
import { createVideoClient, type VideoClient } from "../../../src/gateway/video/video-client.ts";
import type { FetchOutcome, RemoteJob } from "../../../src/core/job/remote.ts";
import { ARTIFACT_BYTES } from "../../../src/lib/limits.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { startTcpServer } from "../../support/process/tcp-server.ts";

// Fetching a clip: `docs/gateway.md#videos-endpoints`.
const never = new AbortController().signal;
const KEY = "sk-contract-key";
const CLIP = randomBytes(300_001);
const TASK = "/v1/videos/task_1";
// Contains characters that a URL parser would rewrite, which would break the signature.
const LINK = "/v1/videos/task_1/./content?expires=1790000000&sig=a%2Fb+c=='";
type Play = (response: ServerResponse, request: IncomingMessage) => unknown;
/** The answers of the task's record and of the link. The last one of each repeats. */
let records: Play[];
let links: Play[];
let seen: { path: string; key: string | undefined }[];
let lines: string[];
let baseUrl: string;
let close: () => Promise<void>;
let http: GatewayHttp;
let client: VideoClient;

beforeEach(async () => {
  seen = [];
  lines = [];
  links = [clip()];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    seen.push({ path, key: request.headers.authorization });
    const plays = path === TASK ? records : links;
    const play = plays.length > 1 ? plays.shift() : plays[0];
    play?.(response, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) expect.unreachable("no port");
  baseUrl = `http://127.0.0.1:${address.port}`;
  records = [record(`${baseUrl}${LINK}`)];
  http = createGatewayHttp({
    clock: systemClock,
    log: createLog("debug", { write: (line: string) => void lines.push(line) }),
  });
  client = createVideoClient({ http });
  close = async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
});

afterEach(() => close());

function json(status: number, body: unknown, headers: Record<string, string> = {}): Play {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

function record(url: unknown, fields: object = {}): Play {
  return json(200, { id: "task_1", status: "completed", progress: 100, metadata: { url }, ...fields });
}

function clip(headers: Record<string, string> = { "content-type": "video/mp4" }, bytes = CLIP): Play {
  return (response) => {
    response.writeHead(200, { "content-length": String(bytes.length), ...headers });
    response.end(bytes);
  };
}

const fault = (status: number, code: string): Play => json(status, { error: { code, message: "no", type: "x" } });
const job = (): RemoteJob => ({ baseUrl, apiKey: KEY, remoteId: "task_1" });
const fetchIt = (signal = never): Promise<FetchOutcome> => client.fetchArtifact(job(), signal);

function artifactOf(outcome: FetchOutcome): Extract<FetchOutcome, { kind: "artifact" }> {
  if (outcome.kind !== "artifact") throw new Error(`no artifact: ${JSON.stringify(outcome)}`);
  return outcome;
}

const pathsSeen = (): string[] => seen.map(({ path }) => path);

describe("a clip", () => {
  it("comes from its signed link exactly as given, without the key", async () => {
    const { mimeType, body } = artifactOf(await fetchIt());
    expect(mimeType).toBe("video/mp4");
    expect((await buffer(body)).equals(CLIP)).toBe(true);
    expect(seen).toEqual([
      { path: TASK, key: `Bearer ${KEY}` },
      { path: LINK, key: undefined },
    ]);
  });

  it("comes from a link that is a path, even if the base URL has its own path", async () => {
    records = [record(LINK)];
    expect((await buffer(artifactOf(await fetchIt()).body)).equals(CLIP)).toBe(true);
    const remote = { ...job(), baseUrl: `${baseUrl}/gateway` };
    seen = [];
    // Every path except `TASK` returns the link's answers, so the record at the longer path has to be among them.
    links = [record(LINK), clip()];
    artifactOf(await client.fetchArtifact(remote, never)).body.destroy();
    expect(pathsSeen()).toEqual([`/gateway${TASK}`, `/gateway${LINK}`]);
  });

  it("may be on another port of this machine if the gateway is here, and the key is not sent there", async () => {
    const other = await startTcpServer((socket) =>
      socket.end("HTTP/1.1 200 OK\r\ncontent-type: video/webm\r\ncontent-length: 4\r\n\r\nclip"),
    );
    records = [record(`${other.url}/a?sig=1`)];
    const { mimeType, body } = artifactOf(await fetchIt());
    expect([mimeType, (await buffer(body)).toString()]).toEqual(["video/webm", "clip"]);
    expect(other.received()).not.toMatch(/authorization|sk-contract/i);
    await other.close();
  });

  it("carries the gateway's words about making and billing it", async () => {
    const facts = { generation_status: "succeeded", delivery_status: "ready", billing_status: "settled" };
    records = [record("", { metadata: { url: LINK, ...facts } })];
    const artifact = artifactOf(await fetchIt());
    artifact.body.destroy();
    expect(artifact.usage).toEqual(facts);
  });

  it.each([
    ["video/webm", { "content-type": "video/webm" }],
    ["video/quicktime", { "content-type": "Video/QuickTime; codecs=x" }],
    ["video/mp4", {}],
    ["video/mp4", { "content-type": "application/octet-stream" }],
    ["video/mp4", { "content-type": "binary/octet-stream" }],
    ["video/mp4", { "content-type": "nonsense" }],
  ])("has the type %s if the answer has %j", async (mimeType, headers) => {
    links = [clip(headers)];
    const artifact = artifactOf(await fetchIt());
    artifact.body.destroy();
    expect(artifact.mimeType).toBe(mimeType);
  });

  it.each([
    ["206", (response: ServerResponse) => response.writeHead(206, { "content-type": "video/mp4" }).end("x")],
    ["500", fault(500, "media_unavailable")],
    ["a dropped connection", (response: ServerResponse) => response.destroy()],
    ["a compressed answer", clip({ "content-type": "video/mp4", "content-encoding": "gzip" })],
  ])("can't be fetched from a link that gives %s, which is tried once", async (_what, play) => {
    links = [play];
    expect((await fetchIt()).kind).toBe("unanswered");
    expect(pathsSeen()).toEqual([TASK, LINK]);
  });

  const texts: readonly (readonly [string, string | undefined, Play])[] = [
    ["wrong_type", "HTML", clip({ "content-type": "text/html; charset=utf-8" })],
    ["wrong_type", "XML", clip({ "content-type": "application/xhtml+xml" })],
    ["wrong_type", "TXT", clip({ "content-type": "text/plain" })],
    ["wrong_type", "JSON", json(200, { error: {} })],
    ["wrong_type", "JSON", clip({ "content-type": "application/problem+json" })],
    ["empty", undefined, clip({ "content-type": "video/mp4" }, Buffer.alloc(0))],
  ];
  it.each(texts)("is unusable (%s, %s), and the request is named", async (flaw, found, play) => {
    links = [
      (response, request) => {
        response.setHeader("x-gateway-request-id", "req-9");
        return play(response, request);
      },
    ];
    expect(await fetchIt()).toEqual({ kind: "unusable", flaw, found, requestId: "req-9" });
    expect(pathsSeen()).toEqual([TASK, LINK]);
  });

  it("is requested again later if its link is busy", async () => {
    links = [json(429, {}, { "retry-after": "13" })];
    expect(await fetchIt()).toMatchObject({ kind: "unanswered", retryAfterMs: 13_000 });
  });

  it("that is too large breaks off its stream", async () => {
    links = [
      (response) => {
        response.writeHead(200, { "content-length": String(ARTIFACT_BYTES + 1), "content-type": "video/mp4" });
        response.flushHeaders();
      },
    ];
    const { body } = artifactOf(await fetchIt());
    await expect(buffer(body)).rejects.toMatchObject({ flaw: "too_large" });
  });

  it("that breaks off breaks its stream, and does not count as complete", async () => {
    links = [
      (response) => {
        response.writeHead(200, { "content-length": "1000", "content-type": "video/mp4" });
        response.write("half", () => response.destroy());
      },
    ];
    const { body } = artifactOf(await fetchIt());
    await expect(buffer(body)).rejects.toMatchObject({ code: "gateway_connection_broken" });
  });

  it("closes its connection when its reader abandons it, or is stopped", async () => {
    const closed = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow =
      (index: number): Play =>
      (response) => {
        response.once("close", () => closed[index]?.resolve());
        response.writeHead(200, { "content-type": "video/mp4" });
        response.write(CLIP);
      };
    links = [slow(0), slow(1)];
    artifactOf(await fetchIt()).body.destroy();
    await closed[0]?.promise;
    const stop = new AbortController();
    const { body } = artifactOf(await fetchIt(stop.signal));
    const read = buffer(body);
    stop.abort();
    await expect(read).rejects.toMatchObject({ code: "gateway_call_stopped" });
    await closed[1]?.promise;
  });
});

describe("a stale link", () => {
  it.each([403, 404, 410])("(%d) is renewed by reading the task again", async (status) => {
    links = [fault(status, "link_expired"), clip()];
    records = [record(`${baseUrl}${LINK}`), record(`${baseUrl}/v1/videos/task_1/content?expires=2&sig=new`)];
    expect((await buffer(artifactOf(await fetchIt()).body)).equals(CLIP)).toBe(true);
    expect(pathsSeen()).toEqual([TASK, LINK, TASK, "/v1/videos/task_1/content?expires=2&sig=new"]);
  });

  it("that stays stale is retried later, and does not fail the generation", async () => {
    links = [fault(410, "result_expired")];
    expect((await fetchIt()).kind).toBe("unanswered");
    expect(pathsSeen()).toEqual([TASK, LINK, TASK, LINK]);
  });

  it("of a task that has expired in the meantime ends it", async () => {
    links = [fault(410, "result_expired")];
    records = [record(LINK), json(200, { id: "task_1", status: "expired" })];
    expect((await fetchIt()).kind).toBe("expired");
  });
});

describe("a task without a clip", () => {
  it.each([
    ["unanswered", json(200, { id: "task_1", status: "queued" })],
    ["unanswered", json(200, { id: "task_1", status: "in_progress", metadata: { url: LINK } })],
    ["unanswered", json(200, { id: "task_1", status: "completed" })],
    ["unanswered", json(200, { id: "task_1", status: "completed", metadata: { url: "" } })],
    ["unusable", (response: ServerResponse) => response.writeHead(302, { location: `${baseUrl}/x` }).end()],
    ["unanswered", json(200, { id: "task_2", status: "completed", metadata: { url: LINK } })],
    ["unanswered", fault(500, "internal_error")],
    ["unanswered", fault(429, "rate_limit_error")],
    ["unanswered", json(404, {})],
    ["refused", fault(404, "task_not_found")],
    ["refused", json(200, { id: "task_1", status: "failed", error: { code: "x", message: "no" } })],
    ["expired", json(200, { id: "task_1", status: "expired" })],
    ["expired", fault(410, "result_expired")],
  ])("is %s according to its record, and no link is tried", async (kind, play) => {
    records = [play];
    expect((await fetchIt()).kind).toBe(kind);
    expect(pathsSeen()).toEqual([TASK]);
  });

  it.each([
    "http://10.0.0.1/v1/a?sig=1",
    "https://169.254.169.254/latest/meta-data",
    "http://gateway.test/v1/a?sig=1",
    "file:///etc/passwd",
    "https://user:pass@cdn.test/a",
    "https://cdn.test/a b",
    `https://cdn.test/${"x".repeat(10_000)}`,
    7,
    null,
    ["https://cdn.test/a"],
  ])("has a link that must not be followed: %j", async (url) => {
    records = [record(url)];
    // A string that is too long is not treated as a link.
    const isLink = typeof url === "string" && url.length < SIGNED_LINK_CHARACTERS;
    const outcome = await fetchIt();
    expect(outcome).toMatchObject(isLink ? { kind: "unusable", flaw: "bad_address" } : { kind: "unanswered" });
    expect(pathsSeen()).toEqual([TASK]);
    expect(JSON.stringify(outcome)).not.toContain("sig");
  });
});

it("neither key nor signature reaches an outcome or a log line", async () => {
  links = [fault(500, "x")];
  const outcome = await fetchIt();
  expect(lines.length).toBeGreaterThan(1);
  for (const text of [JSON.stringify(outcome), lines.join("")]) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain("sig=");
  }
});
