import { describe, expect, it } from "vitest";
import type { CreateOutcome } from "../../../src/core/job/remote.ts";
import {
  CREATE_TRIES,
  CREATE_WINDOW_MS,
  DEFAULT_IMAGE_TIMEOUT_MS,
  GUIDANCE_GRACE_MS,
} from "../../../src/lib/limits.ts";
import { aFault, EPOCH } from "../../support/database/jobs.ts";
import { oneByOne } from "../../support/gateway/scripted-remote.ts";
import {
  busy,
  created,
  notSent,
  refused,
  setUpSubmitting as setUp,
  unknown,
} from "../../support/database/submitting.ts";

describe("a create that is answered", () => {
  it("sends exactly what is stored, once, and returns the running job", async () => {
    const { run, remote, job, store } = setUp({ create: () => created });
    expect(await run()).toMatchObject({ state: "running", remoteId: "r-1", requestId: "q-1" });
    const { path, body, idempotencyKey } = job;
    expect(remote.creates).toEqual([
      { baseUrl: "http://gateway.test", apiKey: "sk-secret", path, body, idempotencyKey },
    ]);
    expect(store.applied[0]?.created?.deadlineMs).toBe(DEFAULT_IMAGE_TIMEOUT_MS + GUIDANCE_GRACE_MS);
  });

  it("sets the deadline from the guidance plus a grace period", async () => {
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

  it("waits for a retry that may succeed, for as long as the gateway asks", async () => {
    const { run, store, remote } = setUp({ create: () => ({ ...busy, retryAfterMs: 45_000 }) });
    expect(await run()).toBeUndefined();
    expect(store.current()).toMatchObject({ state: "waiting", refusals: 1 });
    expect(store.current().notBefore.getTime()).toBe(EPOCH.getTime() + 45_000);
    expect(remote.creates).toHaveLength(1);
  });

  it("does not loop if the gateway asks for an immediate retry", async () => {
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

  it("returns to waiting if its key is refused and another key may serve it", async () => {
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

  it("is not sent again if the member cancelled it in the meantime", async () => {
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
    const { run, remote } = setUp({ create: oneByOne<CreateOutcome>(unknown, unknown, created) });
    expect(await run()).toMatchObject({ state: "running", remoteId: "r-1", createTries: 3 });
    expect(remote.creates).toHaveLength(3);
    expect(new Set(remote.creates.map((create) => JSON.stringify(create))).size).toBe(1);
  });

  it.each([0, 1])(
    "of an image is sent six times, spread over the whole window, and is then unknown (random %i)",
    async (random) => {
      const sentAt: number[] = [];
      const { run, store, clock } = setUp({
        create() {
          sentAt.push(clock.now() - EPOCH.getTime());
          return unknown;
        },
        context: { random: () => random },
      });
      expect(await run()).toBeUndefined();
      expect(sentAt).toHaveLength(CREATE_TRIES);
      const gaps = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
      expect(gaps[0]).toBeLessThanOrEqual(2_000);
      expect(gaps).toEqual(gaps.toSorted((one, other) => one - other));
      expect(sentAt.at(-1)).toBeGreaterThan(CREATE_WINDOW_MS * 0.85);
      expect(sentAt.at(-1)).toBeLessThan(CREATE_WINDOW_MS);
      expect(store.current().state).toBe("unknown");
      expect(store.applied.some((move) => move.freesSlot)).toBe(false);
    },
  );

  it("of an image is not repeated in a tight loop if the answers take longer than the waits", async () => {
    const sentAt: number[] = [];
    const { run, clock } = setUp({
      async create() {
        sentAt.push(clock.now());
        await clock.sleep(50_000, new AbortController().signal);
        return unknown;
      },
    });
    await run();
    for (const [index, at] of sentAt.slice(1).entries()) expect(at - (sentAt[index] ?? 0)).toBeGreaterThan(50_000);
    expect(sentAt).toHaveLength(CREATE_TRIES);
  });

  it("of a clip keeps what the gateway said about it", async () => {
    const fault = aFault({ status: 502, code: "upstream_error", message: "over capacity until 18:00" });
    const { run, store } = setUp({ job: { service: "video" }, create: () => ({ ...unknown, fault }) });
    expect(await run()).toBeUndefined();
    expect(store.current()).toMatchObject({
      state: "unknown",
      failure: { reason: "unknown_outcome", message: "over capacity until 18:00" },
    });
  });

  it("of an image forgets the gateway's words about an earlier attempt", async () => {
    const { run, store } = setUp({ create: () => unknown, job: { failure: { reason: "gateway", code: "busy" } } });
    await run();
    expect(store.current().failure).toEqual({ reason: "unknown_outcome" });
  });

  it("is not handled while the next attempt is awaited", async () => {
    const { run, store } = setUp({ create: oneByOne<CreateOutcome>(unknown, unknown, created) });
    await run();
    // Counting another try notes that it is handled again.
    expect(store.calls.filter((call) => call === "noteHandling" || call === "countTry")).toEqual([
      "noteHandling",
      "countTry",
      "noteHandling",
      "countTry",
    ]);
    expect(store.handled).toEqual([false, false]);
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

  it("of a video that was taken over after an attempt is not sent at all", async () => {
    const { run, store, remote } = setUp({ create: () => created, job: { service: "video", createTries: 2 } });
    expect(await run()).toBeUndefined();
    expect(remote.creates).toHaveLength(0);
    expect(store.current().state).toBe("unknown");
  });

  it.each([
    { name: "can't be sent", outcome: notSent },
    { name: "is refused for now", outcome: busy },
  ])(
    "keeps its slot and key when a repetition $name, because another key could make a second picture",
    async ({ outcome }) => {
      const { run, store, remote } = setUp({ create: oneByOne<CreateOutcome>(unknown, outcome, created) });
      expect(await run()).toMatchObject({ state: "running" });
      expect(remote.creates).toHaveLength(3);
      expect(store.applied.map((move) => move.to)).toEqual(["running"]);
    },
  );

  it("ends if a repetition is refused for good", async () => {
    const { run, store } = setUp({ create: oneByOne<CreateOutcome>(unknown, refused) });
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

  it("is followed immediately if the previous worker stored its id in the meantime", async () => {
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
