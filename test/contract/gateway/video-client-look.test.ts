import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { createGatewayHttp, type GatewayHttp } from "../../../src/gateway/http/http.ts";
import { createVideoClient, type VideoClient } from "../../../src/gateway/video/video-client.ts";
import type { LookOutcome, RemoteJob } from "../../../src/core/job/remote.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { httpAnswer, startTcpServer, type TcpServer } from "../../support/process/tcp-server.ts";

/** How the client reads every record of a task, played by hand: `docs/gateway.md#videos-task-object` and `#videos-errors`. */
const KEY = "sk-contract-key";
const never = new AbortController().signal;
let http: GatewayHttp;
let client: VideoClient;
let server: TcpServer;
let answer: string;

beforeEach(async () => {
  http = createGatewayHttp({
    clock: systemClock,
    log: createLog("silent"),
    timeouts: { silenceMs: 50, headersMs: 300 },
  });
  client = createVideoClient({ http });
  server = await startTcpServer((socket) => {
    if (answer === "reset") socket.resetAndDestroy();
    else if (answer !== "hang") socket.write(answer);
  });
});

afterEach(async () => {
  await http.close();
  await server.close();
});

const error = (code: string): string =>
  JSON.stringify({ error: { code, message: "what it says", type: "x" }, code, message: "what it says", data: null });

function job(remoteId = "task_1/ ?"): RemoteJob {
  return { baseUrl: server.url, apiKey: KEY, remoteId };
}

describe("a poll", () => {
  const look = (): Promise<LookOutcome> => client.look(job(), never);
  const record = (fields: object): string => httpAnswer(200, JSON.stringify({ id: job().remoteId, ...fields }));

  it("requests the complete id, with the key", async () => {
    answer = record({ status: "queued" });
    await look();
    expect(server.received()).toMatch(/^GET \/v1\/videos\/task_1%2F%20%3F HTTP\/1\.1\r\n/);
    expect(server.received()).toContain(`authorization: Bearer ${KEY}\r\n`);
  });

  it.each([
    ["queued", "queued"],
    ["in_progress", "running"],
    ["completed", "completed"],
    ["failed", "failed"],
    ["expired", "expired"],
  ])("sees %s as %s", async (status, phase) => {
    answer = record({ object: "video", model: "m", status, progress: 40, created_at: 1_790_000_000 });
    expect(await look()).toMatchObject({ kind: "snapshot", snapshot: { phase, percent: 40 } });
  });

  it("keeps the gateway's own words on making, delivering and billing", async () => {
    const facts = { generation_status: "succeeded", delivery_status: "cached", billing_status: "charged" };
    answer = record({
      status: "completed",
      progress: 100,
      completed_at: 1_790_000_123,
      expires_at: 1_790_086_523,
      message: "done",
      metadata: { url: "https://a.test/v?sig=secret", ...facts, brand_new: 1 },
    });
    expect(await look()).toEqual({
      kind: "snapshot",
      snapshot: {
        phase: "completed",
        percent: 100,
        queuePosition: undefined,
        message: "done",
        startedAt: undefined,
        finishedAt: 1_790_000_123_000,
        fault: undefined,
        usage: { ...facts, message: "done" },
      },
    });
  });

  it("says why a task failed, with the request's id", async () => {
    answer = httpAnswer(200, '{"status":"failed","error":{"code":"content_moderation","message":"no"}}', {
      "x-gateway-request-id": "gw-3",
    });
    expect(await look()).toMatchObject({
      snapshot: { phase: "failed", fault: { code: "content_moderation", message: "no", requestId: "gw-3" } },
    });
  });

  it.each([
    [{ progress: 250 }, 100],
    [{ progress: -3 }, 0],
    [{ progress: 33.6 }, 34],
    [{ progress: "40" }, undefined],
    [{ progress: null }, undefined],
    [{}, undefined],
  ])("reads %j as %s percent", async (fields, percent) => {
    answer = record({ status: "in_progress", ...fields });
    expect(await look()).toMatchObject({ kind: "snapshot", snapshot: { percent } });
  });

  it("recognises times in milliseconds", async () => {
    answer = record({ status: "completed", completed_at: 1_790_000_123_456 });
    expect(await look()).toMatchObject({ snapshot: { finishedAt: 1_790_000_123_456 } });
  });

  it.each([
    { metadata: null },
    { metadata: "x" },
    { metadata: { url: 7, generation_status: {}, billing_status: ["x"] } },
    { error: null },
    { error: [] },
    { error: "broken" },
    { completed_at: "2026-11-20" },
    { completed_at: -1 },
    { message: { a: 1 } },
    { model: 4, object: null },
  ])("tolerates %j", async (fields) => {
    answer = record({ status: "in_progress", ...fields });
    expect(await look()).toMatchObject({ kind: "snapshot", snapshot: { phase: "running", usage: undefined } });
  });

  it("cleans texts so that they can be stored and shown", async () => {
    answer = record({ status: "failed", message: `a\u0000b${"x".repeat(5_000)}`, error: { message: "\ud800!" } });
    const outcome = await look();
    const snapshot = outcome.kind === "snapshot" ? outcome.snapshot : undefined;
    expect(snapshot?.message?.slice(0, 3)).toBe("abx");
    expect(snapshot?.message?.length).toBeLessThanOrEqual(2_000);
    expect(snapshot?.fault?.message).toBe("\ufffd!");
  });

  it.each([
    ["missing", 404, "task_not_found"],
    ["expired", 410, "result_expired"],
    ["denied", 401, "invalid_api_key"],
    ["denied", 403, "permission_error"],
    ["unanswered", 400, "invalid_value"],
    ["unanswered", 409, "brand_new"],
    ["unanswered", 429, "rate_limit_error"],
    ["unanswered", 500, "internal_error"],
  ])("is %s by a %d with an error body", async (kind, status, code) => {
    answer = httpAnswer(status, error(code), { "x-gateway-request-id": "gw-2" });
    const outcome = await look();
    expect(outcome.kind).toBe(kind);
    if (kind !== "unanswered") expect(outcome).toMatchObject({ fault: { status, code, requestId: "gw-2" } });
  });

  it.each([
    ["404 from something in between", httpAnswer(404, "{}")],
    ["404 with HTML", httpAnswer(404, "<html>", { "content-type": "text/html" })],
    ["410 without a body", httpAnswer(410, "")],
    ["an unknown state", httpAnswer(200, '{"status":"cancelled"}')],
    ["no state", httpAnswer(200, '{"id":"task_1/ ?"}')],
    ["another task's record", httpAnswer(200, '{"id":"task_2","status":"completed"}')],
    ["a list", httpAnswer(200, "[]")],
    ["null", httpAnswer(200, "null")],
    ["a record that breaks off", httpAnswer(200, '{"status":"queued"}').slice(0, -4)],
    ["two megabytes", httpAnswer(200, `{"status":"queued","x":"${"x".repeat(2_000_000)}"}`)],
    ["a redirect", httpAnswer(302, "", { location: "https://elsewhere.test/" })],
    ["a reset", "reset"],
  ])("is unanswered by %s", async (_what, given) => {
    answer = given;
    const outcome = await look();
    expect(outcome.kind).toBe("unanswered");
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });

  it("says when to poll again, and reports a missing answer", async () => {
    answer = httpAnswer(429, error("rate_limit_error"), { "retry-after": "11" });
    expect(await look()).toMatchObject({ kind: "unanswered", retryAfterMs: 11_000 });
    answer = "hang";
    expect(await look()).toMatchObject({ kind: "unanswered", timedOut: true });
  });
});

it("has neither events nor a way to cancel", () => {
  expect(Object.keys(client).toSorted()).toEqual(["create", "fetchArtifact", "look"]);
});
