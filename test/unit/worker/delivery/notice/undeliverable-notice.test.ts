import { expect, it } from "vitest";
import { PlatformError, type PlatformFailure } from "../../../../../src/core/chat/errors.ts";
import type { Capabilities } from "../../../../../src/core/chat/platform.ts";
import { batchStatusOf, undelivered } from "../../../../../src/worker/delivery/batch-status.ts";
import type { Around } from "../../../../support/database/memory-delivery.ts";
import { settled } from "../../../../support/fault/stepped-clock.ts";
import { setUpReconciling as setUp, texts } from "../../../../support/media/reconciling.ts";

const say = texts.delivery;

/** A batch with a posted notice. Afterwards, calls fail as `refuses` says until it is emptied. */
async function refused(refuses: Partial<Record<string, PlatformFailure>>, capabilities: Partial<Capabilities> = {}) {
  const calls: string[] = [];
  const around: Around = async (call, act) => {
    calls.push(call);
    const failure = refuses[call];
    if (failure) throw new PlatformError(failure, "no");
    return act();
  };
  const { post, ...others } = refuses;
  delete refuses["post"];
  const here = setUp({ capabilities: { direct: true, membersRefuseDirect: true, ...capabilities } }, around);
  const reconciler = here.keep();
  await settled();
  Object.assign(refuses, { post, ...others });
  here.world.make(0, "fetched");
  reconciler.wake();
  await here.clock.finish(reconciler.done);
  const view = async () => {
    const now = await here.world.store.view(here.world.batch.id);
    if (!now) throw new Error("the batch does not exist");
    return now;
  };
  const again = async (): Promise<void> => {
    here.world.requestAction("deliver");
    await here.clock.finish(here.keep().done);
  };
  const notice = () => here.world.messagesOf("n")[0];
  return { ...here, calls, view, again, notice };
}

it("does not try direct messages again that have just refused the result, and says how to get it", async () => {
  const { calls, view, notice, world } = await refused({ post: "closed" });
  expect(calls).not.toContain("direct");
  expect(undelivered(await view())).toHaveLength(1);
  expect(notice()?.message.text.split("\n").slice(0, 3)).toEqual([
    `${say.notDelivered("Max")} “a fox”`,
    say.why.refused,
    say.thenAgain,
  ]);
  expect(notice()?.message.buttons).toEqual([{ id: `deliver:${world.batch.id}`, label: say.again, style: "primary" }]);
});

it("names what the platform lacks, and that direct messages were refused too", async () => {
  const problemsIn = async () => ["It lacks the permission Attach Files."];
  const { view, notice } = await refused({ post: "forbidden", direct: "closed" }, { problemsIn });
  expect(undelivered(await view())).toHaveLength(1);
  expect(notice()?.message.text).toContain("It lacks the permission Attach Files.");
  expect(notice()?.message.text).toContain(`${say.norDirectly("Max")} ${say.why.refused}`);
  expect(notice()?.message.buttons).toHaveLength(1);
});

it("gives a general reason if the platform does not say what it lacks", async () => {
  const problemsIn = () => Promise.reject(new PlatformError("unavailable", "away"));
  const { notice } = await refused({ post: "gone", direct: "closed" }, { problemsIn });
  expect(notice()?.message.text).toContain(say.why.gone);
});

it("tells the conversation and the requester why the result went to the requester", async () => {
  const problemsIn = async () => ["It lacks the permission Attach Files."];
  const { view, notice, world } = await refused({ post: "forbidden" }, { problemsIn });
  const [direct] = world.messagesOf("d");
  expect(direct?.message.text.split("\n")[0]).toBe(say.directly("It lacks the permission Attach Files."));
  expect(undelivered(await view())).toEqual([]);
  expect(notice()?.message.text).toContain(say.sentDirectly("Max"));
  expect(notice()?.message.text).toContain("It lacks the permission Attach Files.");
  expect(notice()?.message).not.toHaveProperty("mention");
  expect(notice()?.message.buttons).toBeUndefined();
  const stored = (await view()).posts.find(({ kind }) => kind === "direct");
  expect(stored?.conversation).toMatchObject({ channel: `with ${world.batch.requesterId}` });
});

it("posts the result once when asked to, and the notice is gone", async () => {
  const refuses: Partial<Record<string, PlatformFailure>> = { post: "forbidden", direct: "closed" };
  const { again, notice, world, view } = await refused(refuses);
  for (const call of Object.keys(refuses)) delete refuses[call];
  await again();
  expect(world.messagesOf("r")).toHaveLength(1);
  expect(world.messagesOf("r")[0]?.message.files).toHaveLength(1);
  expect(world.messagesOf("d")).toEqual([]);
  expect(notice()?.removed).toBe(true);
  expect(undelivered(await view())).toEqual([]);
});

it("says so again if it is refused again, and sends it directly if that works by then", async () => {
  const refuses: Partial<Record<string, PlatformFailure>> = { post: "forbidden", direct: "closed" };
  const { again, notice, world, view } = await refused(refuses);
  refuses["post"] = "gone";
  await again();
  expect(notice()?.message.text).toContain(say.why.gone);
  expect(notice()?.message.buttons).toHaveLength(1);
  delete refuses["direct"];
  await again();
  expect(world.messagesOf("d")).toHaveLength(1);
  expect(notice()?.message.text).toContain(say.sentDirectly("Max"));
  expect(undelivered(await view())).toEqual([]);
});

it("posts it once although a process dies between any two steps of another try", async () => {
  let reached = true;
  let at = 1;
  for (; reached; at++) {
    for (const when of ["before", "after"] as const) {
      const refuses: Partial<Record<string, PlatformFailure>> = { post: "forbidden", direct: "closed" };
      let left = Number.POSITIVE_INFINITY;
      let dead = false;
      const around: Around = async (call, act) => {
        left--;
        if (left === 0 && when === "before") return die();
        const failure = refuses[call];
        if (failure) throw new PlatformError(failure, "no");
        const done = act();
        return left === 0 ? die() : done;
      };
      const die = (): Promise<never> => {
        dead = true;
        return new Promise(() => {});
      };
      const { clock, world, keep } = setUp({ capabilities: { direct: true } }, around);
      delete refuses["post"];
      const first = keep();
      await settled();
      refuses["post"] = "forbidden";
      world.make(0, "fetched");
      first.wake();
      await clock.finish(first.done);
      for (const call of Object.keys(refuses)) delete refuses[call];
      world.requestAction("deliver");
      left = at;
      let last = keep();
      await settled();
      if (dead) last = keep();
      await clock.finish(last.done);
      const where = `died ${when} call ${at}`;
      expect(world.messagesOf("r"), where).toHaveLength(1);
      expect(world.messagesOf("d"), where).toEqual([]);
      expect(
        world.messagesOf("n").map(({ removed }) => removed),
        where,
      ).toEqual([true]);
      expect(world.rows.closed, where).toBe(true);
      reached = dead;
    }
  }
  // A view, an intent, a search, a post, its note, the notice and the end.
  expect(at).toBeGreaterThan(7);
});

it("is not undelivered while its requester may still get it directly", async () => {
  const { view } = await refused({ post: "forbidden", direct: "closed" });
  const now = await view();
  const direct = { kind: "direct", state: "intended", messageId: undefined, awaited: [] } as const;
  expect(batchStatusOf(now, 0).final).toBe(true);
  expect(undelivered({ ...now, posts: [...now.posts.filter(({ kind }) => kind !== "direct"), direct] })).toEqual([]);
});

it("counts messages after the result separately", async () => {
  const { view } = await refused({});
  const now = await view();
  const late = { kind: "late-1", state: "undeliverable", messageId: undefined, awaited: [] } as const;
  const artifacts = now.artifacts.map((artifact) => ({ ...artifact, post: "late-1" }));
  expect(undelivered({ ...now, artifacts, posts: [...now.posts, late] })).toHaveLength(1);
});
