import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LookOutcome, RemoteSnapshot } from "../../../src/core/job/remote.ts";
import { type ImageGateway, openImageGateway } from "../../support/gateway/image-gateway.ts";
import { pulled } from "../../support/process/pulled.ts";

/** From a submitted job to its picture, against the sandbox over HTTP: `docs/gateway.md#images`. */
const never = new AbortController().signal;
let gateway: ImageGateway;

beforeAll(async () => {
  gateway = await openImageGateway();
});

afterAll(() => gateway.close());

beforeEach(() => gateway.control("/sandbox/reset", {}));

describe("a job", () => {
  it("is reported as queued, running and completed", async () => {
    const job = await gateway.created("a fox [queue:100] [slow:200]");
    const queued = await gateway.look(job);
    expect(queued).toMatchObject({ phase: "queued", queuePosition: 1, startedAt: undefined, fault: undefined });
    await gateway.control("/sandbox/clock", { advanceSeconds: 150 });
    expect(await gateway.look(job)).toMatchObject({
      phase: "running",
      startedAt: expect.any(Number),
      finishedAt: undefined,
    });
    await gateway.control("/sandbox/clock", { advanceSeconds: 100 });
    const completed = await gateway.look(job);
    expect(completed).toMatchObject({ phase: "completed", finishedAt: expect.any(Number) });
    // Milliseconds, not seconds.
    expect(completed.finishedAt).toBeGreaterThan(1_700_000_000_000);
  });

  it("that fails says why", async () => {
    const job = await gateway.created("a fox [fail:ContentModerationRejected]");
    expect(await gateway.look(job)).toMatchObject({ phase: "failed", fault: { code: "ContentModerationRejected" } });
    expect((await gateway.client.fetchArtifact(job, never)).kind).toBe("unanswered");
  });

  it("is reported by events until it is completed", async () => {
    const job = await gateway.created("a fox [queue:100] [slow:200]");
    const phases: string[] = [];
    for await (const { phase } of pulled<RemoteSnapshot>((push, stop) => gateway.client.events(job, push, stop))) {
      if (phases.at(-1) !== phase) phases.push(phase);
      if (phase !== "completed") await gateway.control("/sandbox/clock", { advanceSeconds: 120 });
    }
    expect(phases).toEqual(["queued", "running", "completed"]);
  });

  it("continues when its event stream is cut, and the stream reports that", async () => {
    const job = await gateway.created("a fox [slow:200]");
    const events = `/api/v1/images/jobs/${job.remoteId}/events`;
    await gateway.control("/sandbox/faults", { match: { method: "GET", path: events }, action: { type: "cut" } });
    const drained = (async () => {
      for await (const { phase } of pulled<RemoteSnapshot>((push, stop) => gateway.client.events(job, push, stop)))
        expect(phase).toBe("running");
    })();
    await expect(drained).rejects.toMatchObject({ code: expect.stringMatching(/^gateway_/) });
    expect(await gateway.look(job)).toMatchObject({ phase: "running" });
  });

  it.each([
    ["queued", "a fox [queue:100] [slow:200]"],
    ["running", "a fox [slow:200]"],
  ])("is cancelled while %s, which its events report", async (phase, prompt) => {
    const job = await gateway.created(prompt);
    const phases: string[] = [];
    const answers: LookOutcome[] = [];
    for await (const snapshot of pulled<RemoteSnapshot>((push, stop) => gateway.client.events(job, push, stop))) {
      phases.push(snapshot.phase);
      if (phases.length === 1) answers.push(await gateway.client.cancel(job, never));
    }
    expect(answers).toMatchObject([{ kind: "snapshot", snapshot: { phase: "cancelled" } }]);
    expect(phases[0]).toBe(phase);
    expect(phases.at(-1)).toBe("cancelled");
    expect(await gateway.look(job)).toMatchObject({ phase: "cancelled" });
  });

  it("that is completed stays completed when it is cancelled", async () => {
    const job = await gateway.created("a fox");
    expect(await gateway.client.cancel(job, never)).toMatchObject({
      kind: "snapshot",
      snapshot: { phase: "completed" },
    });
  });

  it("is missing for another key, and for an unknown id", async () => {
    const job = await gateway.created("a fox");
    for (const other of [
      { ...job, apiKey: "sk-sandbox-images" },
      { ...job, remoteId: "no/such?job" },
    ]) {
      expect(await gateway.client.look(other, never)).toMatchObject({
        kind: "missing",
        fault: { status: 404, code: "not_found" },
      });
      expect(await gateway.client.cancel(other, never)).toMatchObject({ kind: "missing" });
      expect(await gateway.client.fetchArtifact(other, never)).toMatchObject({
        kind: "refused",
        fault: { status: 404 },
      });
      await expect(gateway.client.events(other, () => {}, never)).rejects.toMatchObject({
        fault: { status: 404 },
      });
    }
  });

  it("is denied to a key that is invalid or not for images", async () => {
    const job = await gateway.created("a fox");
    expect(await gateway.client.look({ ...job, apiKey: "sk-nobody" }, never)).toMatchObject({ kind: "denied" });
    expect(await gateway.client.look({ ...job, apiKey: "sk-sandbox-videos" }, never)).toMatchObject({ kind: "denied" });
  });

  it("is unanswered while the gateway has trouble", async () => {
    const job = await gateway.created("a fox");
    const match = { method: "GET", path: `/api/v1/images/jobs/${job.remoteId}` };
    const action = { type: "status", status: 503, code: "upstream_error", headers: { "retry-after": "2" } };
    await gateway.control("/sandbox/faults", { match, action });
    expect(await gateway.client.look(job, never)).toMatchObject({ kind: "unanswered", retryAfterMs: 2_000 });
    await gateway.control("/sandbox/faults", { match, action: { type: "drop-before" } });
    expect(await gateway.client.look(job, never)).toMatchObject({ kind: "unanswered" });
    expect(await gateway.look(job)).toMatchObject({ phase: "completed" });
  });
});

describe("a picture", () => {
  it("is real, with the requested size and type", async () => {
    const job = await gateway.created("a lighthouse at dusk", { fields: { size: "1K", output_format: "webp" } });
    const { mimeType, bytes } = await gateway.picture(job);
    const { width, height, format } = await sharp(bytes).metadata();
    expect({ mimeType, width, height, format }).toEqual({
      mimeType: "image/webp",
      width: 1024,
      height: 1024,
      format: "webp",
    });
  });

  it("is the same from base64 if its url fails", async () => {
    const job = await gateway.created("a lighthouse at dawn", { fields: { size: "320x240" } });
    const fromUrl = await gateway.picture(job);
    const match = { method: "GET", path: "/api/v1/images/files/*" };
    await gateway.control("/sandbox/faults", {
      match,
      action: { type: "status", status: 500, code: "media_unavailable" },
    });
    const fromBytes = await gateway.picture(job);
    expect(fromBytes.bytes.equals(fromUrl.bytes)).toBe(true);
  });

  it("that is cut in the middle does not count as complete", async () => {
    const job = await gateway.created("a lighthouse at noon", { fields: { size: "320x240" } });
    const match = { method: "GET", path: "/api/v1/images/files/*" };
    await gateway.control("/sandbox/faults", { match, action: { type: "cut" } });
    await expect(gateway.picture(job)).rejects.toMatchObject({ code: expect.stringMatching(/^gateway_/) });
  });

  it("is missing before the job has finished, and gone after 72 hours", async () => {
    const job = await gateway.created("a fox [slow:200]");
    expect(await gateway.client.fetchArtifact(job, never)).toMatchObject({
      kind: "unanswered",
      reason: "HTTP 409 job_not_finished",
    });
    await gateway.control("/sandbox/clock", { advanceSeconds: 300 });
    expect((await gateway.picture(job)).mimeType).toBe("image/png");
    await gateway.control("/sandbox/clock", { advanceSeconds: 73 * 3_600 });
    expect(await gateway.client.fetchArtifact(job, never)).toMatchObject({
      kind: "expired",
      fault: { code: "result_expired" },
    });
  });
});
