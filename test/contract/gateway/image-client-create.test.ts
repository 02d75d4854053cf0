import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkImageKey } from "../../../src/gateway/key-check.ts";
import { GENERATIONS, type ImageGateway, openImageGateway } from "../../support/gateway/image-gateway.ts";

/** Submitting to the sandbox over HTTP: `docs/gateway.md#images-endpoints`, `#images-authentication` and `#images-errors`. */
const never = new AbortController().signal;
let gateway: ImageGateway;

beforeAll(async () => {
  gateway = await openImageGateway();
});

afterAll(() => gateway.close());

beforeEach(() => gateway.control("/sandbox/reset", {}));

/** What happens to the next create. */
function faultOfCreate(action: object): Promise<void> {
  return gateway.control("/sandbox/faults", { match: { method: "POST", path: GENERATIONS }, action });
}

describe("a create", () => {
  it("creates a job with an id, a request id, and guidance", async () => {
    const outcome = await gateway.create("a red fox");
    expect(outcome).toMatchObject({ kind: "created", requestId: expect.any(String), remoteId: expect.any(String) });
    const guidance = outcome.kind === "created" ? outcome.guidance : undefined;
    expect(guidance?.timeoutSeconds).toBeGreaterThan(0);
    expect(guidance?.milestones[0]?.cardMessage).toMatch(/\w/);
  });

  it("repeated with its key and bytes returns the same job", async () => {
    const first = await gateway.create("a red fox", { idempotencyKey: "again" });
    const second = await gateway.create("a red fox", { idempotencyKey: "again" });
    expect(second).toMatchObject({ kind: "created", remoteId: first.kind === "created" ? first.remoteId : "" });
  });

  it("repeated with its key and other bytes is refused", async () => {
    await gateway.create("a red fox", { idempotencyKey: "conflict" });
    const outcome = await gateway.create("a blue fox", { idempotencyKey: "conflict" });
    expect(outcome).toMatchObject({
      kind: "refused",
      later: false,
      fault: { status: 409, code: "idempotency_key_conflict" },
    });
  });

  it.each([
    ["an empty prompt", "", {}, "invalid_value", "prompt"],
    ["an unknown size", "a fox", { size: "9x9x9" }, "invalid_value", "size"],
    ["a model without prefix", "a fox", { model: "image-2" }, "invalid_model", "model"],
  ])("with %s is refused for good", async (_what, prompt, fields, code, param) => {
    expect(await gateway.create(prompt, { fields })).toMatchObject({
      kind: "refused",
      later: false,
      fault: { code, param },
    });
  });

  it.each([
    ["sk-nobody", 401, "invalid_api_key"],
    ["sk-sandbox-broke", 403, "INSUFFICIENT_BALANCE"],
    ["sk-sandbox-capped", 403, "API_KEY_QUOTA_EXHAUSTED"],
  ])("with the key %s is refused for good", async (apiKey, status, code) => {
    expect(await gateway.create("a fox", { apiKey })).toMatchObject({
      kind: "refused",
      later: false,
      fault: { status, code },
    });
  });

  it("beyond the key's concurrency is refused for now, and accepted when there is room", async () => {
    const apiKey = "sk-sandbox-one";
    const job = await gateway.created("first [slow:600]", { apiKey });
    expect(await gateway.create("second", { apiKey })).toMatchObject({
      kind: "refused",
      later: true,
      fault: { status: 429 },
    });
    await gateway.client.cancel(job, never);
    expect(await gateway.create("second", { apiKey })).toMatchObject({ kind: "created" });
  });
});

describe("a create with an unknown outcome", () => {
  it.each([
    ["broken off before it was received", { type: "drop-before" }],
    ["broken off after it was received", { type: "drop-after" }],
    ["cut in the middle of the answer", { type: "cut" }],
    ["answered with 500", { type: "status", status: 500, code: "internal_error" }],
    ["answered with submission_failed", { type: "status", status: 502, code: "submission_failed" }],
    ["answered with 408", { type: "status", status: 408, code: "request_timeout" }],
    ["answered by a web page", { type: "status", status: 502, body: "<html>Bad gateway</html>" }],
    ["answered with 202 and no id", { type: "status", status: 202, body: "{}" }],
  ])("%s is sent once, and repeating it makes one job", async (what, action) => {
    const idempotencyKey = `open-${what.replaceAll(" ", "-")}`;
    await faultOfCreate(action);
    expect(await gateway.create("a fox", { idempotencyKey })).toMatchObject({ kind: "unknown" });
    expect(await gateway.createsSeen(idempotencyKey)).toBe(1);
    const second = await gateway.create("a fox", { idempotencyKey });
    const third = await gateway.create("a fox", { idempotencyKey });
    expect(second).toMatchObject({ kind: "created" });
    expect(third).toMatchObject({ kind: "created", remoteId: second.kind === "created" ? second.remoteId : "" });
  });

  it.each([
    ["429", { type: "status", status: 429, code: "rate_limit_error", headers: { "retry-after": "7" } }, 7_000],
    ["503 api_error", { type: "status", status: 503, code: "api_error" }, undefined],
  ])("is not assumed after %s, which refuses it for now", async (_what, action, retryAfterMs) => {
    await faultOfCreate(action);
    expect(await gateway.create("a fox")).toMatchObject({ kind: "refused", later: true, retryAfterMs });
  });
});

it.each([
  ["sk-sandbox", "ok"],
  ["sk-sandbox-broke", "ok"],
  ["sk-nobody", "invalid"],
  ["sk-sandbox-videos", "forbidden"],
])("checks the key %s: %s", async (apiKey, kind) => {
  expect((await checkImageKey(gateway.http, gateway.url, apiKey, never)).kind).toBe(kind);
});
