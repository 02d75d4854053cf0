import { describe, expect, it } from "vitest";
import { setUpKeeping } from "../support/keeping.ts";
import { NOTICE_AWAITED_MS } from "../../src/limits.ts";
import type { DeliveryWorld } from "../support/memory-delivery.ts";
import { settled } from "../support/stepped-clock.ts";

const OPTIONS = { capabilities: { showsNotice: true }, batch: { requestMessage: undefined } };

/** The platform shows its own message, and it is noted as the notice where there is a use for it. */
async function show(world: DeliveryWorld): Promise<boolean> {
  world.messages.push({ id: "shown", key: "", message: { text: "thinking" }, removed: false });
  return world.store.noticeShown("discord", "interaction:1", "shown");
}

const shownOf = (world: DeliveryWorld) => world.messages.find(({ id }) => id === "shown");

describe("a notice that the platform shows by itself", () => {
  it("is waited for, and followed from then on", async () => {
    const { clock, world, keep, stop } = setUpKeeping(OPTIONS);
    const keeper = keep();
    await clock.pass(NOTICE_AWAITED_MS - 1_000);
    expect(world.messages).toEqual([]);
    expect(await show(world)).toBe(true);
    keeper.poke();
    await clock.pass(NOTICE_AWAITED_MS);
    expect(world.messagesOf("n")).toEqual([]);
    expect(world.edits.map(({ id }) => id)).toContain("shown");
    stop.abort(new Error("stopping"));
    await expect(keeper.done).rejects.toThrow("stopping");
  });

  it("says what is going on as soon as it is noted, also while jobs are under way", async () => {
    const { clock, world, keep, stop } = setUpKeeping(OPTIONS);
    const keeper = keep();
    await clock.pass(100);
    expect(await show(world)).toBe(true);
    keeper.stir();
    await clock.pass(1);
    expect(world.edits.map(({ id }) => id)).toEqual(["shown"]);
    stop.abort(new Error("stopping"));
    await expect(keeper.done).rejects.toThrow("stopping");
  });

  it("is posted by us when it does not come", async () => {
    const { clock, world, keep, stop } = setUpKeeping(OPTIONS);
    const keeper = keep();
    await clock.pass(NOTICE_AWAITED_MS + 1_000);
    expect(world.messagesOf("n")).toHaveLength(1);
    expect(await show(world)).toBe(false);
    stop.abort(new Error("stopping"));
    await expect(keeper.done).rejects.toThrow("stopping");
  });

  it("is not waited for where the notice replies to the message that asked", async () => {
    const { clock, world, keep, stop } = setUpKeeping({ ...OPTIONS, batch: { requestMessage: "asked" } });
    const keeper = keep();
    await settled();
    await clock.pass(1);
    expect(world.messagesOf("n")).toHaveLength(1);
    stop.abort(new Error("stopping"));
    await expect(keeper.done).rejects.toThrow("stopping");
  });

  it("goes also when it came while the result was being posted", async () => {
    const { clock, world, keep } = setUpKeeping(OPTIONS, async (call, act) => {
      if (call === "post") await show(world);
      return act();
    });
    world.make(0, "fetched");
    await clock.finish(keep().done);
    expect(world.messagesOf("r")).toHaveLength(1);
    expect(shownOf(world)?.removed).toBe(true);
    expect(world.rows.posts.find(({ kind }) => kind === "notice")?.state).toBe("folded");
  });

  it("that comes after the end is superfluous, and told so", async () => {
    const { clock, world, keep } = setUpKeeping(OPTIONS);
    world.make(0, "fetched");
    await clock.finish(keep().done);
    expect(await show(world)).toBe(false);
  });
});
