import { createParser } from "eventsource-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KEY, openTestSandbox, refusalOf, type TestSandbox } from "../../support/gateway/sandbox.ts";

/** `docs/gateway.md#images-states`, `#images-endpoints` and `#images-events`. */
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const look = async (id: string) => (await sandbox.call("GET", `/api/v1/images/jobs/${id}`)).body;
const cancel = async (id: string) => (await sandbox.call("DELETE", `/api/v1/images/jobs/${id}`)).body;
const ANOTHER = { authorization: "Bearer sk-sandbox-images" };

const nextTurn = () => new Promise<false>((resolve) => setImmediate(resolve, false));

/** The events of a job as they arrive. */
async function* eventsOf(id: string): AsyncGenerator<{ event: string; data: Record<string, unknown> }> {
  const response = await fetch(new URL(`/api/v1/images/jobs/${id}/events`, sandbox.url), {
    headers: { authorization: `Bearer ${KEY}` },
  });
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const seen: { event: string; data: Record<string, unknown> }[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => seen.push({ event: event ?? "", data: JSON.parse(data) }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* seen.splice(0);
  }
}

describe("a snapshot", () => {
  it("shows the queue, then the run, then the end, with times in milliseconds", async () => {
    const created = sandbox.clock.now();
    const id = await sandbox.created("a fox [queue:10] [slow:30]");
    expect(await look(id)).toEqual({
      jobId: id,
      model: "provider-a/image-2",
      hasInputImage: false,
      phase: "queued",
      createdAt: created,
      updatedAt: created,
      queuePosition: 1,
      message: expect.any(String),
      durationGuidance: expect.any(Object),
    });
    sandbox.clock.advance(10_000);
    expect(await look(id)).toMatchObject({ phase: "running", startedAt: created + 10_000 });
    sandbox.clock.advance(20_000);
    const done = await look(id);
    expect(done).toMatchObject({
      phase: "completed",
      startedAt: created + 10_000,
      finishedAt: created + 30_000,
      updatedAt: created + 30_000,
      usage: { images: 1 },
    });
    expect(done).not.toHaveProperty("queuePosition");
    expect(done).not.toHaveProperty("error");
  });

  it("counts the queue position down", async () => {
    for (let index = 0; index < 3; index += 1) await sandbox.created("others [queue:60]");
    const id = await sandbox.created("a fox [queue:40] [slow:60]");
    const places: unknown[] = [];
    for (let second = 0; second < 40; second += 10) {
      places.push((await look(id))["queuePosition"]);
      sandbox.clock.advance(10_000);
    }
    expect(places).toEqual([4, 3, 2, 1]);
  });

  it("of a failed job carries the error from the prompt", async () => {
    const id = await sandbox.created("a fox [fail:moderation_blocked]");
    sandbox.clock.advance(4000);
    const failed = await look(id);
    expect(failed).toMatchObject({
      phase: "failed",
      finishedAt: expect.any(Number),
      error: { code: "moderation_blocked" },
    });
    expect(refusalOf(await sandbox.call("GET", `/api/v1/images/jobs/${id}/result`)).code).toBe("job_not_finished");
  });

  it("of a job of the ERR- family carries its own code", async () => {
    const id = await sandbox.created("a fox [fail:ERR-1042]");
    sandbox.clock.advance(4000);
    expect(await look(id)).toMatchObject({ error: { code: "ERR-1042", type: "content_policy_error" } });
  });

  it("is not found for another key, or for an unknown id", async () => {
    const id = await sandbox.created("a fox");
    for (const path of [`jobs/${id}`, `jobs/${id}/result`, `jobs/${id}/events`, "jobs/job_0"]) {
      const answer = await sandbox.call("GET", `/api/v1/images/${path}`, undefined, ANOTHER);
      expect(refusalOf(answer)).toEqual({ status: 404, code: "not_found", param: null });
    }
    const answer = await sandbox.call("DELETE", `/api/v1/images/jobs/${id}`, undefined, ANOTHER);
    expect(answer.status).toBe(404);
    expect(await look(id)).toMatchObject({ phase: "queued" });
  });
});

describe("a cancel", () => {
  it("removes a job from the queue", async () => {
    const id = await sandbox.created("a fox");
    expect(await cancel(id)).toMatchObject({ phase: "cancelled", finishedAt: sandbox.clock.now() });
    expect(await cancel(id)).toMatchObject({ phase: "cancelled" });
    sandbox.clock.advance(60_000);
    expect(await look(id)).toMatchObject({ phase: "cancelled" });
    expect(await look(id)).not.toHaveProperty("startedAt");
  });

  it("stops a running job, whose result is then unavailable", async () => {
    const id = await sandbox.created("a fox [slow:30]");
    sandbox.clock.advance(20_000);
    expect(await cancel(id)).toMatchObject({ phase: "cancelled", startedAt: expect.any(Number) });
    sandbox.clock.advance(60_000);
    const answer = await sandbox.call("GET", `/api/v1/images/jobs/${id}/result`);
    expect(refusalOf(answer)).toEqual({ status: 409, code: "job_not_finished", param: null });
  });

  it("leaves a completed job completed, and a failed one failed", async () => {
    const done = await sandbox.created("a fox");
    const failed = await sandbox.created("a fox [fail:generation_error]");
    sandbox.clock.advance(4000);
    expect(await cancel(done)).toMatchObject({ phase: "completed" });
    expect(await cancel(failed)).toMatchObject({ phase: "failed" });
    expect((await sandbox.call("GET", `/api/v1/images/jobs/${done}/result`)).status).toBe(200);
  });
});

describe("the events of a job", () => {
  it("begin with the present phase, report each change, send heartbeats, and end with the job", async () => {
    const id = await sandbox.created("a fox [queue:10] [slow:40]");
    const reading = Array.fromAsync(eventsOf(id));
    const over = reading.then(() => true);
    // Advances the clock only while the stream sleeps.
    while (!(await Promise.race([over, nextTurn()]))) if (sandbox.clock.sleepers() > 0) sandbox.clock.advance(5000);
    const events = await reading;
    const changes = events.filter(({ event }, index) => event !== events[index - 1]?.event);
    expect(changes).toMatchObject([
      { event: "queued", data: { jobId: id, phase: "queued" } },
      { event: "running", data: { jobId: id, phase: "running" } },
      { event: "heartbeat", data: {} },
      { event: "running", data: { jobId: id, phase: "running" } },
      { event: "heartbeat", data: {} },
      { event: "running", data: { jobId: id, phase: "running" } },
      { event: "completed", data: { jobId: id, phase: "completed" } },
    ]);
  });

  it("of an ended job consist only of its end", async () => {
    const id = await sandbox.created("a fox");
    sandbox.clock.advance(4000);
    const seen = await Array.fromAsync(eventsOf(id));
    expect(seen).toMatchObject([{ event: "completed", data: { jobId: id, phase: "completed" } }]);
  });

  it("report a cancellation immediately, even right after the job's creation", async () => {
    const id = await sandbox.created("a fox [slow:600]");
    const seen: string[] = [];
    for await (const { event } of eventsOf(id)) {
      seen.push(event);
      if (event === "queued") await cancel(id);
    }
    expect(seen).toEqual(["queued", "cancelled"]);
  });

  it("follow a clock jump", async () => {
    const id = await sandbox.created("a fox [slow:600]");
    const seen: string[] = [];
    for await (const { event } of eventsOf(id)) {
      seen.push(event);
      if (event === "queued") await sandbox.advance(700);
    }
    expect(seen).toEqual(["queued", "completed"]);
  });

  it("send a heartbeat every 15 seconds while nothing changes", async () => {
    const id = await sandbox.created("a fox [queue:0] [slow:3600]");
    let beats = 0;
    for await (const { event } of eventsOf(id)) {
      if (event === "heartbeat") beats += 1;
      if (beats === 3) break;
      // The stream never sleeps longer than one heartbeat.
      await expect.poll(() => sandbox.clock.sleepers()).toBeGreaterThan(0);
      sandbox.clock.advance(15_000);
    }
    expect(beats).toBe(3);
    await cancel(id);
  });

  it("can be abandoned without harm to the job", async () => {
    const id = await sandbox.created("a fox [slow:30]");
    for await (const { event } of eventsOf(id)) {
      expect(event).toBe("queued");
      break;
    }
    await expect.poll(() => sandbox.clock.sleepers()).toBe(0);
    sandbox.clock.advance(30_000);
    expect(await look(id)).toMatchObject({ phase: "completed" });
  });
});

describe("an address", () => {
  it.each([
    ["GET", "/api/v1/images/nothing", 404, "unsupported_images_endpoint"],
    ["POST", "/api/v1/images", 404, "unsupported_images_endpoint"],
    ["POST", "/api/v1/images/variations/jobs", 404, "unsupported_action"],
    ["POST", "/v1/images/variations", 404, "unsupported_protocol"],
    ["GET", "/elsewhere", 404, "not_found"],
    ["GET", "/api/v1/images/files/made-up", 404, "not_found"],
    ["GET", "/api/v1/images/%zz", 404, "not_found"],
    ["GET", "/api/v1/images/generations/jobs", 405, "method_not_allowed"],
    ["PUT", "/api/v1/images/jobs/job_1", 405, "method_not_allowed"],
    ["POST", "/api/v1/images/jobs/job_1/result", 405, "method_not_allowed"],
    ["DELETE", "/api/v1/images/files/x", 405, "method_not_allowed"],
  ])("%s %s is refused with %i %s", async (method, path, status, code) => {
    expect(refusalOf(await sandbox.call(method, path))).toEqual({ status, code, param: null });
  });
});
