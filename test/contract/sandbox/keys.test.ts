import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestSandbox, refusalOf, type TestSandbox } from "../../support/gateway/sandbox.ts";

/** `docs/gateway.md#images-authentication`, and the sandbox's own keys. */
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.call("POST", "/sandbox/reset"));

const as = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

describe("a call", () => {
  it.each([
    ["sk-unknown", as("sk-unknown"), "invalid_api_key"],
    ["another scheme", { authorization: "Basic abc" }, "invalid_bearer_token"],
    ["no key", { authorization: "Bearer" }, "missing_credential"],
  ])("with %s is refused with 401", async (_name, headers, code) => {
    expect(refusalOf(await sandbox.generate({}, headers))).toEqual({ status: 401, code, param: null });
    expect(refusalOf(await sandbox.call("GET", "/api/v1/images/jobs/job_x", undefined, headers)).code).toBe(code);
  });

  it("without the header is refused with 401", async () => {
    const response = await fetch(new URL("/api/v1/images/jobs/job_x", sandbox.url));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: { code: "missing_bearer_token", type: "authentication_error" },
    });
  });

  it("carries a request id", async () => {
    const [first, second] = [await sandbox.generate(), await sandbox.generate({}, as("sk-unknown"))];
    expect(first.headers.get("x-gateway-request-id")).toMatch(/^req_/);
    expect(second.headers.get("x-gateway-request-id")).not.toBe(first.headers.get("x-gateway-request-id"));
  });
});

describe("a key", () => {
  it("without images in its group is refused", async () => {
    const refusal = { status: 403, code: "permission_error", param: null };
    expect(refusalOf(await sandbox.generate({}, as("sk-sandbox-videos")))).toEqual(refusal);
    expect((await sandbox.generate({}, as("sk-sandbox-images"))).status).toBe(202);
  });

  it("without balance cannot submit, and can still read", async () => {
    const answer = await sandbox.generate({}, as("sk-sandbox-broke"));
    expect(answer.body).toMatchObject({ error: { status: 403, code: "INSUFFICIENT_BALANCE", type: "billing_error" } });
    const read = await sandbox.call("GET", "/api/v1/images/jobs/job_x", undefined, as("sk-sandbox-broke"));
    expect(refusalOf(read)).toMatchObject({ status: 404, code: "not_found" });
  });

  it("with its cap used up cannot submit", async () => {
    const refusal = { status: 403, code: "API_KEY_QUOTA_EXHAUSTED", param: null };
    expect(refusalOf(await sandbox.generate({}, as("sk-sandbox-capped")))).toEqual(refusal);
  });

  it.each([
    ["sk-sandbox-one", 1],
    ["sk-sandbox-four", 4],
  ])("%s runs %i at once, and then answers 429 until one has ended", async (key, limit) => {
    const accepted = await Promise.all(Array.from({ length: limit }, () => sandbox.generate({}, as(key))));
    expect(accepted.map(({ status }) => status)).toEqual(Array.from({ length: limit }, () => 202));
    const refused = await sandbox.generate({}, as(key));
    expect(refusalOf(refused)).toEqual({ status: 429, code: "429", param: null });
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    await sandbox.advance(4);
    expect((await sandbox.generate({}, as(key))).status).toBe(202);
  });

  it("gets its slot back when a job is cancelled", async () => {
    const id = await sandbox.created("a fox", as("sk-sandbox-one"));
    await sandbox.call("DELETE", `/api/v1/images/jobs/${id}`, undefined, as("sk-sandbox-one"));
    expect((await sandbox.generate({}, as("sk-sandbox-one"))).status).toBe(202);
  });

  it("at its limit can still recover a job by its idempotency key", async () => {
    const headers = { ...as("sk-sandbox-one"), "idempotency-key": "again" };
    const first = await sandbox.generate({}, headers);
    const second = await sandbox.generate({}, headers);
    expect(second.status).toBe(202);
    expect(second.body["jobId"]).toBe(first.body["jobId"]);
  });

  it("at its limit gets one job for concurrent submissions of the same edit", async () => {
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#3366cc" } })
      .png()
      .toBuffer();
    const images = [{ dataUrl: `data:image/png;base64,${png.toString("base64")}` }];
    const headers = { ...as("sk-sandbox-one"), "idempotency-key": "together" };
    const answers = await Promise.all(Array.from({ length: 4 }, () => sandbox.edit({ images }, headers)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(new Set(answers.map(({ body }) => body["jobId"])).size).toBe(1);
  });

  it("sk-sandbox has no concurrency limit", async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => sandbox.generate()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  });
});
