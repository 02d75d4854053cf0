import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { createGatewayHttp, type GatewayHttp } from "../../../src/gateway/http/http.ts";
import { createImageClient, type ImageClient } from "../../../src/gateway/image/image-client.ts";
import { checkImageKey } from "../../../src/gateway/key-check.ts";
import type { RemoteCreate, RemoteJob, RemoteSnapshot } from "../../../src/core/job/remote.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { httpAnswer, refusedUrl, startTcpServer, type TcpServer } from "../../support/process/tcp-server.ts";
import { pulled } from "../../support/process/pulled.ts";

/** How the client reads every kind of answer, played by hand: `docs/gateway.md#images-endpoints` and `#images-errors`. */
const KEY = "sk-contract-key";
const BODY = '{"model":"provider-a/image-2","prompt":"一只红狐狸"}';
const never = new AbortController().signal;
let http: GatewayHttp;
let client: ImageClient;
let server: TcpServer;
let answer: string;

beforeEach(async () => {
  http = createGatewayHttp({ clock: systemClock, log: createLog("silent"), timeouts: { silenceMs: 50 } });
  client = createImageClient({ http, clock: systemClock });
  server = await startTcpServer((socket) => {
    if (answer === "reset") socket.resetAndDestroy();
    else socket.write(answer);
  });
});

afterEach(async () => {
  await http.close();
  await server.close();
});

const error = (code: string | undefined, type?: string): string =>
  JSON.stringify({ error: { status: 400, message: "what it says", code, type, param: "size" } });

function create(baseUrl = server.url): RemoteCreate {
  return {
    baseUrl,
    apiKey: KEY,
    path: "/api/v1/images/generations/jobs",
    body: BODY,
    idempotencyKey: "easel-1",
  };
}

function job(): RemoteJob {
  return { baseUrl: server.url, apiKey: KEY, remoteId: "job/1 ?" };
}

describe("a create", () => {
  it("sends the stored bytes once, with its key", async () => {
    answer = httpAnswer(202, '{"jobId":"job_1","phase":"queued"}');
    await client.create(create(), never);
    expect(server.requests()).toBe(1);
    const received = Buffer.from(server.received(), "latin1").toString("utf8");
    expect(received).toMatch(/^POST \/api\/v1\/images\/generations\/jobs HTTP\/1\.1\r\n/);
    expect(received).toContain("content-type: application/json\r\n");
    expect(received).toContain("idempotency-key: easel-1\r\n");
    expect(received).toContain(`authorization: Bearer ${KEY}\r\n`);
    expect(received.endsWith(`\r\n\r\n${BODY}`)).toBe(true);
  });

  it("is created by a 202 with an id", async () => {
    const guidance = { tier: "1K", timeoutSeconds: 300, milestones: [] };
    const body = JSON.stringify({ jobId: "job_1", phase: "queued", durationGuidance: guidance });
    answer = httpAnswer(202, body, { "X-Gateway-Request-Id": "gw-1" });
    expect(await client.create(create(), never)).toEqual({
      kind: "created",
      remoteId: "job_1",
      requestId: "gw-1",
      guidance,
    });
  });

  it.each([
    ["202 without an id", httpAnswer(202, '{"phase":"queued"}')],
    ["202 with an empty id", httpAnswer(202, '{"jobId":""}')],
    ["202 without JSON", httpAnswer(202, "ok")],
    ["202 that breaks off", httpAnswer(202, '{"jobId":"job_1"}', { "content-length": "400" })],
    ["202 with HTML", httpAnswer(202, '{"jobId":"job_1"}', { "content-type": "text/html" })],
    ["a redirect", httpAnswer(308, "", { location: "https://elsewhere.test/" })],
    ["a reset", "reset"],
    ["408", httpAnswer(408, error("request_timeout"))],
    ["499", httpAnswer(499, error("client_closed"))],
    ["submission_failed, also as a 400", httpAnswer(400, error("submission_failed"))],
    ["400 without an error body", httpAnswer(400, "{}")],
    ["403 from a proxy", httpAnswer(403, "<html>", { "content-type": "text/html" })],
    ["500 internal_error", httpAnswer(500, error("internal_error"))],
    ["502 upstream_transport_error", httpAnswer(502, error("upstream_transport_error"))],
    ["503 upstream_error, whose message decides", httpAnswer(503, error("upstream_error"))],
    ["500 api_error, which is not the contract's 503", httpAnswer(500, error("api_error"))],
    ["504 with an unknown code", httpAnswer(504, error("brand_new"))],
  ])("is unknown after %s", async (_what, given) => {
    answer = given;
    const outcome = await client.create(create(), never);
    expect(outcome.kind).toBe("unknown");
    expect(JSON.stringify(outcome)).not.toContain(KEY);
    expect(server.requests()).toBe(1);
  });

  it.each([
    ["400 invalid_value", 400, error("invalid_value"), false],
    ["401 invalid_api_key", 401, error("invalid_api_key"), false],
    ["403 INSUFFICIENT_BALANCE", 403, error("INSUFFICIENT_BALANCE", "billing_error"), false],
    ["a spent cap as a 429", 429, error("API_KEY_QUOTA_EXHAUSTED"), false],
    ["404 model_not_found", 404, error("model_not_found"), false],
    ["409 idempotency_key_conflict", 409, error("idempotency_key_conflict"), false],
    ["413 request_too_large", 413, error("request_too_large"), false],
    ["400 content moderation", 400, error("ContentModerationRejected"), false],
    ["400 of the ERR- family", 400, error("ERR-93ab", "content_policy_error"), false],
    ["422 with an unknown code", 422, error("brand_new"), false],
    ["429 with an unknown code", 429, error("brand_new"), true],
    ["429 with a type alone", 429, error(undefined, "invalid_request_error"), true],
    ["400 rate_limit_error", 400, error(undefined, "rate_limit_error"), true],
    ["503 api_error", 503, error("api_error"), true],
    ["503 model_temporarily_unavailable", 503, error("model_temporarily_unavailable"), true],
    ["500 identity_resolution_failed", 500, error("identity_resolution_failed"), true],
    ["502 INSUFFICIENT_BALANCE", 502, error("INSUFFICIENT_BALANCE"), false],
  ])("is refused by %s", async (_what, status, body, later) => {
    answer = httpAnswer(status, body, { "x-request-id": "rq-1", "retry-after": "4" });
    const outcome = await client.create(create(), never);
    expect(outcome).toMatchObject({
      kind: "refused",
      later,
      retryAfterMs: 4_000,
      fault: { status, message: "what it says", param: "size", requestId: "rq-1" },
    });
  });

  it("is not sent if nothing listens", async () => {
    expect((await client.create(create(await refusedUrl()), never)).kind).toBe("not_sent");
  });

  it.each(["", "gateway.test", "ftp://gateway.test"])("is not sent to the address %j", async (baseUrl) => {
    expect((await client.create(create(baseUrl), never)).kind).toBe("not_sent");
  });

  it("is not sent with a key that no header can carry, and does not reveal it", async () => {
    const outcome = await client.create({ ...create(), apiKey: "sk-bad\r\nx-evil: 1" }, never);
    expect(outcome.kind).toBe("not_sent");
    expect(JSON.stringify(outcome)).not.toContain("evil");
    expect(server.requests()).toBe(0);
  });

  it("is not sent if stopped before, and unknown if stopped after", async () => {
    expect((await client.create(create(), AbortSignal.abort())).kind).toBe("not_sent");
    const stop = new AbortController();
    const hanging = await startTcpServer(() => stop.abort());
    expect((await client.create(create(hanging.url), stop.signal)).kind).toBe("unknown");
    await hanging.close();
  });
});

describe.each(["look", "cancel"] as const)("%s", (method) => {
  it("requests exactly this job", async () => {
    answer = httpAnswer(200, '{"jobId":"job/1 ?","phase":"running"}');
    expect(await client[method](job(), never)).toMatchObject({ kind: "snapshot", snapshot: { phase: "running" } });
    const verb = method === "look" ? "GET" : "DELETE";
    expect(server.received()).toContain(`${verb} /api/v1/images/jobs/job%2F1%20%3F HTTP/1.1\r\n`);
  });

  it.each([
    ["404 not_found", 404, error("not_found"), "missing"],
    ["410 result_expired", 410, error("result_expired"), "expired"],
    ["401 invalid_api_key", 401, error("invalid_api_key"), "denied"],
    ["403 permission_error", 403, error(undefined, "permission_error"), "denied"],
    ["404 of a wrong route", 404, error("unsupported_images_endpoint"), "unanswered"],
    ["404 without an error body", 404, "{}", "unanswered"],
    ["401 without an error body", 401, "[]", "unanswered"],
    ["429", 429, error("429"), "unanswered"],
    ["500", 500, error("internal_error"), "unanswered"],
    ["200 without a phase", 200, "{}", "unanswered"],
    ["200 with an unknown phase", 200, '{"phase":"paused"}', "unanswered"],
    ["200 with another job's snapshot", 200, '{"jobId":"job_2","phase":"completed"}', "unanswered"],
    ["200 that is not JSON", 200, "hello", "unanswered"],
  ])("reads %s", async (_what, status, body, kind) => {
    answer = httpAnswer(status, body);
    expect((await client[method](job(), never)).kind).toBe(kind);
  });

  it("keeps the wait that the gateway asks for", async () => {
    answer = httpAnswer(503, error("api_error"), { "retry-after": "9" });
    expect(await client[method](job(), never)).toMatchObject({ kind: "unanswered", retryAfterMs: 9_000 });
  });

  it("is unanswered if nothing listens, or if it is stopped", async () => {
    expect((await client[method]({ ...job(), baseUrl: await refusedUrl() }, never)).kind).toBe("unanswered");
    expect((await client[method](job(), AbortSignal.abort())).kind).toBe("unanswered");
  });
});

const EVENT_HEAD = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

async function phases(): Promise<string[]> {
  const list: string[] = [];
  for await (const snapshot of pulled<RemoteSnapshot>((push, stop) => client.events(job(), push, stop)))
    list.push(snapshot.phase);
  return list;
}

describe("the events of a job", () => {
  it("are its snapshots; the data's phase decides, and the stream ends with a terminal one", async () => {
    answer =
      EVENT_HEAD +
      event("queued", { phase: "queued", queuePosition: 2 }) +
      event("heartbeat", {}) +
      event("brand_new", { anything: 1 }) +
      event("queued", { phase: "running" }) +
      event("completed", { phase: "completed" }) +
      event("queued", { phase: "queued" });
    expect(await phases()).toEqual(["queued", "running", "completed"]);
  });

  it.each([
    ["no JSON", "event: running\ndata: {\n\n"],
    ["no snapshot", event("running", { phase: "paused" })],
    ["another job's", event("running", { jobId: "job_2", phase: "running" })],
  ])("end with an error when the data is %s", async (_what, text) => {
    answer = EVENT_HEAD + text;
    await expect(phases()).rejects.toMatchObject({ code: "gateway_unexpected_answer" });
  });

  it("end with the fault if the job is unknown", async () => {
    answer = httpAnswer(404, error("not_found"));
    await expect(phases()).rejects.toMatchObject({ code: "gateway_fault", fault: { code: "not_found" } });
  });
});

describe("checking a key", () => {
  it.each([
    ["404 not_found", 404, error("not_found"), "ok"],
    ["401 invalid_api_key", 401, error("invalid_api_key"), "invalid"],
    ["403 permission_error", 403, error("permission_error"), "forbidden"],
    ["404 without an error body", 404, "{}", "unreachable"],
    ["404 of a wrong route", 404, error("unsupported_images_endpoint"), "unreachable"],
    ["500", 500, error("internal_error"), "unreachable"],
  ])("reads %s", async (_what, status, body, kind) => {
    answer = httpAnswer(status, body);
    expect((await checkImageKey(http, server.url, KEY, never)).kind).toBe(kind);
  });

  it("says why the gateway can't be reached", async () => {
    const check = await checkImageKey(http, await refusedUrl(), KEY, never);
    expect(check).toMatchObject({ kind: "unreachable", reason: expect.stringContaining("ECONNREFUSED") });
  });

  it("treats a key that no header can carry as invalid, without a call", async () => {
    expect((await checkImageKey(http, server.url, "sk bad", never)).kind).toBe("invalid");
    expect(server.requests()).toBe(0);
  });
});
