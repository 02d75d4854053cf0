import { describe, expect, it } from "vitest";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import type { PlanAttachments } from "../../../../src/worker/delivery/result/fit-attachments.ts";
import { failing, setUpReconciling, texts } from "../../../support/media/reconciling.ts";
import { createPostWorld } from "../../../support/post-world.ts";

const MiB = 1024 * 1024;
const tooLarge = (): PlatformError => new PlatformError("too_large", "no");

describe("a post with a file", () => {
  it("is fitted to the limit of its conversation, or else of the platform", async () => {
    const everywhere = await createPostWorld({ maxFileBytes: 10 * MiB });
    expect(everywhere.limits).toEqual([10 * MiB]);
    const here = await createPostWorld({ maxFileBytes: 10 * MiB, maxFileBytesIn: async () => 50 * MiB });
    expect(here.limits).toEqual([50 * MiB]);
  });

  it("that is still too large is made smaller once more, and finally linked", async () => {
    const world = await createPostWorld({ maxFileBytes: 100 * MiB }, [tooLarge(), tooLarge()]);
    expect(world.limits).toEqual([100 * MiB, 8 * MiB, 0]);
    expect(world.state).toBe("posted");
    expect(world.posted).toEqual([0]);
  });

  it("is made no smaller than the conversation needs if its limit has become lower", async () => {
    const limits = [100 * MiB, 50 * MiB];
    const maxFileBytesIn = async (): Promise<number> => limits.shift() ?? 0;
    const world = await createPostWorld({ maxFileBytes: 10 * MiB, maxFileBytesIn }, [tooLarge()]);
    expect(world.limits).toEqual([100 * MiB, 50 * MiB]);
    expect(world.posted).toEqual([1]);
  });

  it("is never tried with more than half of what was too large", async () => {
    const world = await createPostWorld({ maxFileBytes: 10 * MiB }, [tooLarge()]);
    expect(world.limits).toEqual([10 * MiB, 5 * MiB]);
    expect(world.posted).toEqual([1]);
  });

  it("without any file that is too large is not retried in a loop", async () => {
    const world = await createPostWorld({ maxFileBytes: 10 * MiB }, [tooLarge(), tooLarge(), tooLarge(), tooLarge()]);
    expect(world.limits).toEqual([10 * MiB, 5 * MiB, 0]);
    expect(world.state).toBe("undeliverable");
  });
});

describe("the reconciler", () => {
  it("leaves the job done, and says where the result is", async () => {
    const errors: Error[] = [];
    const link = { url: "https://easel.example/results/1", expiresAt: Date.UTC(2026, 11, 21) };
    const planAttachments: PlanAttachments = async (view) =>
      new Map(view.jobs.map((job) => [job.id, { file: undefined, link }]));
    const { clock, world, keep } = setUpReconciling({}, failing({ post: errors }));
    world.make(0, "fetched");
    await clock.finish(keep({ planAttachments }).done);
    const [result] = world.messagesOf("r");
    expect(result?.message.files).toEqual([]);
    expect(result?.message.text).toContain(texts.result.tooLarge("21 December 2026"));
    expect(result?.message.text).toContain(link.url);
    expect(world.rows.jobs[0]?.state).toBe("succeeded");
    expect(world.rows.closed).toBe(true);
  });
});
