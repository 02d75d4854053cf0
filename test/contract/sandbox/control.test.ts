import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { KEY, openTestSandbox, refusalOf, type TestSandbox } from "../../support/gateway/sandbox.ts";

/** The sandbox's control routes: faults, the call list, the clock, reset (design, "The sandbox gateway"). */
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.call("POST", "/sandbox/reset"));

const GENERATIONS = "/api/v1/images/generations/jobs";
const fault = (action: object, match: object = { method: "POST", path: GENERATIONS }, times = 1) =>
  sandbox.call("POST", "/sandbox/faults", { match, action, times });
/** The calls that the sandbox has received, in order. */
async function calls(): Promise<Record<string, unknown>[]> {
  const response = await fetch(new URL("/sandbox/calls", sandbox.url));
  const listed: unknown = await response.json();
  return Array.isArray(listed) ? listed : [];
}
const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json", "idempotency-key": "k1" };
const body = JSON.stringify({ model: "provider-a/image-2", prompt: "a fox" });
const create = (signal?: AbortSignal) =>
  fetch(new URL(GENERATIONS, sandbox.url), { method: "POST", headers, body, ...(signal ? { signal } : {}) });

describe("a fault", () => {
  it("answers with a status and a code, a given number of times", async () => {
    await fault({ type: "status", status: 503, code: "api_error", headers: { "retry-after": "7" } }, undefined, 2);
    for (let time = 0; time < 2; time += 1) {
      const answer = await sandbox.generate();
      expect(refusalOf(answer)).toMatchObject({ status: 503, code: "api_error" });
      expect(answer.headers.get("retry-after")).toBe("7");
    }
    expect((await sandbox.generate()).status).toBe(202);
  });

  it.each(["status", "delay", "drop-before", "drop-after", "hang", "cut"])(
    "of the type %s accepts a body with all of the common fields",
    async (type) => {
      const answer = await fault({ type, status: 503, code: "api_error", ms: 1000 });
      expect(answer.status).toBeLessThan(300);
    },
  );

  it("answers with a status after a delay", async () => {
    await fault({ type: "status", status: 503, code: "api_error", ms: 5000 });
    const answer = create();
    await expect.poll(() => sandbox.clock.sleepers()).toBe(1);
    sandbox.clock.advance(5000);
    expect((await answer).status).toBe(503);
  });

  it("answers with a body unchanged", async () => {
    await fault({ type: "status", status: 200, body: "<html>", headers: { "content-type": "text/html" } });
    const response = await create();
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      200,
      "text/html",
      "<html>",
    ]);
  });

  it("applies before the key is checked, and only if it matches", async () => {
    await fault({ type: "status", status: 500, code: "internal_error" }, { path: "/api/v1/images/jobs/*" });
    expect((await sandbox.generate()).status).toBe(202);
    const unknown = { authorization: "Bearer sk-unknown" };
    expect((await sandbox.call("GET", "/api/v1/images/jobs/job_1", undefined, unknown)).status).toBe(500);
  });

  it("drop-before breaks the connection, and nothing was accepted", async () => {
    await fault({ type: "drop-before" });
    await expect(create()).rejects.toThrow("fetch failed");
    const again = await sandbox.generate({ prompt: "another" }, { "idempotency-key": "k1" });
    expect(again.status).toBe(202);
    expect(await calls()).toMatchObject([
      { method: "POST", body: { prompt: "a fox" }, status: null, fault: "drop-before" },
      { method: "POST", body: { prompt: "another" }, status: 202, fault: null },
    ]);
  });

  it("drop-after breaks the connection, and the job exists", async () => {
    await fault({ type: "drop-after" });
    await expect(create()).rejects.toThrow("fetch failed");
    const different = await sandbox.generate({ prompt: "another" }, { "idempotency-key": "k1" });
    expect(refusalOf(different).code).toBe("idempotency_key_conflict");
    expect((await create()).status).toBe(202);
    expect(await calls()).toMatchObject([
      { status: null, fault: "drop-after" },
      { status: 409, fault: null },
      { status: 202, fault: null },
    ]);
  });

  it("delays, then continues", async () => {
    await fault({ type: "delay", ms: 5000 });
    const answer = create();
    await expect.poll(() => sandbox.clock.sleepers()).toBe(1);
    sandbox.clock.advance(5000);
    expect((await answer).status).toBe(202);
  });

  it("hangs until the caller leaves", async () => {
    await fault({ type: "hang" });
    const leaving = new AbortController();
    const answer = create(leaving.signal);
    await expect.poll(calls).toMatchObject([{ method: "POST", status: null, fault: "hang" }]);
    leaving.abort();
    await expect(answer).rejects.toThrow("aborted");
  });

  it("hangs for a while and then breaks", async () => {
    await fault({ type: "hang", ms: 9000 });
    const answer = create();
    const ended = answer.catch((error: unknown) => error);
    await expect.poll(() => sandbox.clock.sleepers()).toBe(1);
    sandbox.clock.advance(9000);
    expect(await ended).toMatchObject({ message: "fetch failed" });
  });

  it("cuts an answer in the middle", async () => {
    await fault({ type: "cut" });
    const response = await create();
    expect(response.status).toBe(202);
    await expect(response.text()).rejects.toThrow("terminated");
  });

  it("cuts an event stream after its first event", async () => {
    const id = await sandbox.created("a fox [slow:60]");
    await fault({ type: "cut" }, { method: "GET", path: "/api/v1/images/jobs/{jobId}/events" });
    const response = await fetch(new URL(`/api/v1/images/jobs/${id}/events`, sandbox.url), { headers });
    let text = "";
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk);
    })();
    await expect(reading).rejects.toThrow("terminated");
    expect(text).toMatch(/^event: queued\ndata: \{.*\}\n\n/);
  });

  it("is listed, and can be removed", async () => {
    await fault({ type: "hang" });
    expect((await sandbox.call("GET", "/sandbox/faults")).body).toMatchObject({
      0: { action: { type: "hang" }, times: 1 },
    });
    await sandbox.call("DELETE", "/sandbox/faults");
    expect((await sandbox.generate()).status).toBe(202);
  });

  it("never affects the sandbox's own routes", async () => {
    await fault({ type: "hang" }, {}, 100);
    expect((await sandbox.call("GET", "/sandbox/faults")).status).toBe(200);
  });

  it.each([
    [{ type: "explode" }, "action.type"],
    [{ type: "delay" }, "action.ms"],
    [{ type: "status", status: 99 }, "action.status"],
  ])("that makes no sense is refused: %j", async (action, param) => {
    expect(refusalOf(await fault(action))).toEqual({ status: 400, code: "invalid_value", param });
  });
});

describe("the call list", () => {
  it("contains each call with its masked key, its body and its answer", async () => {
    await sandbox.generate({ prompt: "a fox" }, { "idempotency-key": "k9" });
    await sandbox.call("GET", "/api/v1/images/jobs/job_1");
    await sandbox.call("GET", "/nowhere");
    expect(await calls()).toEqual([
      {
        at: sandbox.clock.now(),
        method: "POST",
        path: GENERATIONS,
        headers: expect.objectContaining({ authorization: "Bearer sk-...dbox", "idempotency-key": "k9" }),
        body: { model: "provider-a/image-2", prompt: "a fox" },
        bodySha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        requestId: expect.stringMatching(/^req_/),
        status: 202,
        fault: null,
      },
      expect.objectContaining({ method: "GET", path: "/api/v1/images/jobs/job_1", body: null, status: 404 }),
      expect.objectContaining({ method: "GET", path: "/nowhere", status: 404 }),
    ]);
  });
});

describe("the clock", () => {
  it("refuses to go back", async () => {
    const answer = await sandbox.call("POST", "/sandbox/clock", { advanceSeconds: -1 });
    expect(refusalOf(answer)).toEqual({ status: 400, code: "invalid_value", param: "advanceSeconds" });
  });

  it("reports its time", async () => {
    await sandbox.advance(60);
    const now = sandbox.clock.now() + 60_000;
    expect((await sandbox.call("GET", "/sandbox/clock")).body).toEqual({ now, offsetMs: 60_000 });
  });
});

describe("a reset", () => {
  it("forgets jobs, keys, calls, faults and the advanced time", async () => {
    const id = await sandbox.created("a fox", { "idempotency-key": "k1" });
    await fault({ type: "hang" });
    await sandbox.advance(60);
    await sandbox.call("POST", "/sandbox/reset");
    expect(await calls()).toEqual([]);
    expect((await sandbox.call("GET", `/api/v1/images/jobs/${id}`)).status).toBe(404);
    expect((await sandbox.generate({ prompt: "another" }, { "idempotency-key": "k1" })).status).toBe(202);
    expect((await sandbox.call("GET", "/sandbox/clock")).body).toMatchObject({ offsetMs: 0 });
  });
});
