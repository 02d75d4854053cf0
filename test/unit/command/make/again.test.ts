import { describe, expect, it } from "vitest";
import { DOUBLE_PRESS_MS } from "../../../../src/command/make/double-press.ts";
import type { JobState } from "../../../../src/core/job/job.ts";
import { en } from "../../../../src/text/en/index.ts";
import { ADA, aPress, MAX } from "../../../support/commands.ts";
import { aBatch, aJob, aRequest } from "../../../support/database/jobs.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const request = aRequest({ prompt: "a red fox" });

function setUp() {
  const set = setUpDispatch();
  const know = (state: JobState | undefined, more: Parameters<typeof aBatch>[0] = {}) => {
    const batch = aBatch({ request, ...more });
    set.world.know(batch, state === undefined ? [] : [aJob({ state })]);
    return batch;
  };
  const keys = (): string[] => set.world.requests.map(({ eventKey }) => eventKey);
  return { ...set, know, keys };
}

describe("a request that failed", () => {
  it.each(["again", "twice"])("is repeated under one key, no matter which member presses %s", async (act) => {
    const { know, keys, send } = setUp();
    const batch = know(act === "twice" ? "unknown" : "failed");
    await send(aPress(`${act}:${batch.id}`, { actor: ADA }));
    await send(aPress(`${act}:${batch.id}`, { actor: MAX }));
    // The database recognises the key of the second press.
    expect(keys()).toEqual([`again:${batch.id}`, `again:${batch.id}`]);
  });

  it.each([
    ["is not written yet", undefined],
    ["is running", "running"],
    ["was made", "succeeded"],
    ["is uncertain", "unknown"],
  ] as const)("leads to its repetition while that %s", async (_what, state) => {
    const { know, keys, send, said } = setUp();
    const batch = know("failed");
    const { actor, ...press } = aPress(`again:${batch.id}`, { actor: ADA });
    know(state, {
      id: "8e0b8a50-0000-4000-8000-000000000001",
      eventKey: `again:${batch.id}`,
      requesterId: actor.userId,
    });
    await send({ ...press, actor });
    expect(keys()).toEqual([]);
    expect(said()).toBe(en.result.againAlready(undefined, undefined));
  });

  it("tells others who repeated it", async () => {
    const { know, send, said } = setUp();
    const batch = know("failed");
    const eventKey = `again:${batch.id}`;
    know("running", {
      id: "8e0b8a50-0000-4000-8000-000000000001",
      eventKey,
      requesterName: "*Bob*",
      requesterId: "bob",
    });
    await send(aPress(`again:${batch.id}`));
    expect(said()).toBe(en.result.againAlready(String.raw`\*Bob\*`, undefined));
  });

  it("repeats its repetition if that failed too", async () => {
    const { know, keys, send } = setUp();
    const batch = know("failed");
    const second = know("failed", { id: "8e0b8a50-0000-4000-8000-000000000001", eventKey: `again:${batch.id}` });
    await send(aPress(`again:${batch.id}`));
    expect(keys()).toEqual([`again:${second.id}`]);
  });
});

describe("a request that made something", () => {
  it("is repeated with each press", async () => {
    const { know, keys, send, pass } = setUp();
    const batch = know("succeeded");
    const [first, second] = [aPress(`again:${batch.id}`), aPress(`again:${batch.id}`)];
    await send(first);
    pass(DOUBLE_PRESS_MS);
    await send(second);
    expect(keys()).toEqual([first.key, second.key]);
  });

  it("is repeated once by a double click of one person", async () => {
    const { know, keys, send, said, pass } = setUp();
    const batch = know("succeeded");
    const first = aPress(`again:${batch.id}`, { actor: MAX });
    await send(first);
    pass(DOUBLE_PRESS_MS - 1);
    await send(aPress(`again:${batch.id}`, { actor: MAX }));
    expect(said()).toBe(en.result.againPressed);
    const other = aPress(`again:${batch.id}`, { actor: ADA });
    await send(other);
    // A press that is delivered again is the same press.
    await send(first);
    expect(keys()).toEqual([first.key, other.key, first.key]);
  });
});
