import { describe, expect, it } from "vitest";
import { createTracing } from "../../../../src/app/traces/tracing.ts";
import type { EndedSpan } from "../../../../src/app/traces/traces.ts";
import { OverQuotaError } from "../../../../src/core/account/quota/quota.ts";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import type { TextEvent } from "../../../../src/core/chat/event.ts";
import { ownFailure } from "../../../../src/core/job/failure.ts";
import type { Job, JobStore } from "../../../../src/core/job/job-store.ts";
import type { CreateOutcome } from "../../../../src/core/job/remote.ts";
import { transition, type JobEvent } from "../../../../src/core/job/transition.ts";
import { DatabaseUnavailableError } from "../../../../src/lib/errors.ts";
import { postKey } from "../../../../src/worker/delivery/result/post-key.ts";
import { aFault, aJob, aNewBatch, EPOCH } from "../../../support/database/jobs.ts";
import { createDeliveryWorld } from "../../../support/database/memory-delivery.ts";
import { createMemoryJobStore } from "../../../support/database/memory-job-store.ts";
import { createScriptedRemote } from "../../../support/gateway/scripted-remote.ts";
import { QUIET } from "../../../support/quiet-handlers.ts";
import { createKeptResponder } from "../../../support/kept-responder.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const BATCH = "0f8fad5b-d9cb-469f-a165-70867728950e";
const CREATE = { baseUrl: "https://gateway.test:8443/api", apiKey: "sk-planted", path: "/", body: "{}" };

/** A traced store with one job. `changes` replaces methods of the store behind it. */
function setUp(job: Partial<Job> = {}, changes: Partial<JobStore> = {}) {
  const spans: ({ readonly name: string } & EndedSpan)[] = [];
  const clock = createManualClock(EPOCH.getTime());
  const tracing = createTracing({ record: (name, span) => spans.push({ name, ...span }) }, clock);
  const first = aJob({ batchId: BATCH, submittedAt: EPOCH, ...job });
  const memory = createMemoryJobStore(first, () => clock.now());
  const jobs = tracing.jobs({ ...memory, claim: async () => [memory.current()], ...changes });
  const apply = async (event: JobEvent): Promise<void> => {
    const move = transition(memory.current(), event);
    if (move) await jobs.apply(memory.current(), move);
  };
  return { spans, clock, tracing, memory, jobs, apply };
}

describe("an event", () => {
  const event: TextEvent = {
    kind: "text",
    key: "e-1",
    conversation: { platform: "console", workspace: "main", channel: "general" },
    actor: { userId: "U1", displayName: "Max", locale: "en", isAdmin: false },
    mentionsUs: true,
    message: { conversation: { platform: "console", workspace: "main", channel: "general" }, id: "m" },
    text: "a secret fox",
    attachments: [],
  };

  /** The spans of an event that inserts a batch, with this outcome. */
  async function spansOf(insertBatch: JobStore["insertBatch"]) {
    const { spans, tracing, jobs } = setUp({}, { insertBatch });
    const { event: handle } = tracing.handlers({
      event: async () => void (await jobs.insertBatch(aNewBatch({ id: BATCH }))),
      ...QUIET,
    });
    const thrown = await handle(event, createKeptResponder()).catch((error: unknown) => error);
    return { thrown, spans: spans.map(({ name, batchId, attributes }) => [name, batchId, attributes["error.type"]]) };
  }

  it("begins the trace of the batch that it created", async () => {
    expect((await spansOf(async () => "accepted")).spans).toEqual([
      ["accept request", BATCH, undefined],
      ["chat event", BATCH, undefined],
    ]);
  });

  it("has a trace of its own if it was delivered before or was refused", async () => {
    expect((await spansOf(async () => "known")).spans).toEqual([["chat event", undefined, undefined]]);
    const refusal = new OverQuotaError([]);
    const refused = await spansOf(() => Promise.reject(refusal));
    expect(refused).toEqual({ thrown: refusal, spans: [["chat event", undefined, "over_quota"]] });
  });

  it("belongs to the batch that it may have created", async () => {
    const { spans } = await spansOf(() => Promise.reject(new DatabaseUnavailableError("no answer")));
    expect(spans).toEqual([
      ["accept request", BATCH, "database_unavailable"],
      ["chat event", BATCH, "database_unavailable"],
    ]);
  });
});

describe("a create", () => {
  const refused = (status: number, later: boolean): CreateOutcome => ({
    kind: "refused",
    fault: aFault({ status, code: "a secret fox", requestId: "req-1" }),
    later,
    retryAfterMs: undefined,
  });

  it.each<[CreateOutcome, object]>([
    [{ kind: "created", remoteId: "r", requestId: "req-1", guidance: undefined }, { "easel.outcome": "created" }],
    [refused(400, false), { "easel.outcome": "refused", "error.type": "400", "http.response.status_code": 400 }],
    [refused(429, true), { "easel.outcome": "refused_for_now", "error.type": "429" }],
    [
      { kind: "not_sent", reason: "a secret fox" },
      { "easel.outcome": "not_sent", "error.type": "not_sent" },
    ],
    [
      { kind: "unknown", reason: "a fox", timedOut: true },
      { "easel.outcome": "unknown", "error.type": "timeout" },
    ],
  ])("is shown with its outcome: %j", async (outcome, attributes) => {
    const { spans, clock, tracing, memory, jobs } = setUp({ state: "submitting", refusals: 1 });
    const [job] = await jobs.claim("w", { image: undefined, video: undefined });
    const remote = tracing.remote(
      "image",
      createScriptedRemote({
        create: () => {
          clock.advance(250);
          return outcome;
        },
      }),
    );
    await remote.create({ ...CREATE, idempotencyKey: job?.idempotencyKey ?? "" }, new AbortController().signal);
    expect(spans).toMatchObject([
      {
        name: "create at the gateway",
        batchId: BATCH,
        from: EPOCH.getTime(),
        to: EPOCH.getTime() + 250,
        attributes: {
          "easel.job": memory.current().id,
          "server.address": "gateway.test",
          "server.port": 8443,
          ...attributes,
        },
      },
    ]);
    expect(JSON.stringify(spans)).not.toMatch(/fox|planted/);
  });
});

describe("a job", () => {
  it("is shown at the gateway from its create, with the reason of its failure as a code", async () => {
    const { spans, clock, jobs, apply } = setUp({ state: "submitting", refusals: 1 });
    await jobs.claim("w", { image: undefined, video: undefined });
    clock.advance(1_000);
    await apply({ type: "created", remoteId: "r", requestId: "req-1", guidance: undefined, deadlineMs: 60_000 });
    clock.advance(5_000);
    await apply({
      type: "remote_failed",
      failure: { ...ownFailure("expired"), reason: "gateway", code: "a secret fox!" },
      usage: undefined,
    });
    const from = EPOCH.getTime() + 1_000;
    const attributes = { "easel.job.state": "failed", "error.type": "gateway", "easel.request_id": "req-1" };
    expect(spans).toMatchObject([{ name: "watch at the gateway", from, to: from + 5_000, attributes }]);
  });

  it("waits for a slot once, however often it is refused and retried", async () => {
    const waited = setUp({ state: "submitting", waitingSince: EPOCH, submittedAt: new Date(EPOCH.getTime() + 3_000) });
    await waited.jobs.claim("w", { image: undefined, video: undefined });
    expect(waited.spans).toMatchObject([{ name: "wait for a slot", to: EPOCH.getTime() + 3_000 }]);
    const again = setUp({ state: "submitting", refusals: 1 });
    await again.jobs.claim("w", { image: undefined, video: undefined });
    expect(again.spans).toEqual([]);
  });

  it("is shown as being fetched from the moment when this process found it", async () => {
    const { spans, clock, tracing, memory, jobs } = setUp({ state: "succeeded" });
    const { store } = createDeliveryWorld({ now: () => clock.now() });
    const deliveries = tracing.deliveries({ ...store, artifactLost: async () => {} });
    const { id } = memory.current();
    await jobs.find(id);
    clock.advance(2_000);
    await deliveries.artifactLost(id, ownFailure("unretrievable"));
    // The span has ended: a second loss records nothing.
    await deliveries.artifactLost(id, ownFailure("unretrievable"));
    const attributes = { "easel.job": id, "error.type": "unretrievable" };
    expect(spans).toMatchObject([
      { name: "fetch artifact", from: EPOCH.getTime(), to: EPOCH.getTime() + 2_000, attributes },
    ]);
  });
});

it("shows a failed post with its kind and the platform's reason", async () => {
  const { spans, clock, tracing } = setUp();
  const { platform } = createDeliveryWorld({ now: () => clock.now() });
  const away = new PlatformError("unavailable", "a secret fox");
  const traced = tracing.platform({ ...platform, post: () => Promise.reject(away) });
  const place = { platform: "console", workspace: "main", channel: "general" } as const;
  for (const kind of ["approval-here", "late-3.2"]) {
    await expect(traced.post(place, { text: "a fox" }, postKey(BATCH, kind))).rejects.toBe(away);
  }
  expect(spans.map(({ batchId, attributes }) => [batchId, attributes["easel.post"], attributes["error.type"]])).toEqual(
    [
      [BATCH, "approval-here", "platform_unavailable"],
      [BATCH, "late", "platform_unavailable"],
    ],
  );
});

it("leaves every port as it is while traces are off", () => {
  const { memory, clock } = setUp();
  const { platform, store } = createDeliveryWorld({ now: () => clock.now() });
  const off = createTracing(undefined, clock);
  expect(off.jobs(memory)).toBe(memory);
  expect(off.platform(platform)).toBe(platform);
  expect(off.deliveries(store)).toBe(store);
});
