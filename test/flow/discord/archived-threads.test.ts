import { afterAll, beforeAll, expect, it } from "vitest";
import type { Message } from "../../../src/core/chat/message.ts";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import type { FakeChannel } from "../../support/fake-discord/world.ts";

let here: DiscordWorld;

beforeAll(async () => {
  here = await openDiscordWorld();
});
afterAll(() => here.close());

const RUNNING: Message = { text: "x", progress: { items: [{ state: "running", label: "being made" }] } };

/** A thread with a message of Easel's, which Discord archived after a quiet hour. */
async function archived(key: string, isLocked = false) {
  const thread: FakeChannel = here.server.world.addThread(here.channel, key);
  const conversation = { platform: "discord", workspace: here.guild.id, channel: thread.id } as const;
  const ref = await here.platform.post(conversation, { text: "x" }, key);
  Object.assign(thread, { isArchived: true, isLocked });
  return { thread, conversation, ref };
}

it("a message in an archived thread is removed", async () => {
  const { thread, ref } = await archived("removed");
  await here.platform.remove(ref);
  expect(postsIn(thread)).toEqual([]);
});

it("the last word of a notice in an archived thread is shown, but progress does not open the thread", async () => {
  const { thread, ref } = await archived("edited");
  await expect(here.platform.edit(ref, RUNNING)).rejects.toMatchObject({ failure: "forbidden", retryable: false });
  expect(thread.isArchived).toBe(true);
  await here.platform.edit(ref, { text: "done" });
  expect(postsIn(thread).map(({ content }) => content)).toEqual(["done"]);
});

it("nothing is posted, edited or removed in a thread that only moderators may open", async () => {
  const { thread, conversation, ref } = await archived("locked", true);
  for (const call of [
    () => here.platform.post(conversation, { text: "y" }, "locked-post"),
    () => here.platform.edit(ref, { text: "done" }),
    () => here.platform.remove(ref),
  ]) {
    await expect(call()).rejects.toMatchObject({ failure: "forbidden", retryable: false });
  }
  expect(postsIn(thread).map(({ content }) => content)).toEqual(["x"]);
});
