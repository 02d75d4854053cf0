import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { DatabaseUnavailableError, EaselError } from "../../src/errors.ts";
import type { CreateOutcome } from "../../src/job/remote.ts";
import type { Job } from "../../src/job/store.ts";
import { submit, type SubmitContext } from "../../src/job/submit.ts";
import { CREATE_TRIES, CREATE_WINDOW_MS, DEFAULT_IMAGE_TIMEOUT_MS, GUIDANCE_GRACE_MS } from "../../src/limits.ts";
import { aFault, aJob, EPOCH } from "../support/jobs.ts";
import { createMemoryJobStore } from "../support/memory-job-store.ts";
import { aborted, createScriptedRemote, oneByOne, type RemoteScript } from "../support/scripted-remote.ts";
import { createSteppedClock, settled } from "../support/stepped-clock.ts";

const away = new DatabaseUnavailableError("away");
const created: CreateOutcome = { kind: "created", remoteId: "r-1", requestId: "q-1", guidance: undefined };
const unknown: CreateOutcome = { kind: "unknown", reason: "reset" };
const notSent: CreateOutcome = { kind: "not_sent", reason: "connection refused" };
const busy: CreateOutcome = {
  kind: "refused",
  fault: aFault({ status: 429, code: "rate_limit_error" }),
  later: true,
  retryAfterMs: undefined,
};
const refused: CreateOutcome = {
  kind: "refused",
  fault: aFault({ status: 400, code: "invalid_value", param: "size", requestId: "q-9" }),
  later: false,
  retryAfterMs: undefined,
};

interface Setting {
  readonly job?: Partial<Job>;
  readonly create: RemoteScript["create"];
  readonly context?: Partial<SubmitContext>;
}

function setUp(setting: Setting) {
  const clock = createSteppedClock(EPOCH.getTime());
  const job = aJob(setting.job);
  const store = createMemoryJobStore(job, clock.now);
  const remote = createScriptedRemote(setting.create ? { create: setting.create } : {});
  const stop = new AbortController();
  const context: SubmitContext = {
    store,
    clock,
    random: () => 0,
    log: pino({ level: "silent" }),
    service: remote,
    credentials: { enter: async () => {}, secretOf: async () => "sk-secret" },
    onRefusal: async () => ({ retry: false }),
    ...setting.context,
  };
  const run = (): Promise<Job | undefined> => clock.finish(submit(job, context, stop.signal));
  return { clock, job, store, remote, stop, context, run };
}

describe("a create that is answered", () => {
  it("sends exactly what is stored, once, and hands the running job back", async () => {
    const { run, remote, job, store } = setUp({ create: () => created });
    expect(await run()).toMatchObject({ state: "running", remoteId: "r-1", requestId: "q-1" });
    const { path, body, idempotencyKey } = job;
    expect(remote.creates).toEqual([
      { baseUrl: "http://gateway.test", apiKey: "sk-secret", path, body, idempotencyKey },
    ]);
    expect(store.applied[0]?.created?.deadlineMs).toBe(DEFAULT_IMAGE_TIMEOUT_MS + GUIDANCE_GRACE_MS);
  });

  it("takes the deadline from the guidance, with its grace", async () => {
    const guidance = { tier: "1K", timeoutSeconds: 90, milestones: [] };
    const { run, store } = setUp({ create: () => ({ ...created, guidance }) });
    await run();
    expect(store.applied[0]?.created).toMatchObject({ guidance, deadlineMs: 90_000 + GUIDANCE_GRACE_MS });
  });

  it("fails for good when it is refused for good, with the gateway's words", async () => {
    const { run, store } = setUp({ create: () => refused });
    expect(await run()).toBeUndefined();
    expect(store.current()).toMatchObject({
      state: "failed",
      failure: { reason: "gateway", status: 400, code: "invalid_value", param: "size", requestId: "q-9" },
    });
  });

  it("waits for another try when a later one can change it, as long as the gateway asks", async () => {
    const { run, store, remote } = setUp({ create: () => ({ ...busy, retryAfterMs: 45_000 }) });
    expect(await run()).toBeUndefined();
    expect(store.current()).toMatchObject({ state: "waiting", refusals: 1 });
    expect(store.current().notBefore.getTime()).toBe(EPOCH.getTime() + 45_000);
    expect(remote.creates).toHaveLength(1);
  });

  it("does not ask in a circle when the gateway says: at once", async () => {
    const { run, store } = setUp({ create: () => ({ ...busy, retryAfterMs: 0 }) });
    await run();
    expect(store.current().notBefore.getTime()).toBeGreaterThan(EPOCH.getTime());
  });

  it.each([
    { name: "refusal", outcome: busy },
    { name: "failure to reach it", outcome: notSent },
  ])("waits longer after each $name", async ({ outcome }) => {
    const waits: number[] = [];
    for (const refusals of [0, 1, 2, 9]) {
      const { run, store } = setUp({ create: () => outcome, job: { refusals } });
      await run();
      expect(store.current().refusals).toBe(refusals + 1);
      waits.push(store.current().notBefore.getTime() - EPOCH.getTime());
    }
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(new Set(waits).size).toBe(waits.length);
    expect(waits.at(-1)).toBeLessThanOrEqual(60_000);
  });

  it("goes back to waiting when its key is refused and another key may serve it", async () => {
    const { run, store } = setUp({ create: () => refused, context: { onRefusal: async () => ({ retry: true }) } });
    await run();
    expect(store.current().state).toBe("waiting");
  });

  it("never sends a refused video again", async () => {
    const { run, store, remote } = setUp({ create: () => busy, job: { service: "video" } });
    expect(await run()).toBeUndefined();
    expect(store.current().state).toBe("failed");
    expect(remote.creates).toHaveLength(1);
  });

  it("is not sent anew when the member took it back meanwhile", async () => {
    const { run, store } = setUp({
      create() {
        store.change({ cancelRequestedAt: EPOCH });
        return busy;
      },
    });
    expect(await run()).toBeUndefined();
    expect(store.current()).toMatchObject({ state: "cancelled" });
    expect(store.applied.map((move) => move.settlement)).toEqual([undefined, "released"]);
  });
});

describe("a create without an answer", () => {
  it("of an image is repeated with the same key, bytes and address until there is one", async () => {
    const { run, remote } = setUp({ create: oneByOne(unknown, unknown, created) });
    expect(await run()).toMatchObject({ state: "running", remoteId: "r-1", createTries: 3 });
    expect(remote.creates).toHaveLength(3);
    expect(new Set(remote.creates.map((create) => JSON.stringify(create))).size).toBe(1);
  });

  it("of an image is sent a bounded number of times, within its window, then nobody knows", async () => {
    const { run, store, remote, clock } = setUp({ create: () => unknown });
    expect(await run()).toBeUndefined();
    expect(remote.creates).toHaveLength(CREATE_TRIES);
    expect(store.current().state).toBe("unknown");
    expect(clock.now() - EPOCH.getTime()).toBeLessThan(CREATE_WINDOW_MS);
    expect(store.applied.some((move) => move.freesSlot)).toBe(false);
  });

  it("of an image is not repeated once the window is over", async () => {
    const submittedAt = new Date(EPOCH.getTime() - CREATE_WINDOW_MS - 1);
    const { run, store, remote } = setUp({ create: () => unknown, job: { submittedAt } });
    await run();
    expect(remote.creates).toHaveLength(1);
    expect(store.current().state).toBe("unknown");
  });

  it("of a video is never repeated", async () => {
    const { run, store, remote } = setUp({ create: () => unknown, job: { service: "video" } });
    expect(await run()).toBeUndefined();
    expect(remote.creates).toHaveLength(1);
    expect(store.current().state).toBe("unknown");
  });

  it("of a video that was taken over after a try is not even sent once", async () => {
    const { run, store, remote } = setUp({ create: () => created, job: { service: "video", createTries: 2 } });
    expect(await run()).toBeUndefined();
    expect(remote.creates).toHaveLength(0);
    expect(store.current().state).toBe("unknown");
  });

  it.each([
    { name: "can't be sent", outcome: notSent },
    { name: "is refused for now", outcome: busy },
  ])("keeps its slot and key when a repetition $name: another key could make a second one", async ({ outcome }) => {
    const { run, store, remote } = setUp({ create: oneByOne(unknown, outcome, created) });
    expect(await run()).toMatchObject({ state: "running" });
    expect(remote.creates).toHaveLength(3);
    expect(store.applied.map((move) => move.to)).toEqual(["running"]);
  });

  it("ends where a repetition is refused for good", async () => {
    const { run, store } = setUp({ create: oneByOne(unknown, refused) });
    await run();
    expect(store.current().state).toBe("failed");
  });

  it("is not repeated by a worker that lost the job", async () => {
    const { run, store, remote } = setUp({
      create() {
        store.change({ fence: 2 });
        return unknown;
      },
    });
    expect(await run()).toBeUndefined();
    expect(remote.creates).toHaveLength(1);
    expect(store.applied).toEqual([]);
  });

  it("is followed at once when the worker before brought its id in the meantime", async () => {
    const { run, store, remote } = setUp({
      create() {
        store.change({ state: "running", remoteId: "r-0" });
        return unknown;
      },
    });
    expect(await run()).toMatchObject({ state: "running", remoteId: "r-0" });
    expect(remote.creates).toHaveLength(1);
  });
});

describe("trouble around a create", () => {
  it("never loses an id while the database is away", async () => {
    const { run, store } = setUp({ create: () => created });
    store.fail("apply", away, "before", 20);
    expect(await run()).toMatchObject({ state: "running", remoteId: "r-1" });
    expect(store.current().remoteId).toBe("r-1");
  });

  it("follows the job also when the confirmation of its id got lost", async () => {
    const { run, store } = setUp({ create: () => created });
    store.fail("apply", away, "after");
    expect(await run()).toMatchObject({ state: "running", remoteId: "r-1" });
  });

  it("goes on when the database is away between two tries", async () => {
    const { run, store } = setUp({ create: oneByOne(unknown, created) });
    store.fail("countTry", away, "before", 5);
    expect(await run()).toMatchObject({ state: "running" });
  });

  it("goes on when the key can't be read for a while", async () => {
    let asked = 0;
    const secretOf = async (): Promise<string> => {
      asked++;
      if (asked < 5) throw away;
      return "sk-secret";
    };
    const { run } = setUp({ create: () => created, context: { credentials: { enter: async () => {}, secretOf } } });
    expect(await run()).toMatchObject({ state: "running" });
  });

  it("goes on when what a refusal says of the key can't be stored for a while", async () => {
    let asked = 0;
    const onRefusal = async (): Promise<{ retry: boolean }> => {
      asked++;
      if (asked < 5) throw away;
      return { retry: false };
    };
    const { run, store } = setUp({ create: () => refused, context: { onRefusal } });
    await run();
    expect(store.current().state).toBe("failed");
  });

  it.each([
    { name: "is gone", secretOf: async (): Promise<undefined> => undefined },
    {
      name: "can't be opened",
      async secretOf(): Promise<string> {
        throw new EaselError("seal_broken", "another SECRET_KEY");
      },
    },
  ])("goes back to waiting when its key $name", async ({ secretOf }) => {
    const { run, store, remote } = setUp({
      create: () => created,
      context: { credentials: { enter: async () => {}, secretOf } },
    });
    expect(await run()).toBeUndefined();
    expect(remote.creates).toHaveLength(0);
    expect(store.current().state).toBe("waiting");
  });

  it("leaves the job as it is when told to stop, for whoever takes it over", async () => {
    const { context, job, store, stop } = setUp({
      async create(_create, signal) {
        await aborted(signal);
        return unknown;
      },
    });
    const submitting = submit(job, context, stop.signal);
    await settled();
    stop.abort(new Error("stopping"));
    await expect(submitting).rejects.toThrow("stopping");
    expect(store.applied).toEqual([]);
  });

  it("leaves nothing asleep when told to stop between two tries", async () => {
    const { context, job, clock, stop } = setUp({ create: () => unknown });
    const submitting = submit(job, context, stop.signal);
    await settled();
    expect(clock.sleepers()).toBe(1);
    stop.abort(new Error("stopping"));
    await expect(submitting).rejects.toThrow("stopping");
    expect(clock.sleepers()).toBe(0);
  });

  it("writes an id down that comes while it is told to stop", async () => {
    const { context, job, store, stop } = setUp({
      create() {
        stop.abort(new Error("stopping"));
        return created;
      },
    });
    await submit(job, context, stop.signal);
    expect(store.current()).toMatchObject({ state: "running", remoteId: "r-1" });
  });

  it("brings a late id in for the worker that has the job now, without following it too", async () => {
    const { run, store } = setUp({
      create() {
        store.change({ fence: 2 });
        return created;
      },
    });
    expect(await run()).toBeUndefined();
    expect(store.current()).toMatchObject({ state: "running", remoteId: "r-1", fence: 2 });
  });
});
