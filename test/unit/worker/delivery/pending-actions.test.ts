import { describe, expect, it } from "vitest";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import { DatabaseUnavailableError } from "../../../../src/lib/errors.ts";
import { aRequest } from "../../../support/database/jobs.ts";
import { failing, setUpReconciling } from "../../../support/media/reconciling.ts";
import type { Around } from "../../../support/database/memory-delivery.ts";
import { settled } from "../../../support/fault/stepped-clock.ts";

const PICTURE = {
  kind: "image",
  hash: "b".repeat(64),
  mimeType: "image/png",
  name: "before.png",
  bytes: 10,
  width: 8,
  height: 6,
} as const;
const EDIT = { batch: { request: aRequest({ prompt: "make it blue", references: [PICTURE] }) } };

/** An edit that has its result, and is closed. */
async function done(around?: Around, capabilities = {}) {
  const setUp = setUpReconciling({ ...EDIT, capabilities }, around);
  setUp.world.make(0, "fetched");
  await setUp.clock.finish(setUp.keep().done);
  expect(setUp.world.rows.closed).toBe(true);
  return setUp;
}

describe("a result that is to be deleted", () => {
  it.each([
    ["immediately", {}],
    ["although the platform is unavailable at first", { remove: [new PlatformError("unavailable", "away")] }],
    ["although storing that fails at first", { postDone: [new DatabaseUnavailableError("down")] }],
    ["although closing the batch fails at first", { close: [new DatabaseUnavailableError("down")] }],
  ])("is deleted %s, and nothing is posted again", async (_name, later) => {
    const failures: Record<string, Error[]> = {};
    const { world, clock, keep } = await done(failing(failures));
    Object.assign(failures, later);
    world.requestAction("remove");
    await clock.finish(keep().done);
    expect(world.messages.map((message) => message.removed)).toEqual([true]);
    expect(world.rows.posts.find((post) => post.kind === "result")?.state).toBe("removed");
    expect(world.rows.closed).toBe(true);
  });

  it("is left alone if the platform will never delete it", async () => {
    const failures: Record<string, Error[]> = {};
    const { world, clock, keep } = await done(failing(failures));
    failures["remove"] = [new PlatformError("forbidden", "not allowed")];
    world.requestAction("remove");
    await clock.finish(keep().done);
    expect(world.rows.closed).toBe(true);
  });

  it("is not followed by late pictures", async () => {
    const { world, clock, keep } = setUpReconciling({ jobs: 2, ...EDIT });
    world.make(0, "fetched");
    world.changeJob(1, { state: "unknown" });
    const reconciler = keep();
    await settled();
    expect(world.messagesOf("r")).toHaveLength(1);
    world.requestAction("remove");
    world.make(1, "fetched");
    reconciler.wake();
    await clock.finish(reconciler.done);
    expect(world.messages.filter((message) => !message.removed)).toEqual([]);
  });
});

describe("an edit that is undone", () => {
  it("is followed once by its previous version, as a reply", async () => {
    const { world, clock, keep } = await done();
    world.requestAction("undo");
    world.requestAction("undo");
    await clock.finish(keep().done);
    await clock.finish(keep().done);
    const [before, ...others] = world.messagesOf("u");
    expect(others).toEqual([]);
    expect(before?.message.files?.map((file) => file.name)).toEqual(["before.png"]);
    expect(before?.message.replyTo?.id).toBe(world.messagesOf("r")[0]?.id);
    expect(before?.message.buttons?.map((button) => button.id)).toEqual([
      `edit:${world.batch.id}:0`,
      `animate:${world.batch.id}:0`,
      `delete:${world.batch.id}:0`,
    ]);
  });

  it.each([true, false])("is posted once although a process dies right after it (postOnce: %s)", async (postOnce) => {
    const failures: Record<string, Error[]> = {};
    const { world, clock, keep } = await done(failing(failures), { postOnce });
    world.requestAction("undo");
    failures["postDone"] = [new DatabaseUnavailableError("down")];
    await clock.finish(keep().done);
    expect(world.messagesOf("u")).toHaveLength(1);
    expect(world.rows.closed).toBe(true);
  });

  it("is noticed by the process that was about to close the batch", async () => {
    let isRequested = false;
    const { world, clock, keep } = setUpReconciling(EDIT, async (call, act) => {
      if (call === "close" && !isRequested) {
        isRequested = true;
        world.requestAction("undo");
      }
      return act();
    });
    world.make(0, "fetched");
    await clock.finish(keep().done);
    expect(world.messagesOf("u")).toHaveLength(1);
    expect(world.rows.closed).toBe(true);
  });

  it("ends even if the conversation is gone", async () => {
    const failures: Record<string, Error[]> = {};
    const { world, clock, keep } = await done(failing(failures));
    world.requestAction("undo");
    failures["post"] = [new PlatformError("gone", "it is gone")];
    await clock.finish(keep().done);
    expect(world.rows.posts.find((post) => post.kind === "undo")?.state).toBe("undeliverable");
    expect(world.rows.closed).toBe(true);
  });
});
