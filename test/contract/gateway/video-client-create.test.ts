import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { createGatewayHttp, type GatewayHttp } from "../../../src/gateway/http/http.ts";
import { createVideoClient, type VideoClient } from "../../../src/gateway/video/video-client.ts";
import type { RemoteCreate } from "../../../src/core/job/remote.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { httpAnswer, refusedUrl, startTcpServer, type TcpServer } from "../../support/process/tcp-server.ts";

/** How the client reads every answer to a create, played by hand: `docs/gateway.md#videos-create-response` and `#videos-errors`. */
const KEY = "sk-contract-key";
const BODY = '{"model":"sd2.5(9参考图)","prompt":"一只红狐狸","seconds":4}';
const never = new AbortController().signal;
let http: GatewayHttp;
let client: VideoClient;
let server: TcpServer;
let answer: string;

beforeEach(async () => {
  http = createGatewayHttp({
    clock: systemClock,
    log: createLog("silent"),
    timeouts: { onceMs: 300 },
  });
  client = createVideoClient({ http });
  server = await startTcpServer((socket) => {
    if (answer === "reset") socket.resetAndDestroy();
    else if (answer === "close") socket.end();
    else if (answer !== "hang") socket.write(answer);
  });
});

afterEach(async () => {
  await http.close();
  await server.close();
});

const error = (code?: string | null, type?: string, message: string | undefined = "what it says"): string =>
  JSON.stringify({ error: { code, message, type }, code, message, data: null });

function create(baseUrl = server.url): RemoteCreate {
  return {
    baseUrl,
    apiKey: KEY,
    path: "/v1/videos",
    body: BODY,
    idempotencyKey: "easel-1",
  };
}

describe("a create", () => {
  it("can't be repeated, so it gets a connection of its own, which the server won't close just then", async () => {
    answer = httpAnswer(200, '{"id":"task_1","status":"queued"}');
    await client.look({ baseUrl: server.url, apiKey: KEY, remoteId: "task_1" }, never);
    expect(await client.create(create(), never)).toMatchObject({ kind: "created" });
    expect([server.requests(), server.connections()]).toEqual([2, 2]);
  });

  it("sends the stored bytes once, with the key, and without an idempotency key, which videos do not have", async () => {
    answer = httpAnswer(200, '{"id":"task_1","status":"queued"}');
    await client.create(create(), never);
    expect(server.requests()).toBe(1);
    const received = Buffer.from(server.received(), "latin1").toString("utf8");
    expect(received).toMatch(/^POST \/v1\/videos HTTP\/1\.1\r\n/);
    expect(received).toContain("content-type: application/json\r\n");
    expect(received).toContain(`authorization: Bearer ${KEY}\r\n`);
    expect(received.toLowerCase()).not.toContain("idempotency");
    expect(received.endsWith(`\r\n\r\n${BODY}`)).toBe(true);
  });

  const task = { object: "video", model: "m", status: "queued", progress: 0, created_at: 1_790_000_000 };
  it.each([
    ["an id", { id: "task_1", ...task }],
    ["an id and the same as task_id", { id: "task_1", task_id: "task_1", ...task }],
    ["a task_id alone", { task_id: "task_1", ...task }],
    ["an id and fields that are new", { id: "task_1", brand_new: { a: [1] }, metadata: 7, error: null }],
  ])("is created by a 2xx with %s", async (_what, body) => {
    for (const status of [200, 201, 202]) {
      answer = httpAnswer(status, JSON.stringify(body), { "X-Gateway-Request-Id": "gw-1" });
      const outcome = await client.create(create(), never);
      expect(outcome).toEqual({ kind: "created", remoteId: "task_1", requestId: "gw-1", guidance: undefined });
    }
  });

  it("keeps the complete id, however long and odd", async () => {
    const id = `task_${"x".repeat(480)}/狐?&#%2F`;
    answer = httpAnswer(200, JSON.stringify({ id }));
    expect(await client.create(create(), never)).toMatchObject({ kind: "created", remoteId: id });
  });

  it.each([
    ["200 without an id", httpAnswer(200, '{"status":"queued"}')],
    ["200 with an empty id", httpAnswer(200, '{"id":""}')],
    ["200 with a number as id", httpAnswer(200, '{"id":7}')],
    ["200 with an id that can't be kept", httpAnswer(200, '{"id":"a\\u0000b"}')],
    ["200 with an error object instead", httpAnswer(200, error("invalid_value", "invalid_request_error"))],
    ["200 without JSON", httpAnswer(200, "ok")],
    ["200 without a body", httpAnswer(200, "")],
    ["204", "HTTP/1.1 204 No Content\r\n\r\n"],
    ["200 that breaks off", httpAnswer(200, '{"id":"task_1"}', { "content-length": "400" })],
    ["200 with HTML", httpAnswer(200, '{"id":"task_1"}', { "content-type": "text/html" })],
    ["200 with a gigabyte", httpAnswer(200, '{"id":"task_1"', { "content-length": "1073741824" })],
    ["200 in an encoding that was not requested", httpAnswer(200, '{"id":"task_1"}', { "content-encoding": "gzip" })],
    ["a redirect", httpAnswer(307, "", { location: "https://elsewhere.test/" })],
    ["something that is not HTTP", "SSH-2.0-OpenSSH_9.9\r\n\r\n"],
    ["a reset", "reset"],
    ["a closed connection", "close"],
    ["silence", "hang"],
    ["408", httpAnswer(408, error("request_timeout", "timeout"))],
    ["499", httpAnswer(499, error("client_closed", "x"))],
    ["submission_failed, also as a 400", httpAnswer(400, error("submission_failed", "x"))],
    ["400 without an error body", httpAnswer(400, "{}")],
    ["400 with the aliases alone", httpAnswer(400, '{"code":"invalid_value","message":"no","data":null}')],
    ["400 with a message alone", httpAnswer(400, '{"error":{"message":"Bad Request"}}')],
    ["400 with a code alone", httpAnswer(400, '{"error":{"code":"bad_request"}}')],
    ["400 with a text as error", httpAnswer(400, '{"error":"Bad Request"}')],
    ["401 with HTML", httpAnswer(401, "<html>", { "content-type": "text/html" })],
    ["403 from a proxy", httpAnswer(403, "Forbidden", { "content-type": "text/plain" })],
    ["413 from a proxy", httpAnswer(413, "<html>", { "content-type": "text/html" })],
    ["500 internal_error", httpAnswer(500, error("internal_error", "x"))],
    ["502 INSUFFICIENT_BALANCE, which settles it for pictures", httpAnswer(502, error("INSUFFICIENT_BALANCE", "x"))],
    ["503 api_error, which settles it for pictures", httpAnswer(503, error("api_error", "x"))],
    ["503 model_temporarily_unavailable", httpAnswer(503, error("model_temporarily_unavailable", "x"))],
    ["503 rate_limit_error", httpAnswer(503, error("rate_limit_error", "x"), { "retry-after": "5" })],
    ["504 without a body", httpAnswer(504, "")],
    ["529 with an unknown code", httpAnswer(529, error("brand_new", "x"))],
  ])("is unknown after %s, and was sent once", async (_what, given) => {
    answer = given;
    const outcome = await client.create(create(), never);
    expect(outcome.kind).toBe("unknown");
    expect(JSON.stringify(outcome)).not.toContain(KEY);
    expect(server.requests()).toBe(1);
  });

  it("whose outcome is unknown names the request, so that the gateway's operator can find it", async () => {
    answer = httpAnswer(500, error("internal_error", "x"), { "x-gateway-request-id": "gw-7" });
    expect(await client.create(create(), never)).toMatchObject({ reason: "HTTP 500 internal_error (request gw-7)" });
    answer = httpAnswer(502, "<html>", { "content-type": "text/html", "x-gateway-request-id": "gw-8" });
    expect(await client.create(create(), never)).toMatchObject({
      reason: expect.stringContaining("gw-8"),
      fault: { requestId: "gw-8" },
    });
  });

  it.each([
    ["400 invalid_value", 400, error("invalid_value", "invalid_request_error"), false],
    ["401 invalid_api_key", 401, error("invalid_api_key", "authentication_error"), false],
    ["403 permission_error", 403, error("permission_error", "permission_error"), false],
    ["403 INSUFFICIENT_BALANCE", 403, error("INSUFFICIENT_BALANCE", "billing_error"), false],
    ["404 model_not_found", 404, error("model_not_found", "not_found_error"), false],
    ["409 with an unknown code", 409, error("brand_new", "brand_new"), false],
    ["422 with a type alone", 422, error(null, "invalid_request_error"), false],
    ["422 with a code alone", 422, error("brand_new"), false],
    ["429", 429, error("rate_limit_error", "rate_limit_error"), true],
    ["429 with an unknown code", 429, error("brand_new", "x"), true],
    ["429 of a spent cap", 429, error("API_KEY_QUOTA_EXHAUSTED", "x"), false],
  ])("is refused by %s", async (_what, status, body, later) => {
    answer = httpAnswer(status, body, { "x-gateway-request-id": "gw-1", "retry-after": "4" });
    expect(await client.create(create(), never)).toMatchObject({
      kind: "refused",
      later,
      retryAfterMs: 4_000,
      fault: { status, message: "what it says", requestId: "gw-1" },
    });
    expect(server.requests()).toBe(1);
  });

  it.each([
    ["99999999", 3_600_000],
    ["Wed, 21 Oct 2099 07:28:00 GMT", 3_600_000],
    ["Wed, 21 Oct 2015 07:28:00 GMT", 0],
    ["-5", undefined],
    ["soon", undefined],
  ])("refused with Retry-After %s waits %s ms", async (given, retryAfterMs) => {
    answer = httpAnswer(429, error("rate_limit_error", "x"), { "retry-after": given });
    expect(await client.create(create(), never)).toMatchObject({ kind: "refused", retryAfterMs });
  });

  it("is not sent if nothing listens, without an address, or with a key that no header can carry", async () => {
    expect((await client.create(create(await refusedUrl()), never)).kind).toBe("not_sent");
    for (const baseUrl of ["", "gateway.test", "ftp://gateway.test"]) {
      expect((await client.create(create(baseUrl), never)).kind).toBe("not_sent");
    }
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
