import { describe, expect, it } from "vitest";
import { cleanOpaque, withoutKey } from "../../../src/gateway/http/sanitize-text.ts";
import {
  CreatedAnswer,
  faultOfBody,
  ResultAnswer,
  SnapshotAnswer,
  toSnapshot,
  GATEWAY_TEXT_CHARACTERS,
} from "../../../src/gateway/schema.ts";
import { FETCH_WINDOW_MS, MILESTONES } from "../../../src/lib/limits.ts";

const milestone = {
  percentile: 50,
  seconds: 12,
  level: "info",
  cardMessage: "Half are done by now",
  detailTitle: "Usual",
  detailBody: "Half of all pictures take this long.",
};

describe("a snapshot", () => {
  it("is read completely", () => {
    const answer = SnapshotAnswer.parse({
      jobId: "job_1",
      model: "provider-a/image-2",
      hasInputImage: false,
      phase: "failed",
      createdAt: 1_790_000_000_000,
      updatedAt: 1_790_000_001_000,
      startedAt: 1_790_000_000_500,
      finishedAt: 1_790_000_001_000,
      queuePosition: 3,
      message: "painting",
      usage: { images: 1 },
      error: { status: 400, code: 400, type: "invalid_request_error", message: "no", param: "prompt" },
      durationGuidance: { tier: "1K", timeoutSeconds: 300, milestones: [milestone] },
    });
    expect(toSnapshot(answer, "req-1")).toEqual({
      phase: "failed",
      queuePosition: 3,
      percent: undefined,
      message: "painting",
      startedAt: 1_790_000_000_500,
      finishedAt: 1_790_000_001_000,
      fault: {
        status: 400,
        code: "400",
        type: "invalid_request_error",
        message: "no",
        param: "prompt",
        requestId: "req-1",
      },
      usage: { images: 1 },
      guidance: { tier: "1K", timeoutSeconds: 300, milestones: [milestone] },
    });
  });

  it("needs only its phase, and ignores unknown fields", () => {
    const snapshot = toSnapshot(SnapshotAnswer.parse({ phase: "queued", brandNew: { deep: 1 } }), undefined);
    expect(snapshot.phase).toBe("queued");
    expect(snapshot.fault).toBeUndefined();
  });

  it.each([{ phase: "paused" }, { phase: 1 }, {}, { jobId: "job_1" }, [], null, "queued"])("is not %j", (body) => {
    expect(SnapshotAnswer.safeParse(body).success).toBe(false);
  });

  it("ignores malformed hints", () => {
    const snapshot = toSnapshot(
      SnapshotAnswer.parse({
        phase: "running",
        queuePosition: "third",
        message: 7,
        startedAt: "yesterday",
        finishedAt: null,
        error: null,
      }),
      undefined,
    );
    expect(snapshot).toMatchObject({ phase: "running", queuePosition: undefined, message: undefined });
    expect(snapshot).toMatchObject({
      startedAt: undefined,
      finishedAt: undefined,
      fault: undefined,
    });
  });

  it.each([
    ["missing", undefined, 0],
    ["empty", [], 0],
    ["not a list", "soon", 0],
    ["partly unreadable", [{ percentile: "half" }, null, milestone, { percentile: 90, seconds: 30 }], 2],
    ["far too many", Array.from({ length: 10_000 }, () => milestone), MILESTONES],
  ])("has milestones that are %s", (_what, milestones, count) => {
    const { durationGuidance } = CreatedAnswer.parse({
      jobId: "job_1",
      durationGuidance: { timeoutSeconds: 60, milestones },
    });
    expect(durationGuidance?.milestones).toHaveLength(count);
  });

  it("has no time-out beyond the retention of results", () => {
    const { durationGuidance } = CreatedAnswer.parse({
      jobId: "job_1",
      durationGuidance: { timeoutSeconds: 1e300 },
    });
    expect(durationGuidance?.timeoutSeconds).toBe(FETCH_WINDOW_MS / 1000);
  });

  it("carries an error that is a bare text, or has an unknown shape", () => {
    const ofText = toSnapshot(SnapshotAnswer.parse({ phase: "failed", error: "out of paint" }), undefined);
    expect(ofText.fault?.message).toBe("out of paint");
    const ofNumber = toSnapshot(SnapshotAnswer.parse({ phase: "failed", error: 17 }), undefined);
    expect(ofNumber.fault).toBeDefined();
  });

  it("contains text that PostgreSQL can store, and not too much of it", () => {
    const half = String.fromCharCode(0xd800);
    const snapshot = toSnapshot(
      SnapshotAnswer.parse({
        phase: "running",
        message: `a\u0000b${half}c\nd${"x".repeat(10_000)}`,
        usage: { "k\u0000": [`v\u0000${half}`] },
      }),
      undefined,
    );
    expect(snapshot.message).toMatch(/^ab\ufffdc\ndx/);
    expect(snapshot.message?.length).toBeLessThanOrEqual(GATEWAY_TEXT_CHARACTERS);
    expect(snapshot.usage).toEqual({ k: ["v\ufffd"] });
  });
});

describe("a created answer", () => {
  it.each([{}, { jobId: "" }, { jobId: 7 }, { jobId: "a\u0000b" }, { jobId: "a\nb" }, { jobId: "x".repeat(5_000) }])(
    "is not %j",
    (body) => {
      expect(CreatedAnswer.safeParse(body).success).toBe(false);
    },
  );
});

describe("a result", () => {
  it.each([
    ["image/PNG", "image/png"],
    ["image/png; charset=binary", "image/png"],
    [undefined, undefined],
    ["png", undefined],
    ["image/\r\nx", undefined],
    [3, undefined],
  ])("is usable whatever type it claims, because the bytes decide: %s", (mimeType, read) => {
    expect(ResultAnswer.parse({ images: [{ url: "x", mimeType }] }).images[0]?.mimeType).toBe(read);
  });

  it("needs a picture", () => {
    expect(ResultAnswer.safeParse({ images: [] }).success).toBe(false);
  });
});

describe("an error body", () => {
  it("trusts the HTTP status", () => {
    const body = { error: { status: 200, message: "m", type: "t", code: "c", param: "p" } };
    expect(faultOfBody(429, body, "req-2")).toEqual({
      status: 429,
      message: "m",
      type: "t",
      code: "c",
      param: "p",
      requestId: "req-2",
    });
  });

  it.each([null, "no", 7, [], {}, { error: "no" }, { error: {} }, { error: { status: 400 } }, { error: { code: {} } }])(
    "is not %j",
    (body) => {
      expect(faultOfBody(400, body, undefined)).toBeUndefined();
    },
  );
});

describe("opaque objects", () => {
  it("lose excessive nesting, and don't overflow the stack", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`);
    expect(JSON.stringify(cleanOpaque(deep)).length).toBeLessThan(100);
  });

  it("can't reach a prototype", () => {
    const cleaned = cleanOpaque(JSON.parse('{"__proto__":{"polluted":true}}'));
    expect(Object.getPrototypeOf(cleaned)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("polluted");
  });
});

it("Easel's own key is removed from the gateway's texts", () => {
  expect(withoutKey('{"message":"bad key sk-secret-123"}', "sk-secret-123")).toBe('{"message":"bad key [key]"}');
});
