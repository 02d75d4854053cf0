import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { createGatewayHttp, type GatewayHttp } from "../../../src/gateway/http/http.ts";
import { createImageClient, type ImageClient } from "../../../src/gateway/image/image-client.ts";
import type { FetchOutcome, RemoteJob } from "../../../src/core/job/remote.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { IMAGE_BYTES } from "../../../src/lib/limits.ts";

/** Fetching a picture, played by hand: `docs/gateway.md#images-result`. */
const never = new AbortController().signal;
const PICTURE = randomBytes(300_001);
const RESULT = "/api/v1/images/jobs/job_1/result";
const FILE = "/api/v1/images/files/m_1";

type Play = (response: ServerResponse, request: IncomingMessage) => unknown;
let plays: { result?: Play; file?: Play };
let seen: { path: string; key: string | undefined }[];
let baseUrl: string;
let close: () => Promise<void>;
let http: GatewayHttp;
let client: ImageClient;

beforeEach(async () => {
  seen = [];
  plays = {};
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    seen.push({ path, key: request.headers.authorization });
    const play = path === RESULT ? plays.result : path === FILE ? plays.file : undefined;
    if (play) play(response, request);
    else json(404, { error: { code: "not_found" } })(response, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) expect.unreachable("no port");
  baseUrl = `http://127.0.0.1:${address.port}`;
  http = createGatewayHttp({ clock: systemClock, log: createLog("silent") });
  client = createImageClient({ http, clock: systemClock });
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

function file(bytes: Buffer, headers: Record<string, string> = { "content-type": "image/png" }): Play {
  return (response) => {
    response.writeHead(200, { "content-length": String(bytes.length), ...headers });
    response.end(bytes);
  };
}

type Result = Partial<Record<"url" | "base64" | "mimeType", string | undefined>>;
function result(image: Result = {}): Play {
  const whole = { url: `${baseUrl}${FILE}`, base64: PICTURE.toString("base64"), mimeType: "image/webp", ...image };
  return json(200, { images: [whole], usage: { images: 1 } });
}

const job = (): RemoteJob => ({ baseUrl, apiKey: "sk-contract-key", remoteId: "job_1" });
const fetchIt = (signal = never): Promise<FetchOutcome> => client.fetchArtifact(job(), signal);

function artifactOf(outcome: FetchOutcome): Extract<FetchOutcome, { kind: "artifact" }> {
  if (outcome.kind !== "artifact") throw new Error(`no artifact: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Whether the whole picture came from `base64`, for which the result is requested twice. */
async function comesFromBytes(): Promise<boolean> {
  const { body, mimeType } = artifactOf(await fetchIt());
  const whole = (await buffer(body)).equals(PICTURE) && mimeType === "image/webp";
  return whole && seen.filter(({ path }) => path === RESULT).length === 2;
}

describe("a picture", () => {
  it("comes from its url, with the key, and reports its mimeType", async () => {
    plays = { result: result({ mimeType: "IMAGE/PNG" }), file: file(PICTURE, { "content-type": "image/jpeg" }) };
    const artifact = artifactOf(await fetchIt());
    expect(artifact).toMatchObject({ mimeType: "image/png", usage: { images: 1 } });
    expect((await buffer(artifact.body)).equals(PICTURE)).toBe(true);
    expect(seen).toEqual([
      { path: RESULT, key: "Bearer sk-contract-key" },
      { path: FILE, key: "Bearer sk-contract-key" },
    ]);
  });

  it("comes from the first image, even without a type, and even if base64 occurs elsewhere", async () => {
    plays = { result: json(200, { usage: { base64: "x" }, images: [{ base64: PICTURE.toString("base64") }] }) };
    expect((await buffer(artifactOf(await fetchIt()).body)).equals(PICTURE)).toBe(true);
  });

  const otherUrls: readonly (readonly [string, () => string | undefined])[] = [
    ["at another host", () => "http://localhost.test/api/v1/images/files/m_1"],
    ["at another path", () => `${baseUrl}/sandbox/calls`],
    ["on another port", () => "http://127.0.0.1:1/api/v1/images/files/m_1"],
    ["no url", () => "m_1"],
    ["missing", () => undefined],
  ];
  it.each(otherUrls)("comes from base64 when its url is %s, which is not called", async (_what, url) => {
    plays = { result: (response, request) => result({ url: url() })(response, request) };
    expect(await comesFromBytes()).toBe(true);
    expect(seen.every(({ path }) => path === RESULT)).toBe(true);
  });

  const failures: readonly (readonly [string, Play])[] = [
    ["404", json(404, { error: { code: "not_found" } })],
    ["410", json(410, { error: { code: "result_expired" } })],
    ["500", json(500, { error: { code: "media_unavailable" } })],
    ["a redirect", (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()],
    ["a web page", file(Buffer.from("<html>"), { "content-type": "text/html" })],
    ["a dropped connection", (response) => response.destroy()],
    [
      "not framed, so that its end can't be told from a break",
      (response) => {
        response.useChunkedEncodingByDefault = false;
        response.writeHead(200, { "content-type": "image/png", connection: "close" }).end(PICTURE.subarray(0, 10));
      },
    ],
  ];
  it.each(failures)("comes from base64 when its url gives %s", async (_what, play) => {
    plays = { result: result(), file: play };
    expect(await comesFromBytes()).toBe(true);
  });

  it("alternates with base64 once its file has broken off three times or was of another type", async () => {
    plays = { result: result(), file: file(PICTURE) };
    const from = async (cuts: number, inline = false): Promise<string | undefined> => {
      const { body } = artifactOf(await client.fetchArtifact({ ...job(), cuts, inline }, never));
      expect((await buffer(body)).equals(PICTURE)).toBe(true);
      return seen.at(-1)?.path;
    };
    expect([await from(0), await from(1), await from(2)]).toEqual([FILE, FILE, FILE]);
    expect([await from(3), await from(4), await from(5)]).toEqual([RESULT, FILE, RESULT]);
    expect([await from(1, true), await from(4, true)]).toEqual([RESULT, RESULT]);
  });

  it("comes from its file, however often it has broken off, if there is no base64", async () => {
    plays = {
      result: json(200, { images: [{ url: `${baseUrl}${FILE}`, mimeType: "image/png" }] }),
      file: file(PICTURE),
    };
    const outcome = await client.fetchArtifact({ ...job(), cuts: 3, inline: true }, never);
    expect((await buffer(artifactOf(outcome).body)).equals(PICTURE)).toBe(true);
  });

  it.each<[string, string | undefined, Play]>([
    ["redirected", undefined, (response) => response.writeHead(302, { location: "http://x.test/" }).end()],
    ["wrong_type", undefined, file(Buffer.from("<html>"), { "content-type": "text/html" })],
    ["bad_address", "http://localhost.test/api/v1/images/files/m_1", file(PICTURE)],
  ])("is not usable (%s) if there is no base64 either", async (flaw, url = `${baseUrl}${FILE}`, play) => {
    plays = {
      result: json(200, { images: [{ url, mimeType: "image/png" }] }, { "x-request-id": "req-9" }),
      file: (response, request) => play(response.setHeader("x-request-id", "req-9"), request),
    };
    expect(await fetchIt()).toMatchObject({ kind: "unusable", flaw, requestId: "req-9" });
  });

  it("that is too large breaks off its stream", async () => {
    plays = {
      result: result(),
      file: (response) => {
        response.writeHead(200, { "content-length": String(IMAGE_BYTES + 1), "content-type": "image/png" });
        response.flushHeaders();
      },
    };
    const { body } = artifactOf(await fetchIt());
    await expect(buffer(body)).rejects.toMatchObject({ flaw: "too_large" });
  });

  it("that breaks off breaks its stream, and does not count as complete", async () => {
    plays = {
      result: result(),
      file: (response) => {
        response.writeHead(200, { "content-length": "1000", "content-type": "image/png" });
        response.write("half", () => response.destroy());
      },
    };
    const { body } = artifactOf(await fetchIt());
    await expect(buffer(body)).rejects.toMatchObject({ code: "gateway_connection_broken" });
  });

  it("closes its connection when its reader abandons it, even before reading", async () => {
    const closed = Promise.withResolvers<void>();
    plays = {
      result: result(),
      file: (response) => {
        response.once("close", () => closed.resolve());
        response.writeHead(200, { "content-length": "1000", "content-type": "image/png" }).write("half");
      },
    };
    artifactOf(await fetchIt()).body.destroy();
    await expect(closed.promise).resolves.toBeUndefined();
  });

  it("breaks off when it is stopped", async () => {
    const stop = new AbortController();
    plays = {
      result: result(),
      file: (response) => {
        response.writeHead(200, { "content-length": "1000", "content-type": "image/png" }).write("half");
      },
    };
    const { body } = artifactOf(await fetchIt(stop.signal));
    stop.abort();
    await expect(buffer(body)).rejects.toMatchObject({ code: "gateway_call_stopped" });
  });
});

describe("base64", () => {
  it("is decoded as it arrives, not buffered", async () => {
    const goOn = Promise.withResolvers<void>();
    const text = PICTURE.toString("base64");
    const [head = "", tail = ""] = JSON.stringify({ images: [{ base64: "#", mimeType: "image/webp" }] }).split("#");
    let calls = 0;
    plays = {
      result: async (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write(head + text.slice(0, 200_000));
        if (++calls === 2) await goOn.promise;
        response.end(text.slice(200_000) + tail);
      },
    };
    const { body } = artifactOf(await fetchIt());
    const parts: Buffer[] = [];
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part);
      // The rest is sent only once the reader has received bytes.
      goOn.resolve();
    }
    expect(Buffer.concat(parts).equals(PICTURE)).toBe(true);
  });

  it.each([
    ["no base64", "<svg>"],
    ["cut short", "AAAAA"],
  ])("breaks its stream when it is %s", async (_what, base64) => {
    plays = { result: result({ base64 }) };
    const { body } = artifactOf(await fetchIt());
    await expect(buffer(body)).rejects.toMatchObject({ flaw: "damaged" });
  });

  it("breaks its stream if the answer ends before its JSON does", async () => {
    let calls = 0;
    plays = {
      result: (response, request) => {
        if (++calls === 1) return result({ url: "none" })(response, request);
        response.writeHead(200, { "content-type": "application/json" });
        return response.end(`{"images":[{"base64":"${PICTURE.toString("base64", 0, 3_000)}`);
      },
    };
    const { body } = artifactOf(await fetchIt());
    await expect(buffer(body)).rejects.toMatchObject({ code: "gateway_unexpected_answer" });
  });
});

describe("a missing result", () => {
  const cases: readonly (readonly [string, Play, FetchOutcome["kind"]])[] = [
    ["409 job_not_finished", json(409, { error: { code: "job_not_finished" } }), "unanswered"],
    ["410 result_expired", json(410, { error: { code: "result_expired" } }), "expired"],
    ["404 not_found", json(404, { error: { code: "not_found" } }), "refused"],
    ["401 invalid_api_key", json(401, { error: { code: "invalid_api_key" } }), "refused"],
    ["404 media_unavailable", json(404, { error: { code: "media_unavailable" } }), "unanswered"],
    ["429", json(429, { error: { type: "rate_limit_error" } }), "unanswered"],
    ["500", json(500, { error: { code: "internal_error" } }), "unanswered"],
    ["404 without an error body", json(404, {}), "unanswered"],
    ["a web page", file(Buffer.from("<html>"), { "content-type": "text/html" }), "unanswered"],
    ["no JSON", file(Buffer.from("hello"), { "content-type": "application/json" }), "unanswered"],
    ["no pictures", json(200, { images: [], usage: {} }), "unanswered"],
    ["neither url nor base64", json(200, { images: [{ mimeType: "image/png" }] }), "unanswered"],
    ["a megabyte of something else", json(200, { images: [], other: "x".repeat(2_000_000) }), "unusable"],
    ["a dropped connection", (response) => response.destroy(), "unanswered"],
    ["a redirect", (response) => response.writeHead(302, { location: "http://x.test/" }).end(), "unusable"],
  ];
  it.each(cases)("reads %s", async (_what, play, kind) => {
    plays = { result: play };
    expect((await fetchIt()).kind).toBe(kind);
  });

  it("keeps the wait that the gateway asks for", async () => {
    plays = { result: json(409, { error: { code: "job_not_finished" } }, { "retry-after": "2" }) };
    expect(await fetchIt()).toMatchObject({ kind: "unanswered", retryAfterMs: 2_000 });
  });

  it("is unanswered if it is stopped", async () =>
    expect((await fetchIt(AbortSignal.abort())).kind).toBe("unanswered"));
});
