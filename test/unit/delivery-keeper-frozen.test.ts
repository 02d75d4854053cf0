import { expect, it } from "vitest";
import type { Around } from "../support/memory-delivery.ts";
import { settled } from "../support/stepped-clock.ts";
import { setUpKeeping } from "../support/keeping.ts";

it.each(["post", "findPost"])(
  "a notice that a keeper frozen in `%s` posts after another has ended the batch is taken away again",
  async (where) => {
    const thaw = Promise.withResolvers<void>();
    let frozen = false;
    const freezing: Around = async (call, act) => {
      if (call === where && !frozen) {
        frozen = true;
        await thaw.promise;
      }
      return act();
    };
    const { clock, world, keep } = setUpKeeping({ jobs: 1 }, freezing);
    const slow = keep();
    await settled();
    world.make(0, "fetched");
    await clock.finish(keep().done);
    expect(world.messagesOf("n")).toEqual([]);
    thaw.resolve();
    await clock.finish(slow.done);
    expect(world.messagesOf("n").map((message) => message.removed)).toEqual([true]);
    expect(world.messagesOf("r").map((message) => message.removed)).toEqual([false]);
  },
);

it("a keeper that was frozen after it posted does not take away another's last word", async () => {
  const thaw = Promise.withResolvers<void>();
  let frozen = false;
  const freezing: Around = async (call, act) => {
    const done = act();
    if (call === "post" && !frozen) {
      frozen = true;
      await thaw.promise;
    }
    return done;
  };
  const { clock, world, keep } = setUpKeeping({ jobs: 1 }, freezing);
  const slow = keep();
  await settled();
  world.changeJob(0, { state: "cancelled" });
  await clock.finish(keep().done);
  thaw.resolve();
  await clock.finish(slow.done);
  expect(world.messagesOf("n").map((message) => message.removed)).toEqual([false]);
});
