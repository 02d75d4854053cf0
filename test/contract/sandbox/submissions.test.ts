import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestSandbox, refusalOf, type TestSandbox } from "../../support/gateway/sandbox.ts";

/**
 * The allowed values of a generation: hand-written fixtures for the rows of `docs/gateway.md#images-generation-request`,
 * "Model names", "Endpoints" and "Limits". Each names its row.
 */
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const value = (param: string) => ({ status: 400, code: "invalid_value", param });
const B = { model: "provider-b/flash-image-3.1" };

describe("a generation is accepted", () => {
  it.each<[row: string, fields: Record<string, unknown>]>([
    ["model: provider-a/image-2", { model: "provider-a/image-2" }],
    ["model: provider-a/image-2.5-flare", { model: "provider-a/image-2.5-flare" }],
    ["model: provider-a/image-2.5-sunburst", { model: "provider-a/image-2.5-sunburst" }],
    ["model: image-2.5 is an alias of image-2.5-flare", { model: "provider-a/image-2.5" }],
    ["model: provider-b/flash-image-3.1", { model: "provider-b/flash-image-3.1" }],
    ["model: provider-b/pro-image-3", { model: "provider-b/pro-image-3" }],
    ["prompt: one character", { prompt: "x" }],
    ["prompt: other scripts", { prompt: "黄昏的灯塔 🦊" }],
    ["size: auto", { size: "auto" }],
    ["size: 1K", { size: "1K" }],
    ["size: 2K", { size: "2K" }],
    ["size: 4K", { size: "4K" }],
    ["size: <width>x<height>", { size: "1280x720" }],
    ["size: longest edge 3840", { size: "3840x2160" }],
    ["size: the edge limit is one model's", { model: "provider-a/image-2.5-flare", size: "3841x100" }],
    ["size: the edge limit is one model's", { model: "provider-a/image-2.5-sunburst", size: "100000x100000" }],
    ["quality: auto", { quality: "auto" }],
    ["quality: low", { quality: "low" }],
    ["quality: medium", { quality: "medium" }],
    ["quality: high", { quality: "high" }],
    ["quality: xhigh in the 2.5 series", { model: "provider-a/image-2.5-flare", quality: "xhigh" }],
    ["quality: max in the 2.5 series", { model: "provider-a/image-2.5-sunburst", quality: "max" }],
    ["resolution: 1K", { ...B, resolution: "1K" }],
    ["resolution: 2K", { ...B, resolution: "2K" }],
    ["resolution: 4K", { ...B, resolution: "4K" }],
    ["resolution: common values are no bound", { ...B, resolution: "8K" }],
    ["aspect_ratio: 1:1", { ...B, aspect_ratio: "1:1" }],
    ["aspect_ratio: 3:2", { ...B, aspect_ratio: "3:2" }],
    ["aspect_ratio: 2:3", { ...B, aspect_ratio: "2:3" }],
    ["aspect_ratio: 4:3", { ...B, aspect_ratio: "4:3" }],
    ["aspect_ratio: 3:4", { ...B, aspect_ratio: "3:4" }],
    ["aspect_ratio: 16:9", { ...B, aspect_ratio: "16:9" }],
    ["aspect_ratio: 9:16", { ...B, aspect_ratio: "9:16" }],
    ["aspect_ratio: common values are no bound", { ...B, aspect_ratio: "21:9" }],
    ["extension: output_format", { output_format: "webp" }],
    ["extension: output_compression", { output_format: "jpeg", output_compression: 50 }],
    ["extension: background", { background: "transparent" }],
    ["extension: moderation", { moderation: "low" }],
    ["extension: generationConfig", { ...B, generationConfig: { temperature: 0.4 } }],
    ["extension: systemInstruction", { ...B, systemInstruction: { parts: [{ text: "calm" }] } }],
    ["extension: safetySettings", { ...B, safetySettings: [{ category: "x", threshold: "y" }] }],
    ["extension: any other top-level field", { something_native: { deep: [1] } }],
  ])("%s", async (_row, fields) => {
    const answer = await sandbox.generate(fields);
    expect(answer.body).toMatchObject({
      jobId: expect.stringMatching(/^job_[0-9a-f]{32}$/),
      phase: "queued",
      durationGuidance: {
        tier: expect.stringMatching(/^[124]K$/),
        timeoutSeconds: expect.any(Number),
        milestones: expect.arrayContaining([
          {
            percentile: 50,
            seconds: expect.any(Number),
            level: expect.any(String),
            cardMessage: expect.any(String),
            detailTitle: expect.any(String),
            detailBody: expect.any(String),
          },
        ]),
      },
    });
    expect(answer.status).toBe(202);
  });
});

describe("a generation is refused", () => {
  it.each<[row: string, fields: Record<string, unknown>, refusal: object]>([
    ["model: missing", { model: undefined }, { status: 400, code: "invalid_model", param: "model" }],
    ["model: not a text", { model: 2 }, { status: 400, code: "invalid_model", param: "model" }],
    ["model: without its prefix", { model: "image-2" }, { status: 400, code: "invalid_model", param: "model" }],
    ["model: another prefix", { model: "provider-c/image-2" }, { status: 400, code: "invalid_model", param: "model" }],
    ["model: unknown", { model: "provider-a/image-9" }, { status: 404, code: "model_not_found", param: "model" }],
    [
      "model: of the other group",
      { model: "provider-b/image-2" },
      { status: 404, code: "model_not_found", param: "model" },
    ],
    ["prompt: missing", { prompt: undefined }, value("prompt")],
    ["prompt: empty", { prompt: "" }, value("prompt")],
    ["prompt: blank", { prompt: " \n" }, value("prompt")],
    ["prompt: not a text", { prompt: ["a"] }, value("prompt")],
    ["prompt: too long", { prompt: "x".repeat(32_001) }, { status: 400, code: "InvalidInput", param: "prompt" }],
    ["size: none of its values", { size: "9x9x9" }, value("size")],
    ["size: another tier", { size: "8K" }, value("size")],
    ["size: lower case", { size: "1k" }, value("size")],
    ["size: zero pixels", { size: "0x100" }, value("size")],
    ["size: not a text", { size: 1024 }, value("size")],
    [
      "size: image-2, edge above 3840",
      { size: "3841x100" },
      { status: 400, code: "API_PARAM_VALIDATION_FAILED", param: "size" },
    ],
    ["size: not sent for provider-b", { ...B, size: "1K" }, value("size")],
    ["quality: xhigh of image-2", { quality: "xhigh" }, value("quality")],
    ["quality: max of image-2", { quality: "max" }, value("quality")],
    ["quality: unknown", { model: "provider-a/image-2.5-flare", quality: "best" }, value("quality")],
    ["quality: not of provider-b", { ...B, quality: "high" }, value("quality")],
    ["resolution: not used by provider-a", { resolution: "1K" }, value("resolution")],
    ["resolution: empty", { ...B, resolution: "" }, value("resolution")],
    ["resolution: not a tier", { ...B, resolution: "huge" }, value("resolution")],
    ["aspect_ratio: not used by provider-a", { aspect_ratio: "1:1" }, value("aspect_ratio")],
    ["aspect_ratio: not a ratio", { ...B, aspect_ratio: "wide" }, value("aspect_ratio")],
    ["generationConfig: not an object", { ...B, generationConfig: "hot" }, value("generationConfig")],
    ["images: belong to an edit", { images: [{ url: "https://example.com/a.png" }] }, value("images")],
    ["mask: belongs to an edit", { mask: {} }, value("mask")],
    [
      "output_format: not the model's",
      { output_format: "gif" },
      { status: 400, code: "image_generation_user_error", param: "output_format" },
    ],
    [
      "background: transparent as JPEG",
      { background: "transparent", output_format: "jpeg" },
      { status: 400, code: "image_generation_user_error", param: "background" },
    ],
    [
      "output_compression: of a PNG",
      { output_compression: 50 },
      { status: 400, code: "image_generation_user_error", param: "output_compression" },
    ],
  ])("%s", async (_row, fields, refusal) => {
    expect(refusalOf(await sandbox.generate(fields))).toEqual({ param: null, ...refusal });
  });

  it.each<[row: string, body: string | Uint8Array, headers: Record<string, string>, refusal: object]>([
    ["body: not JSON", "{", {}, { status: 400, code: "invalid_json" }],
    ["body: empty", "", {}, { status: 400, code: "invalid_json" }],
    ["body: an array", "[]", {}, { status: 400, code: "invalid_json" }],
    ["body: null", "null", {}, { status: 400, code: "invalid_json" }],
    [
      "body: not UTF-8",
      Buffer.from('{"model":"provider-a/image-2","prompt":"café"}', "latin1"),
      {},
      { status: 400, code: "invalid_json" },
    ],
    ["content type: text", "{}", { "content-type": "text/plain" }, { status: 415, code: "invalid_content_type" }],
    [
      "content type: multipart",
      "--x--",
      { "content-type": "multipart/form-data; boundary=x" },
      { status: 415, code: "invalid_content_type" },
    ],
  ])("%s", async (_row, body, headers, refusal) => {
    const answer = await sandbox.call("POST", "/api/v1/images/generations/jobs", body, headers);
    expect(refusalOf(answer)).toEqual({ param: null, ...refusal });
  });

  it("body: above 512 MiB, before it is sent", async () => {
    const { request } = await import("node:http");
    const status = await new Promise((resolve, reject) => {
      const call = request(new URL("/api/v1/images/generations/jobs", sandbox.url), {
        method: "POST",
        headers: {
          authorization: "Bearer sk-sandbox",
          "content-type": "application/json",
          "content-length": 536_870_913,
        },
      });
      call.on("response", (answer) => {
        resolve(answer.statusCode);
        call.destroy();
      });
      call.on("error", reject);
      call.flushHeaders();
    });
    expect(status).toBe(413);
  });

  it("and makes nothing", async () => {
    await sandbox.call("POST", "/sandbox/reset");
    await sandbox.generate({ size: "9x9x9" }, { "idempotency-key": "refused" });
    const answer = await sandbox.generate({}, { "idempotency-key": "refused" });
    expect(answer.status).toBe(202);
  });
});

describe("content type", () => {
  it("may name its charset", async () => {
    const answer = await sandbox.generate({}, { "content-type": "application/json; charset=utf-8" });
    expect(answer.status).toBe(202);
  });
});
