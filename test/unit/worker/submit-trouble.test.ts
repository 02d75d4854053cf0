import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { EaselError } from "../../../src/lib/errors.ts";
import type { CreateOutcome } from "../../../src/core/job/remote.ts";
import { submit, CREATE_GRACE_MS } from "../../../src/worker/submit-job.ts";
import { aborted, oneByOne } from "../../support/gateway/scripted-remote.ts";
import { settled } from "../../support/fault/stepped-clock.ts";
import {
  away,
  created,
  notSent,
  refused,
  setUpSubmitting as setUp,
  unknown,
} from "../../support/database/submitting.ts";

describe("trouble around a create", () => {
  it("never loses an id while the database is unavailable", async () => {
    const { run, store } = setUp({ create: () => created });
    store.fail("apply", away, "before", 20);
    expect(await run()).toMatchObject({ state: "running", remoteId: "r-1" });
    expect(store.current().remoteId).toBe("r-1");
  });

  it("follows the job even if the confirmation of its id was lost", async () => {
    const { run, store } = setUp({ create: () => created });
    store.fail("apply", away, "after");
    expect(await run()).toMatchObject({ state: "running", remoteId: "r-1" });
  });

  it("continues after a database outage between two attempts", async () => {
    const { run, store } = setUp({ create: oneByOne<CreateOutcome>(unknown, created) });
    store.fail("countTry", away, "before", 5);
    expect(await run()).toMatchObject({ state: "running" });
  });

  it("continues if the key can't be read for a while", async () => {
    let asked = 0;
    const secretOf = async (): Promise<string> => {
      asked++;
      if (asked < 5) throw away;
      return "sk-secret";
    };
    const { run } = setUp({ create: () => created, context: { keys: { secretOf } } });
    expect(await run()).toMatchObject({ state: "running" });
  });

  it("continues if a refusal's effect on the key can't be stored for a while", async () => {
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
      context: { keys: { secretOf } },
    });
    expect(await run()).toBeUndefined();
    expect(remote.creates).toHaveLength(0);
    expect(store.current().state).toBe("waiting");
  });

  it("cuts off a create that is not answered in time when told to stop, and leaves the job to its next worker", async () => {
    let cut = false;
    const { context, job, store, stop, clock } = setUp({
      async create(_create, signal) {
        await aborted(signal);
        cut = true;
        return unknown;
      },
    });
    const submitting = submit(job, context, stop.signal);
    await settled();
    stop.abort(new Error("stopping"));
    const ended = submitting.catch((error: unknown) => error);
    await clock.pass(CREATE_GRACE_MS - 1);
    expect(cut).toBe(false);
    await clock.pass(1);
    expect(await ended).toEqual(new Error("stopping"));
    expect(store.applied).toEqual([]);
  });

  it.each<[name: string, answer: CreateOutcome, after: string]>([
    ["an id", created, "running"],
    ["a refusal", refused, "failed"],
    ["the report that nothing was sent", notSent, "waiting"],
  ])("waits briefly for %s before it stops, and stores it", async (_name, answer, after) => {
    let give = (_outcome: CreateOutcome): void => {};
    const { context, job, store, stop, clock } = setUp({
      create: () => new Promise<CreateOutcome>((resolve) => (give = resolve)),
    });
    const submitting = submit(job, context, stop.signal);
    await settled();
    stop.abort(new Error("stopping"));
    await clock.pass(CREATE_GRACE_MS - 1);
    give(answer);
    await submitting;
    expect(store.current().state).toBe(after);
    expect(clock.sleepers()).toBe(0);
  });

  it.each(["image", "video"] as const)(
    "returns a job of %s unsent if it has to stop before sending",
    async (service) => {
      const { context, job, store, stop, remote } = setUp({ job: { service }, create: () => created });
      stop.abort(new Error("stopping"));
      await submit(job, context, stop.signal);
      expect(remote.creates).toHaveLength(0);
      expect(store.current()).toMatchObject({ state: "waiting" });
    },
  );

  it("logs no warning if it has to stop before sending, because no one has to act", async () => {
    const lines: unknown[] = [];
    const log = pino({ level: "warn" }, { write: (line) => void lines.push(JSON.parse(line)) });
    const { context, job, stop } = setUp({ create: () => created, context: { log } });
    stop.abort(new Error("stopping"));
    await submit(job, context, stop.signal);
    expect(lines).toEqual([]);
  });

  it("leaves no timers when told to stop between two attempts", async () => {
    const { context, job, clock, stop } = setUp({ create: () => unknown });
    const submitting = submit(job, context, stop.signal);
    await settled();
    expect(clock.sleepers()).toBe(1);
    stop.abort(new Error("stopping"));
    await expect(submitting).rejects.toThrow("stopping");
    expect(clock.sleepers()).toBe(0);
  });

  it("stores an id that arrives while it is stopping", async () => {
    const { context, job, store, stop } = setUp({
      create() {
        stop.abort(new Error("stopping"));
        return created;
      },
    });
    await submit(job, context, stop.signal);
    expect(store.current()).toMatchObject({ state: "running", remoteId: "r-1" });
  });

  it("stores a late id for the current worker, without following the job itself", async () => {
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
