import { DISCORD_NONCE_CHARACTERS } from "../../../../src/platforms/discord/post/posting.ts";
import { describe, expect, it } from "vitest";
import { latecomers, lateKind, lateOf } from "../../../../src/worker/delivery/result/late.ts";
import { postKey } from "../../../../src/worker/delivery/result/post-key.ts";
import type { BatchView, Post } from "../../../../src/core/delivery/delivery-store.ts";
import type { Job } from "../../../../src/core/job/job-store.ts";
import { aBatch, aJob, EPOCH } from "../../../support/database/jobs.ts";

const job = aJob({ state: "succeeded", ordinal: 10 });
const posted = (kind: string, state: Post["state"] = "posted"): Post => ({
  kind,
  state,
  messageId: "m",
  awaited: [],
});
const result = posted("result");

function view(posts: readonly Post[], post: string | undefined): BatchView {
  const artifact = { jobId: job.id, state: "unretrievable", content: undefined, failure: undefined, post } as const;
  return { batch: aBatch(), jobs: [job], artifacts: [{ ...artifact, succeededAt: EPOCH }], posts: [result, ...posts] };
}

describe("posts about late outcomes", () => {
  it("name their job and their number", () => {
    expect([lateOf("late-3"), lateOf("late-10.2"), lateOf("late-"), lateOf("result")]).toEqual([
      { ordinal: 3, nth: 1 },
      { ordinal: 10, nth: 2 },
      undefined,
      undefined,
    ]);
  });

  it("are new after each repeated fetch, and stay the same until posted", () => {
    expect(lateKind(view([], undefined), job)).toBe("late-10");
    expect(lateKind(view([posted("late-10")], undefined), job)).toBe("late-10.2");
    expect(lateKind(view([posted("late-10"), posted("late-10.2", "intended")], undefined), job)).toBe("late-10.2");
    expect(lateKind(view([posted("late-1")], undefined), job)).toBe("late-10");
  });

  it("follow once for each outcome", () => {
    expect(latecomers(view([], undefined), result)).toEqual([job]);
    expect(latecomers(view([], "result"), result)).toEqual([]);
    expect(latecomers(view([posted("late-10")], "late-10"), result)).toEqual([]);
    expect(latecomers(view([posted("late-10")], undefined), result)).toEqual([job]);
    expect(latecomers(view([posted("late-10", "intended")], "late-10"), result)).toEqual([job]);
    expect(latecomers(view([], undefined), posted("result", "removed"))).toEqual([]);
  });

  it.each<[Job["state"], boolean]>([
    ["failed", true],
    ["expired", true],
    ["cancelled", false],
    ["running", false],
    ["unknown", false],
  ])("follow once for a job without an artifact that the result awaited, if it is now %s: %s", (state, follows) => {
    const ended = aJob({ state, ordinal: 3 });
    const of = (...posts: readonly Post[]): BatchView => ({ batch: aBatch(), jobs: [ended], artifacts: [], posts });
    const awaiting = { ...result, awaited: [ended.id] };
    expect(latecomers(of(awaiting), awaiting)).toEqual(follows ? [ended] : []);
    expect(latecomers(of(awaiting, posted("late-3")), awaiting)).toEqual([]);
    expect(latecomers(of(result), result)).toEqual([]);
  });

  it("have separate keys that every platform accepts", () => {
    const { id } = aBatch();
    const kinds = ["notice", "result", "undo", "direct", "approval", "approval-here", "late-1", "late-10"];
    const more = Array.from({ length: 11 }, (_, index) => `late-10.${index + 2}`);
    const keys = [...kinds, ...more].map((kind) => postKey(id, kind));
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key.length).toBeLessThanOrEqual(DISCORD_NONCE_CHARACTERS);
  });
});
