import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../support/gateway/sandbox.ts";
import { createdVideo, createVideo, linkOf, lookAtVideo, videoRefusalOf } from "../../support/gateway/video-sandbox.ts";

/** `docs/gateway.md#videos-task-object`, `#videos-states`, `#videos-endpoints` and `#videos-authentication`. */
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.call("POST", "/sandbox/reset"));

const as = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
const seconds = (): number => Math.floor(sandbox.clock.now() / 1000);

describe("the list of models", () => {
  it("contains every documented name and the family's tiers", async () => {
    const { body } = await sandbox.call("GET", "/v1/models");
    expect(body["object"]).toBe("list");
    const listed: unknown = body["data"];
    const ids = Array.isArray(listed) ? listed.map((model) => model.id) : [];
    expect(ids).toEqual(
      expect.arrayContaining([
        "alpha-h3(933/4-15秒/2K)",
        "alpha-h3-8img3audio",
        "beta-2.0-15s-480p",
        "sd2.0(满血933过人脸720P)",
        "gamma3.0-video-480p",
        "gamma3.0-video-1080p",
        "gamma3.0-image-480p",
      ]),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is for keys whose group has videos", async () => {
    expect((await sandbox.call("GET", "/v1/models", undefined, as("sk-sandbox-videos"))).status).toBe(200);
    const refused = await sandbox.call("GET", "/v1/models", undefined, as("sk-sandbox-images"));
    expect(videoRefusalOf(refused)).toEqual({ status: 403, code: "permission_error" });
  });
});

describe("a task", () => {
  it("is queued when it is created, and the answer carries a request id", async () => {
    const answer = await createVideo(sandbox);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^task_[0-9a-f]{32}$/),
      task_id: answer.body["id"],
      object: "video",
      model: "gamma3.0-video-480p",
      status: "queued",
      progress: 0,
      created_at: seconds(),
    });
    expect(answer.headers.get("x-gateway-request-id")).toMatch(/^req_/);
  });

  it("goes from queued through in_progress to completed", async () => {
    const created = seconds();
    const id = await createdVideo(sandbox, { prompt: "a fox [queue:10] [slow:30]" });
    expect(await lookAtVideo(sandbox, id)).toMatchObject({ status: "queued", progress: 0 });
    sandbox.clock.advance(20_000);
    const half = await lookAtVideo(sandbox, id);
    expect(half).toMatchObject({ status: "in_progress", progress: 50, created_at: created });
    expect(half).not.toHaveProperty("completed_at");
    expect(half).not.toHaveProperty("metadata.url");
    sandbox.clock.advance(9_999);
    expect(await lookAtVideo(sandbox, id)).toMatchObject({ status: "in_progress", progress: 99 });
    sandbox.clock.advance(1);
    expect(await lookAtVideo(sandbox, id)).toEqual({
      id,
      task_id: id,
      object: "video",
      model: "gamma3.0-video-480p",
      status: "completed",
      progress: 100,
      created_at: created,
      completed_at: created + 30,
      expires_at: created + 30 + 72 * 3600,
      metadata: {
        url: expect.stringMatching(new RegExp(`/v1/videos/${id}/content\\?expires=\\d+&sig=[0-9a-f]{64}$`)),
        generation_status: expect.any(String),
        delivery_status: expect.any(String),
        billing_status: expect.any(String),
      },
    });
  });

  it("takes 5 to 20 seconds at speed 1", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => createdVideo(sandbox)));
    const statuses = async () =>
      (await Promise.all(ids.map((id) => lookAtVideo(sandbox, id)))).map((task) => task["status"]);
    sandbox.clock.advance(4_999);
    expect(new Set(await statuses())).toEqual(new Set(["in_progress"]));
    sandbox.clock.advance(15_001);
    expect(new Set(await statuses())).toEqual(new Set(["completed"]));
  });

  it("fails with the code in its prompt", async () => {
    const id = await createdVideo(sandbox, { prompt: "a fox [fail:content_moderation] [slow:8]" });
    sandbox.clock.advance(8_000);
    const task = await lookAtVideo(sandbox, id);
    expect(task).toMatchObject({
      status: "failed",
      error: { code: "content_moderation", message: expect.any(String) },
    });
    expect(task).not.toHaveProperty("metadata.url");
    expect(task).not.toHaveProperty("completed_at");
  });

  it("expires with its link when the service no longer keeps it", async () => {
    const id = await createdVideo(sandbox, { prompt: "a fox [slow:1]" });
    await sandbox.advance(1);
    const link = await linkOf(sandbox, id);
    await sandbox.advance(72 * 3600 - 1);
    expect(await lookAtVideo(sandbox, id)).toMatchObject({ status: "completed" });
    await sandbox.advance(1);
    const task = await lookAtVideo(sandbox, id);
    expect(task).toMatchObject({ status: "expired", progress: 100, expires_at: expect.any(Number) });
    expect(task).not.toHaveProperty("metadata.url");
    expect((await fetch(link)).status).toBe(410);
  });

  it("of a canonical variant has no task_id", async () => {
    const answer = await createVideo(sandbox, { model: "sd2.0(9-0-0)", seconds: 5 });
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty("task_id");
  });

  it("is new for every create, even with the same idempotency key", async () => {
    const headers = { "idempotency-key": "once" };
    expect(await createdVideo(sandbox, {}, headers)).not.toBe(await createdVideo(sandbox, {}, headers));
  });

  it("is not found for another key, or for an unknown id", async () => {
    const id = await createdVideo(sandbox);
    const other = await sandbox.call("GET", `/v1/videos/${id}`, undefined, as("sk-sandbox-videos"));
    expect(videoRefusalOf(other)).toEqual({ status: 404, code: "not_found" });
    expect(videoRefusalOf(await sandbox.call("GET", "/v1/videos/task_0")).code).toBe("not_found");
  });

  it("survives a restart, and continues", async () => {
    const id = await createdVideo(sandbox, { prompt: "a fox [slow:30]" });
    sandbox.clock.advance(20_000);
    await sandbox.restart();
    expect(await lookAtVideo(sandbox, id)).toMatchObject({ status: "in_progress" });
    sandbox.clock.advance(10_000);
    const link = await linkOf(sandbox, id);
    await sandbox.restart();
    expect((await fetch(link)).status).toBe(200);
  });
});

describe("a create is refused", () => {
  const refused = async (headers: Record<string, string>) => videoRefusalOf(await createVideo(sandbox, {}, headers));

  it.each([
    ["an unknown key", "Bearer sk-unknown", 401, "invalid_api_key"],
    ["another scheme", "Basic abc", 401, "invalid_bearer_token"],
    ["no key", "Bearer", 401, "missing_credential"],
    ["a key for images", "Bearer sk-sandbox-images", 403, "permission_error"],
    ["a key without balance", "Bearer sk-sandbox-broke", 403, "INSUFFICIENT_BALANCE"],
    ["a key with its cap used up", "Bearer sk-sandbox-capped", 403, "API_KEY_QUOTA_EXHAUSTED"],
  ])("for %s", async (_name, authorization, status, code) => {
    expect(await refused({ authorization })).toEqual({ status, code });
  });

  it("without the header", async () => {
    const response = await fetch(new URL("/v1/videos", sandbox.url), { method: "POST", body: "{}" });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: "missing_bearer_token" } });
  });

  it.each([
    ["sk-sandbox-one", 1],
    ["sk-sandbox-four", 4],
  ])("above the %s limit of %i clips at once", async (key, limit) => {
    // Pictures have a separate limit.
    await sandbox.generate({ prompt: "a picture [slow:60]" }, as(key));
    for (let index = 0; index < limit; index += 1) await createdVideo(sandbox, {}, as(key));
    const answer = await createVideo(sandbox, {}, as(key));
    expect(videoRefusalOf(answer)).toEqual({ status: 429, code: "rate_limit_error" });
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    await sandbox.advance(20);
    expect((await createVideo(sandbox, {}, as(key))).status).toBe(200);
  });

  it.each([
    ["no JSON", "{", {}, 400, "invalid_json"],
    ["not an object", "[]", {}, 400, "invalid_json"],
    ["text that is not UTF-8", Buffer.from('{"prompt":"café"}', "latin1"), {}, 400, "invalid_json"],
    ["another content type", "{}", { "content-type": "text/plain" }, 415, "invalid_content_type"],
    ["an unknown model", '{"model":"nothing","prompt":"a","seconds":5}', {}, 404, "model_not_found"],
    ["no model", '{"prompt":"a","seconds":5}', {}, 400, "invalid_value"],
    ["a body of 17 MiB", `{"prompt":"${"a".repeat(17 * 1024 * 1024)}"}`, {}, 413, "request_too_large"],
  ])("for %s", async (_name, body, headers, status, code) => {
    expect(videoRefusalOf(await sandbox.call("POST", "/v1/videos", body, headers))).toEqual({ status, code });
  });

  it("with a code that only a submission can return", async () => {
    const answer = await createVideo(sandbox, { prompt: "a fox [fail:api_error]" });
    expect(videoRefusalOf(answer)).toEqual({ status: 503, code: "api_error" });
  });

  it("although the task exists, if the outcome is unknown", async () => {
    const answer = await createVideo(sandbox, { prompt: "a fox [fail:submission_failed]" }, as("sk-sandbox-one"));
    expect(videoRefusalOf(answer)).toEqual({ status: 502, code: "submission_failed" });
    expect((await createVideo(sandbox, {}, as("sk-sandbox-one"))).status).toBe(429);
  });
});

describe("an address of the video service", () => {
  it.each([
    ["PUT", "/v1/videos", 405, "method_not_allowed"],
    ["GET", "/v1/videos", 405, "method_not_allowed"],
    ["DELETE", "/v1/videos/task_1", 405, "method_not_allowed"],
    ["POST", "/v1/models", 405, "method_not_allowed"],
    ["POST", "/v1/videos/task_1/content", 405, "method_not_allowed"],
    ["GET", "/v1/videos/task_1/nothing", 404, "not_found"],
  ])("%s %s is refused with %i %s, in the video service's shape", async (method, path, status, code) => {
    const answer = await sandbox.call(method, path);
    expect(videoRefusalOf(answer)).toEqual({ status, code });
    expect(answer.headers.get("x-gateway-request-id")).toMatch(/^req_/);
  });

  it("also answers a fault in that shape", async () => {
    const action = { type: "status", status: 503, code: "api_error" };
    await sandbox.call("POST", "/sandbox/faults", { match: { method: "POST", path: "/v1/videos" }, action });
    expect(videoRefusalOf(await createVideo(sandbox))).toEqual({ status: 503, code: "api_error" });
  });

  it("can drop the answer to a create whose task exists", async () => {
    await sandbox.call("POST", "/sandbox/faults", {
      match: { method: "POST", path: "/v1/videos" },
      action: { type: "drop-after" },
    });
    await expect(createVideo(sandbox, {}, as("sk-sandbox-one"))).rejects.toThrow("fetch failed");
    expect((await createVideo(sandbox, {}, as("sk-sandbox-one"))).status).toBe(429);
  });
});
