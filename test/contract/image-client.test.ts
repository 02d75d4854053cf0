import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { systemClock } from "../../src/clock.ts";
import { createGatewayHttp, type GatewayHttp } from "../../src/gateway/http.ts";
import { createImageClient, type ImageClient } from "../../src/gateway/image-client.ts";
import { checkImageKey } from "../../src/gateway/key-check.ts";
import type { CreateOutcome, LookOutcome, RemoteJob, RemoteSnapshot } from "../../src/job/remote.ts";
import { createLog } from "../../src/log.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";

/** The image client and the sandbox, over HTTP: contract/image-service.md from submission to picture. */
const PATH = "/api/v1/images/generations/jobs";
const never = new AbortController().signal;
const log = createLog("silent");
let dataDir: string;
let sandbox: Sandbox;
let http: GatewayHttp;
let client: ImageClient;
let keys = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "easel-image-client-"));
  sandbox = await startSandbox({ port: 0, dataDir, speed: 0, log });
  http = createGatewayHttp({ clock: systemClock, log });
  client = createImageClient({ http, clock: systemClock });
});

afterAll(async () => {
  await http.close();
  await sandbox.stop();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(() => control("/sandbox/reset", {}));

async function control(path: string, body: object): Promise<void> {
  const response = await fetch(sandbox.url + path, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** How many creates the sandbox saw under an idempotency key. */
async function createsSeen(idempotencyKey: string): Promise<number> {
  const Calls = z.array(z.object({ method: z.string(), path: z.string(), headers: z.record(z.string(), z.string()) }));
  const calls = Calls.parse(await (await fetch(`${sandbox.url}/sandbox/calls`)).json());
  return calls.filter((call) => call.method === "POST" && call.headers["idempotency-key"] === idempotencyKey).length;
}

interface Given {
  readonly apiKey?: string;
  readonly idempotencyKey?: string;
  readonly fields?: object;
}

function create(prompt: string, given: Given = {}): Promise<CreateOutcome> {
  const { apiKey = "sk-sandbox", idempotencyKey = `easel-${++keys}`, fields = {} } = given;
  const body = JSON.stringify({ model: "provider-a/image-2", prompt, ...fields });
  return client.create({ baseUrl: sandbox.url, apiKey, path: PATH, body, idempotencyKey }, never);
}

/** Creates a job that must be taken. */
async function created(prompt: string, given: Given = {}): Promise<RemoteJob> {
  const outcome = await create(prompt, given);
  if (outcome.kind !== "created") throw new Error(`not created: ${JSON.stringify(outcome)}`);
  return { baseUrl: sandbox.url, apiKey: given.apiKey ?? "sk-sandbox", remoteId: outcome.remoteId };
}

async function look(job: RemoteJob): Promise<RemoteSnapshot> {
  const outcome = await client.look(job, never);
  if (outcome.kind !== "snapshot") throw new Error(`no snapshot: ${JSON.stringify(outcome)}`);
  return outcome.snapshot;
}

async function picture(job: RemoteJob): Promise<{ mimeType: string; bytes: Buffer }> {
  const outcome = await client.fetchArtifact(job, never);
  if (outcome.kind !== "artifact") throw new Error(`no artifact: ${JSON.stringify(outcome)}`);
  return { mimeType: outcome.mimeType, bytes: await buffer(outcome.body) };
}

describe("a create", () => {
  it("makes a job with an id, a request id, and guidance", async () => {
    const outcome = await create("a red fox");
    expect(outcome).toMatchObject({ kind: "created", requestId: expect.any(String), remoteId: expect.any(String) });
    const guidance = outcome.kind === "created" ? outcome.guidance : undefined;
    expect(guidance?.timeoutSeconds).toBeGreaterThan(0);
    expect(guidance?.milestones[0]?.cardMessage).toMatch(/\w/);
  });

  it("repeated with its key and bytes gives the same job", async () => {
    const first = await create("a red fox", { idempotencyKey: "again" });
    const second = await create("a red fox", { idempotencyKey: "again" });
    expect(second).toMatchObject({ kind: "created", remoteId: first.kind === "created" ? first.remoteId : "" });
  });

  it("repeated with its key and other bytes is refused", async () => {
    await create("a red fox", { idempotencyKey: "conflict" });
    const outcome = await create("a blue fox", { idempotencyKey: "conflict" });
    expect(outcome).toMatchObject({
      kind: "refused",
      later: false,
      fault: { status: 409, code: "idempotency_key_conflict" },
    });
  });

  it.each([
    ["an empty prompt", "", {}, "invalid_value", "prompt"],
    ["a size nobody knows", "a fox", { size: "9x9x9" }, "invalid_value", "size"],
    ["a model without prefix", "a fox", { model: "image-2" }, "invalid_model", "model"],
  ])("with %s is refused for good", async (_what, prompt, fields, code, param) => {
    expect(await create(prompt, { fields })).toMatchObject({ kind: "refused", later: false, fault: { code, param } });
  });

  it.each([
    ["sk-nobody", 401, "invalid_api_key"],
    ["sk-sandbox-broke", 403, "INSUFFICIENT_BALANCE"],
    ["sk-sandbox-capped", 403, "API_KEY_QUOTA_EXHAUSTED"],
  ])("with the key %s is refused for good", async (apiKey, status, code) => {
    expect(await create("a fox", { apiKey })).toMatchObject({ kind: "refused", later: false, fault: { status, code } });
  });

  it("beyond the key's concurrency is refused for now, and taken when there is room", async () => {
    const apiKey = "sk-sandbox-one";
    const job = await created("first [slow:600]", { apiKey });
    expect(await create("second", { apiKey })).toMatchObject({ kind: "refused", later: true, fault: { status: 429 } });
    await client.cancel(job, never);
    expect(await create("second", { apiKey })).toMatchObject({ kind: "created" });
  });
});

/** What happens to the next create. */
function faultOfCreate(action: object): Promise<void> {
  return control("/sandbox/faults", { match: { method: "POST", path: PATH }, action });
}

describe("a create whose outcome is open", () => {
  it.each([
    ["broken off before it was taken", { type: "drop-before" }],
    ["broken off after it was taken", { type: "drop-after" }],
    ["cut in the middle of the answer", { type: "cut" }],
    ["answered with 500", { type: "status", status: 500, code: "internal_error" }],
    ["answered with submission_failed", { type: "status", status: 502, code: "submission_failed" }],
    ["answered with 408", { type: "status", status: 408, code: "request_timeout" }],
    ["answered by a web page", { type: "status", status: 502, body: "<html>Bad gateway</html>" }],
    ["answered with 202 and no id", { type: "status", status: 202, body: "{}" }],
  ])("%s is unknown, was sent once, and its repetition makes one job", async (_what, action) => {
    const idempotencyKey = `open-${++keys}`;
    await faultOfCreate(action);
    expect(await create("a fox", { idempotencyKey })).toMatchObject({ kind: "unknown" });
    expect(await createsSeen(idempotencyKey)).toBe(1);
    const second = await create("a fox", { idempotencyKey });
    const third = await create("a fox", { idempotencyKey });
    expect(second).toMatchObject({ kind: "created" });
    expect(third).toMatchObject({ kind: "created", remoteId: second.kind === "created" ? second.remoteId : "" });
  });

  it.each([
    ["429", { type: "status", status: 429, code: "rate_limit_error", headers: { "retry-after": "7" } }, 7_000],
    ["503 api_error", { type: "status", status: 503, code: "api_error" }, undefined],
  ])("is not what %s means: that is refused for now", async (_what, action, retryAfterMs) => {
    await faultOfCreate(action);
    expect(await create("a fox")).toMatchObject({ kind: "refused", later: true, retryAfterMs });
  });
});

describe("a job", () => {
  it("is seen in the queue, running, and completed", async () => {
    const job = await created("a fox [queue:100] [slow:200]");
    const queued = await look(job);
    expect(queued).toMatchObject({ phase: "queued", queuePosition: 1, startedAt: undefined, fault: undefined });
    await control("/sandbox/clock", { advanceSeconds: 150 });
    expect(await look(job)).toMatchObject({ phase: "running", startedAt: expect.any(Number), finishedAt: undefined });
    await control("/sandbox/clock", { advanceSeconds: 100 });
    const completed = await look(job);
    expect(completed).toMatchObject({ phase: "completed", finishedAt: expect.any(Number) });
    // Milliseconds, not seconds.
    expect(completed.finishedAt).toBeGreaterThan(1_700_000_000_000);
  });

  it("that fails says why", async () => {
    const job = await created("a fox [fail:ContentModerationRejected]");
    expect(await look(job)).toMatchObject({ phase: "failed", fault: { code: "ContentModerationRejected" } });
    expect((await client.fetchArtifact(job, never)).kind).toBe("unanswered");
  });

  it("is told as events until it is completed", async () => {
    const job = await created("a fox [queue:100] [slow:200]");
    const phases: string[] = [];
    for await (const { phase } of client.events(job, never)) {
      if (phases.at(-1) !== phase) phases.push(phase);
      if (phase !== "completed") await control("/sandbox/clock", { advanceSeconds: 120 });
    }
    expect(phases).toEqual(["queued", "running", "completed"]);
  });

  it("goes on when its event stream is cut, and the stream says that it broke", async () => {
    const job = await created("a fox [slow:200]");
    const events = `/api/v1/images/jobs/${job.remoteId}/events`;
    await control("/sandbox/faults", { match: { method: "GET", path: events }, action: { type: "cut" } });
    const drained = (async () => {
      for await (const { phase } of client.events(job, never)) expect(phase).toBe("running");
    })();
    await expect(drained).rejects.toMatchObject({ code: expect.stringMatching(/^gateway_/) });
    expect(await look(job)).toMatchObject({ phase: "running" });
  });

  it.each([
    ["queued", "a fox [queue:100] [slow:200]"],
    ["running", "a fox [slow:200]"],
  ])("is cancelled while %s, which its events tell", async (phase, prompt) => {
    const job = await created(prompt);
    const phases: string[] = [];
    const answers: LookOutcome[] = [];
    for await (const snapshot of client.events(job, never)) {
      phases.push(snapshot.phase);
      if (phases.length === 1) answers.push(await client.cancel(job, never));
    }
    expect(answers).toMatchObject([{ kind: "snapshot", snapshot: { phase: "cancelled" } }]);
    expect(phases[0]).toBe(phase);
    expect(phases.at(-1)).toBe("cancelled");
    expect(await look(job)).toMatchObject({ phase: "cancelled" });
  });

  it("that is completed stays so when it is cancelled", async () => {
    const job = await created("a fox");
    expect(await client.cancel(job, never)).toMatchObject({ kind: "snapshot", snapshot: { phase: "completed" } });
  });

  it("is missing for another key, and for an unknown id", async () => {
    const job = await created("a fox");
    for (const other of [
      { ...job, apiKey: "sk-sandbox-images" },
      { ...job, remoteId: "no/such?job" },
    ]) {
      expect(await client.look(other, never)).toMatchObject({
        kind: "missing",
        fault: { status: 404, code: "not_found" },
      });
      expect(await client.cancel(other, never)).toMatchObject({ kind: "missing" });
      expect(await client.fetchArtifact(other, never)).toMatchObject({ kind: "refused", fault: { status: 404 } });
      await expect(client.events(other, never)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
        fault: { status: 404 },
      });
    }
  });

  it("is denied to a key that is not valid (any more), or not for images", async () => {
    const job = await created("a fox");
    expect(await client.look({ ...job, apiKey: "sk-nobody" }, never)).toMatchObject({ kind: "denied" });
    expect(await client.look({ ...job, apiKey: "sk-sandbox-videos" }, never)).toMatchObject({ kind: "denied" });
  });

  it("goes unanswered while the gateway has trouble", async () => {
    const job = await created("a fox");
    const match = { method: "GET", path: `/api/v1/images/jobs/${job.remoteId}` };
    const action = { type: "status", status: 503, code: "upstream_error", headers: { "retry-after": "2" } };
    await control("/sandbox/faults", { match, action });
    expect(await client.look(job, never)).toMatchObject({ kind: "unanswered", retryAfterMs: 2_000 });
    await control("/sandbox/faults", { match, action: { type: "drop-before" } });
    expect(await client.look(job, never)).toMatchObject({ kind: "unanswered" });
    expect(await look(job)).toMatchObject({ phase: "completed" });
  });
});

describe("a picture", () => {
  it("is a real one of the asked size and type", async () => {
    const job = await created("a lighthouse at dusk", { fields: { size: "1K", output_format: "webp" } });
    const { mimeType, bytes } = await picture(job);
    const { width, height, format } = await sharp(bytes).metadata();
    expect({ mimeType, width, height, format }).toEqual({
      mimeType: "image/webp",
      width: 1024,
      height: 1024,
      format: "webp",
    });
  });

  it("is the same out of base64, where its url fails", async () => {
    const job = await created("a lighthouse at dawn", { fields: { size: "320x240" } });
    const fromUrl = await picture(job);
    const match = { method: "GET", path: "/api/v1/images/files/*" };
    await control("/sandbox/faults", { match, action: { type: "status", status: 500, code: "media_unavailable" } });
    const fromBytes = await picture(job);
    expect(fromBytes.bytes.equals(fromUrl.bytes)).toBe(true);
  });

  it("cut in the middle is not taken for a whole one", async () => {
    const job = await created("a lighthouse at noon", { fields: { size: "320x240" } });
    const match = { method: "GET", path: "/api/v1/images/files/*" };
    await control("/sandbox/faults", { match, action: { type: "cut" } });
    await expect(picture(job)).rejects.toMatchObject({ code: expect.stringMatching(/^gateway_/) });
  });

  it("is not there before the job is finished, and gone after 72 hours", async () => {
    const job = await created("a fox [slow:200]");
    expect(await client.fetchArtifact(job, never)).toMatchObject({
      kind: "unanswered",
      reason: "HTTP 409 job_not_finished",
    });
    await control("/sandbox/clock", { advanceSeconds: 300 });
    expect((await picture(job)).mimeType).toBe("image/png");
    await control("/sandbox/clock", { advanceSeconds: 73 * 3_600 });
    expect(await client.fetchArtifact(job, never)).toMatchObject({
      kind: "expired",
      fault: { code: "result_expired" },
    });
  });
});

it.each([
  ["sk-sandbox", "ok"],
  ["sk-sandbox-broke", "ok"],
  ["sk-nobody", "invalid"],
  ["sk-sandbox-videos", "forbidden"],
])("checks the key %s: %s", async (apiKey, kind) => {
  expect((await checkImageKey(http, sandbox.url, apiKey, never)).kind).toBe(kind);
});
