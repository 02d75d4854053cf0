import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkVideoKey } from "../../../src/gateway/key-check.ts";
import { listModels } from "../../../src/gateway/model-list.ts";
import type { FetchOutcome } from "../../../src/core/job/remote.ts";
import { openVideoGateway, type VideoGateway, VIDEOS } from "../../support/gateway/video-gateway.ts";

/** From the list of models to a clip, against the sandbox over HTTP: `docs/gateway.md#videos`. */
const never = new AbortController().signal;
const CONTENT = "/v1/videos/*/content";
let gateway: VideoGateway;

beforeAll(async () => {
  gateway = await openVideoGateway();
});

afterAll(() => gateway.close());

beforeEach(() => gateway.control("/sandbox/reset", {}));

const advance = (seconds: number): Promise<void> => gateway.control("/sandbox/clock", { advanceSeconds: seconds });

function fault(method: string, path: string, action: object, times = 1): Promise<void> {
  return gateway.control("/sandbox/faults", { match: { method, path }, action, times });
}

async function clipOf(outcome: FetchOutcome): Promise<{ mimeType: string | undefined; bytes: Buffer; usage: unknown }> {
  if (outcome.kind !== "artifact") throw new Error(`no clip: ${JSON.stringify(outcome)}`);
  return { mimeType: outcome.mimeType, bytes: await buffer(outcome.body), usage: outcome.usage };
}

describe("the models", () => {
  it("of a key are listed by their names", async () => {
    const list = await listModels(gateway.http, gateway.url, "sk-sandbox", never);
    const names = list.kind === "models" ? list.names : [];
    expect(names).toEqual(expect.arrayContaining(["alpha-h3(933/4-15秒/2K)", "gamma3.0-video-480p", "sd2.5(9参考图)"]));
  });

  it("are hidden from an unknown key", async () => {
    expect(await listModels(gateway.http, gateway.url, "sk-nobody", never)).toMatchObject({
      kind: "denied",
      fault: { status: 401, code: "invalid_api_key" },
    });
  });

  it.each([
    ["sk-sandbox", "ok"],
    ["sk-sandbox-videos", "ok"],
    ["sk-nobody", "invalid"],
    ["sk-sandbox-images", "forbidden"],
  ])("check the key %s: %s", async (apiKey, kind) => {
    expect((await checkVideoKey(gateway.http, gateway.url, apiKey, never)).kind).toBe(kind);
  });
});

describe("a create", () => {
  it("creates a task with an id and a request id, one each time", async () => {
    const first = await gateway.create("a red fox");
    const second = await gateway.create("a red fox");
    expect(first).toMatchObject({ kind: "created", requestId: expect.any(String), remoteId: expect.any(String) });
    expect(second.kind === "created" && first.kind === "created" && second.remoteId !== first.remoteId).toBe(true);
    const [call] = await gateway.calls();
    expect(Object.keys(call?.headers ?? {}).filter((name) => name.includes("idempotency"))).toEqual([]);
  });

  it.each([
    ["no prompt", "", {}, 400, "invalid_value"],
    ["seconds beyond the model", "a fox", { seconds: "31" }, 400, "invalid_value"],
    ["conflicting aliases", "a fox", { duration: 7 }, 400, "invalid_value"],
    [
      "a field that is not listed",
      "a fox",
      { model: "beta-2.0-mini-12s", seconds: 12, face: true },
      400,
      "invalid_value",
    ],
    ["an unknown model", "a fox", { model: "nothing" }, 404, "model_not_found"],
  ])("with %s is refused for good", async (_what, prompt, fields, status, code) => {
    expect(await gateway.create(prompt, { fields })).toMatchObject({
      kind: "refused",
      later: false,
      fault: { status, code, requestId: expect.any(String) },
    });
  });

  it.each([
    ["sk-nobody", 401, "invalid_api_key"],
    ["sk-sandbox-images", 403, "permission_error"],
    ["sk-sandbox-broke", 403, "INSUFFICIENT_BALANCE"],
    ["sk-sandbox-capped", 403, "API_KEY_QUOTA_EXHAUSTED"],
  ])("with the key %s is refused for good", async (apiKey, status, code) => {
    expect(await gateway.create("a fox", { apiKey })).toMatchObject({
      kind: "refused",
      later: false,
      fault: { status, code },
    });
  });

  it("beyond the key's concurrency is refused", async () => {
    const apiKey = "sk-sandbox-one";
    await gateway.created("first [slow:600]", { apiKey });
    expect(await gateway.create("second", { apiKey })).toMatchObject({ kind: "refused", fault: { status: 429 } });
  });

  it.each([
    ["broken off before it was received", { type: "drop-before" }],
    ["broken off after it was received", { type: "drop-after" }],
    ["cut in the middle of the answer", { type: "cut" }],
    ["answered with 500", { type: "status", status: 500, code: "internal_error" }],
    ["answered with 503 api_error", { type: "status", status: 503, code: "api_error" }],
    ["answered with submission_failed", { type: "status", status: 400, code: "submission_failed" }],
    ["answered with 408", { type: "status", status: 408, code: "request_timeout" }],
    ["answered by a web page", { type: "status", status: 403, body: "<html>Forbidden</html>" }],
    ["answered with 200 and no id", { type: "status", status: 200, body: "{}" }],
  ])("%s is unknown, and was sent once", async (_what, action) => {
    await fault("POST", VIDEOS, action);
    expect(await gateway.create("a fox")).toMatchObject({ kind: "unknown" });
    const creates = (await gateway.calls()).filter(({ method, path }) => method === "POST" && path === VIDEOS);
    expect(creates).toHaveLength(1);
  });

  it("with an unknown outcome keeps the gateway's words", async () => {
    await fault("POST", VIDEOS, { type: "status", status: 503, code: "api_error" });
    expect(await gateway.create("a fox")).toMatchObject({ kind: "unknown", fault: { status: 503, code: "api_error" } });
  });
});

describe("a task", () => {
  it("is reported as queued, running with its progress, and completed", async () => {
    const job = await gateway.created("a fox [queue:100] [slow:300]");
    expect(await gateway.look(job)).toMatchObject({ phase: "queued", percent: 0, finishedAt: undefined });
    await advance(200);
    const running = await gateway.look(job);
    expect(running.phase).toBe("running");
    expect(running.percent).toBeGreaterThan(0);
    expect(running.percent).toBeLessThan(100);
    await advance(200);
    const completed = await gateway.look(job);
    expect(completed).toMatchObject({
      phase: "completed",
      percent: 100,
      usage: {
        generation_status: expect.any(String),
        delivery_status: expect.any(String),
        billing_status: expect.any(String),
      },
    });
    // Milliseconds, not seconds.
    expect(completed.finishedAt).toBeGreaterThan(1_700_000_000_000);
  });

  it("that fails says why", async () => {
    const job = await gateway.created("a fox [fail:content_moderation]");
    expect(await gateway.look(job)).toMatchObject({
      phase: "failed",
      fault: { code: "content_moderation", message: expect.any(String), requestId: expect.any(String) },
    });
    expect((await gateway.client.fetchArtifact(job, never)).kind).toBe("refused");
  });

  it("is missing for another key and for an unknown id, and denied to a key that is not valid", async () => {
    const job = await gateway.created("a fox");
    for (const other of [
      { ...job, apiKey: "sk-sandbox-videos" },
      { ...job, remoteId: "no/such?task" },
    ]) {
      expect(await gateway.client.look(other, never)).toMatchObject({ kind: "missing", fault: { status: 404 } });
      expect(await gateway.client.fetchArtifact(other, never)).toMatchObject({ kind: "refused" });
    }
    expect(await gateway.client.look({ ...job, apiKey: "sk-nobody" }, never)).toMatchObject({ kind: "denied" });
  });

  it("is unanswered while the gateway has trouble", async () => {
    const job = await gateway.created("a fox");
    const path = `${VIDEOS}/${job.remoteId}`;
    await fault("GET", path, { type: "status", status: 503, code: "upstream_error", headers: { "retry-after": "2" } });
    expect(await gateway.client.look(job, never)).toMatchObject({ kind: "unanswered", retryAfterMs: 2_000 });
    await fault("GET", path, { type: "drop-before" });
    expect(await gateway.client.look(job, never)).toMatchObject({ kind: "unanswered" });
    expect(await gateway.look(job)).toMatchObject({ phase: "completed" });
  });

  it("that is no longer stored has expired, and so has its clip", async () => {
    const job = await gateway.created("a fox");
    await advance(73 * 3_600);
    expect(await gateway.look(job)).toMatchObject({ phase: "expired" });
    expect((await gateway.client.fetchArtifact(job, never)).kind).toBe("expired");
  });
});

describe("a clip", () => {
  it("comes from its signed link, without the key", async () => {
    const job = await gateway.created("a fox");
    const { mimeType, bytes, usage } = await clipOf(await gateway.client.fetchArtifact(job, never));
    expect(mimeType).toBe("video/mp4");
    expect(bytes.toString("latin1", 4, 8)).toBe("ftyp");
    expect(usage).toHaveProperty("billing_status");
    const download = (await gateway.calls()).find(({ path }) => path.includes("/content"));
    expect(download?.headers).not.toHaveProperty("authorization");
  });

  it("does not exist before the task is completed", async () => {
    const job = await gateway.created("a fox [slow:200]");
    expect((await gateway.client.fetchArtifact(job, never)).kind).toBe("unanswered");
    await advance(300);
    expect((await clipOf(await gateway.client.fetchArtifact(job, never))).mimeType).toBe("video/mp4");
  });

  it.each([403, 404, 410])("with a stale link (%d) comes from the next one", async (status) => {
    const job = await gateway.created("a fox");
    await fault("GET", CONTENT, { type: "status", status, code: "link_expired" });
    expect((await clipOf(await gateway.client.fetchArtifact(job, never))).bytes.length).toBeGreaterThan(100);
    const reads = (await gateway.calls()).filter(({ path }) => path.includes(job.remoteId));
    expect(reads).toHaveLength(4);
  });

  it("that can't be fetched now does not fail the generation", async () => {
    const job = await gateway.created("a fox");
    await fault("GET", CONTENT, { type: "status", status: 500, code: "media_unavailable" });
    expect((await gateway.client.fetchArtifact(job, never)).kind).toBe("unanswered");
    expect((await clipOf(await gateway.client.fetchArtifact(job, never))).mimeType).toBe("video/mp4");
  });

  it("that is cut in the middle is incomplete until the rest is fetched", async () => {
    const job = await gateway.created("a fox");
    const whole = await clipOf(await gateway.client.fetchArtifact(job, never));
    await fault("GET", CONTENT, { type: "cut" });
    const mended = await clipOf(await gateway.client.fetchArtifact(job, never));
    expect(mended.bytes.equals(whole.bytes)).toBe(true);
  });
});
