import { LATE_ARTIFACT_MS } from "../../../../src/worker/delivery/batch-status.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import { DatabaseUnavailableError } from "../../../../src/lib/errors.ts";
import { aSnapshot } from "../../../support/database/jobs.ts";
import { settled } from "../../../support/fault/stepped-clock.ts";
import { failing, setUpReconciling as setUp, texts } from "../../../support/media/reconciling.ts";

describe("a batch that goes well", () => {
  it("has one notice, then one result with every picture, and the notice is gone", async () => {
    const { clock, world, keep } = setUp({ jobs: 2 });
    const reconciler = keep();
    await settled();
    expect(world.messages).toHaveLength(1);
    expect(world.messagesOf("n")[0]?.message.progress?.items).toHaveLength(2);
    world.make(0, "fetched");
    reconciler.wake();
    await settled();
    expect(world.messagesOf("r")).toEqual([]);
    world.make(1, "fetched");
    reconciler.wake();
    await clock.finish(reconciler.done);
    expect(world.messagesOf("r")).toHaveLength(1);
    expect(world.messagesOf("r")[0]?.message.files).toHaveLength(2);
    expect(world.messagesOf("n").map((message) => message.removed)).toEqual([true]);
    expect(world.rows.closed).toBe(true);
    expect(clock.sleepers()).toBe(0);
  });

  it("has a result even if nothing wakes its reconciler", async () => {
    const { clock, world, keep } = setUp();
    const reconciler = keep();
    await settled();
    world.make(0, "fetched");
    await clock.finish(reconciler.done);
    expect(world.messagesOf("r")).toHaveLength(1);
  });

  it("needs no notice if everything is ready from the start", async () => {
    const { clock, world, keep } = setUp();
    world.make(0, "fetched");
    await clock.finish(keep().done);
    expect(world.messages).toHaveLength(1);
    expect(world.messagesOf("r")).toHaveLength(1);
  });

  it("is ignored once it is closed, or if it is unknown", async () => {
    const { clock, world, keep } = setUp();
    world.rows.closed = true;
    await clock.finish(keep().done);
    expect(world.messages).toEqual([]);
  });

  it("has one notice and one result in whatever order the news arrives", async () => {
    const news = fc.array(fc.constantFrom("wake", "progress", "make", "fetch", "fail", "wait"), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(news, fc.boolean(), async (steps, postOnce) => {
        const { clock, world, keep } = setUp({ jobs: 3, capabilities: { postOnce } });
        const reconciler = keep();
        const open = (): number => world.rows.jobs.findIndex((job) => job.state === "running");
        for (const step of steps) {
          if (step === "wake") reconciler.wake();
          if (step === "progress")
            reconciler.progress(world.rows.jobs[0]?.id ?? "", aSnapshot({ percent: clock.now() % 100 }));
          if (step === "make" && open() !== -1) world.make(open(), "due");
          if (step === "fail" && open() !== -1)
            world.changeJob(open(), { state: "failed", failure: { reason: "gateway" } });
          if (step === "fetch") world.rows.jobs.forEach((_job, index) => world.fetch(index));
          if (step === "wait") await clock.pass(2_000);
        }
        while (open() !== -1) world.make(open(), "due");
        world.rows.jobs.forEach((_job, index) => world.fetch(index));
        reconciler.wake();
        await clock.finish(reconciler.done);
        expect(world.messagesOf("n").length).toBeLessThanOrEqual(1);
        expect(world.messagesOf("r")).toHaveLength(1);
        expect(world.messages.every((message) => message.key.length <= 32)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("late pictures", () => {
  it("do not delay the others for long, and follow in a post of their own", async () => {
    const { clock, world, keep } = setUp({ jobs: 2 });
    const reconciler = keep();
    await settled();
    world.make(0, "fetched");
    world.make(1, "due");
    reconciler.wake();
    await clock.pass(LATE_ARTIFACT_MS - 1);
    expect(world.messagesOf("r")).toEqual([]);
    await clock.pass(60_000);
    expect(world.messagesOf("r")[0]?.message.files).toHaveLength(1);
    expect(world.rows.closed).toBe(false);
    world.fetch(1);
    reconciler.wake();
    await clock.finish(reconciler.done);
    expect(world.messagesOf("r")).toHaveLength(1);
    expect(world.messagesOf("l2")[0]?.message.files).toHaveLength(1);
  });

  it("that are lost in the end are reported once", async () => {
    const { clock, world, keep } = setUp();
    const reconciler = keep();
    world.make(0, "due");
    reconciler.wake();
    await clock.pass(LATE_ARTIFACT_MS + 60_000);
    expect(world.messagesOf("r")[0]?.message.files).toEqual([]);
    await world.store.artifactLost(world.rows.jobs[0]?.id ?? "", { reason: "unretrievable" });
    reconciler.wake();
    await clock.finish(reconciler.done);
    expect(world.messagesOf("l1")).toHaveLength(1);
    expect(world.messagesOf("l1")[0]?.message.text).toContain(texts.failure.unretrievable);
  });

  it("of a job with an unknown outcome are reported with its end", async () => {
    const { clock, world, keep } = setUp();
    world.changeJob(0, { state: "unknown" });
    const reconciler = keep();
    await clock.pass(60_000);
    expect(world.messagesOf("r")[0]?.message.text).toContain(texts.result.itemUnknown);
    world.changeJob(0, { state: "failed", failure: { reason: "unknown_outcome" } });
    reconciler.wake();
    await clock.finish(reconciler.done);
    expect(world.messagesOf("l1")[0]?.message.text).toContain(texts.failure.unknownOutcome);
  });

  it("of a job that ended while the result was being posted get a message of their own", async () => {
    const errors = [new PlatformError("unavailable", "not now")];
    const { clock, world, keep } = setUp({}, failing({ post: errors }));
    world.changeJob(0, { state: "unknown" });
    const reconciler = keep();
    await settled();
    expect(errors).toEqual([]);
    world.changeJob(0, { state: "failed", failure: { reason: "unknown_outcome" } });
    await clock.finish(reconciler.done);
    expect(world.messagesOf("r").map(({ message }) => message.text)).toEqual([
      expect.stringContaining(texts.result.itemUnknown),
    ]);
    expect(world.messagesOf("l1")).toHaveLength(1);
    expect(world.messagesOf("l1")[0]?.message.text).toContain(texts.failure.unknownOutcome);
  });
});

describe("a platform in trouble", () => {
  it.each(["rate_limited", "unavailable"] as const)("is retried when it is %s", async (failure) => {
    const errors = Array.from({ length: 5 }, () => new PlatformError(failure, "not now"));
    const { clock, world, keep } = setUp({}, failing({ post: errors }));
    world.make(0, "fetched");
    await clock.finish(keep().done);
    expect(errors).toEqual([]);
    expect(world.messagesOf("r")).toHaveLength(1);
    expect(clock.sleeps.filter((ms) => ms > 0)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  });

  it.each(["gone", "forbidden", "rejected"] as const)(
    "that refuses the result for good (%s) is recorded, and the notice says so instead of vanishing",
    async (failure) => {
      const errors: Error[] = [];
      const { clock, world, keep } = setUp({}, failing({ post: errors }));
      const reconciler = keep();
      await settled();
      errors.push(new PlatformError(failure, "never"));
      world.make(0, "fetched");
      reconciler.wake();
      await clock.finish(reconciler.done);
      expect(world.rows.posts.find((post) => post.kind === "result")?.state).toBe("undeliverable");
      expect(world.messages).toHaveLength(1);
      expect(world.messages[0]).toMatchObject({ removed: false });
      expect(world.messages[0]?.message.text).toContain(texts.delivery.notDelivered("Max"));
      expect(world.rows.closed).toBe(true);
    },
  );

  it("that refuses the result for good delivers it once by direct message, even after a crash", async () => {
    const errors: Error[] = [];
    const deaths: Error[] = [];
    const { clock, world, keep } = setUp(
      { capabilities: { direct: true } },
      failing({ post: errors, postDone: deaths, direct: [new PlatformError("unavailable", "not now")] }),
    );
    const reconciler = keep();
    await settled();
    errors.push(new PlatformError("forbidden", "put out"));
    world.make(0, "fetched");
    reconciler.wake();
    await settled();
    // The database fails before the direct message is recorded.
    deaths.push(new DatabaseUnavailableError("away"));
    await clock.finish(reconciler.done);
    expect(deaths).toEqual([]);
    const direct = world.messagesOf("d");
    expect(direct).toHaveLength(1);
    expect(direct[0]?.message.text).toContain(texts.delivery.directly(texts.delivery.why.forbidden));
    expect(direct[0]?.message.files).toHaveLength(1);
    expect(direct[0]?.message.buttons?.map(({ id }) => id.split(":")[0])).not.toContain("delete");
    expect(world.rows.posts.find((post) => post.kind === "direct")?.state).toBe("posted");
    expect(world.rows.closed).toBe(true);
  });

  it("where nothing can be posted still lets the batch end", async () => {
    const errors = Array.from({ length: 9 }, () => new PlatformError("forbidden", "no"));
    const { clock, world, keep } = setUp({}, failing({ post: errors }));
    const reconciler = keep();
    await settled();
    world.make(0, "fetched");
    reconciler.wake();
    await clock.finish(reconciler.done);
    expect(world.rows.posts.map((post) => [post.kind, post.state])).toEqual([
      ["notice", "undeliverable"],
      ["result", "undeliverable"],
    ]);
    expect(world.messages).toEqual([]);
    expect(world.rows.closed).toBe(true);
  });

  it("that another process serves gets no posts from here", async () => {
    const { clock, world, keep, stop } = setUp();
    world.make(0, "fetched");
    const reconciler = keep({ platformOf: () => undefined });
    await clock.pass(10 * 60_000);
    expect(world.messages).toEqual([]);
    stop.abort(new Error("stopping"));
    await expect(reconciler.done).rejects.toThrow("stopping");
    expect(clock.sleepers()).toBe(0);
  });

  it("gets each post once although the database fails after each call", async () => {
    const away = (): Error[] => Array.from({ length: 4 }, () => new DatabaseUnavailableError("away"));
    const failures = { view: away(), intendPost: away(), postDone: away(), close: away() };
    const { clock, world, keep } = setUp({}, failing(failures));
    world.make(0, "fetched");
    await clock.finish(keep().done);
    expect(Object.values(failures).flat()).toEqual([]);
    expect(world.messages).toHaveLength(1);
  });
});
