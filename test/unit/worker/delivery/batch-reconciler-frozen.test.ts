import { expect, it } from "vitest";
import { DatabaseUnavailableError } from "../../../../src/lib/errors.ts";
import type { Around } from "../../../support/database/memory-delivery.ts";
import { settled } from "../../../support/fault/stepped-clock.ts";
import { setUpReconciling } from "../../../support/media/reconciling.ts";

it.each(["post", "findPost"])(
  "a notice is removed that a reconciler frozen in `%s` posts after another one has ended the batch",
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
    const { clock, world, keep } = setUpReconciling({ jobs: 1 }, freezing);
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

it.each([false, true])(
  "such a notice is removed even if the answer about it is lost (while stopping: %s)",
  async (stopped) => {
    const thaw = Promise.withResolvers<void>();
    let frozen = 0;
    const freezing: Around = async (call, act) => {
      if (call === "post" && frozen === 0) {
        frozen = 1;
        await thaw.promise;
        frozen = 2;
      } else if (call === "postDone" && frozen === 2) {
        frozen = 3;
        throw new DatabaseUnavailableError("away");
      }
      return act();
    };
    const { clock, world, stop, keep } = setUpReconciling({ jobs: 1 }, freezing);
    const slow = keep();
    await settled();
    world.make(0, "fetched");
    await clock.finish(keep().done);
    if (stopped) stop.abort(new Error("declared dead"));
    thaw.resolve();
    await clock.finish(slow.done.catch(() => {}));
    expect(world.messagesOf("n").map((message) => message.removed)).toEqual([true]);
  },
);

it("a reconciler that was frozen after posting does not remove another's final message", async () => {
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
  const { clock, world, keep } = setUpReconciling({ jobs: 1 }, freezing);
  const slow = keep();
  await settled();
  world.changeJob(0, { state: "cancelled" });
  await clock.finish(keep().done);
  thaw.resolve();
  await clock.finish(slow.done);
  expect(world.messagesOf("n").map((message) => message.removed)).toEqual([false]);
});
