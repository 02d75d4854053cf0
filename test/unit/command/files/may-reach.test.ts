import { describe, expect, it } from "vitest";
import { mayReach, maySee } from "../../../../src/command/files/may-reach.ts";
import type { Conversation } from "../../../../src/core/chat/conversation.ts";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import { GENERAL, MAX } from "../../../support/commands.ts";

const READER = { conversation: GENERAL, actor: MAX };
const THREAD: Conversation = { ...GENERAL, thread: "sketches" };
const STUDIO: Conversation = { ...GENERAL, channel: "studio" };
const OTHER_WORKSPACE: Conversation = { ...GENERAL, workspace: "other" };
const OTHER_PLATFORM: Conversation = { ...GENERAL, platform: "slack" };

/** A platform that answers every question about a conversation in the same way, and records the conversations. */
function answering(answer: boolean | Error) {
  const asked: Conversation[] = [];
  const mayRead = async (conversation: Conversation, userId: string): Promise<boolean> => {
    expect(userId).toBe(MAX.userId);
    asked.push(conversation);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, platform: { mayRead } };
}

describe("a batch", () => {
  it.each([
    ["their own, here", GENERAL, MAX.userId],
    ["their own, in another channel", STUDIO, MAX.userId],
    ["another member's, here", GENERAL, "eve"],
  ])("is reached without asking the platform: %s", async (_which, conversation, requesterId) => {
    const context = answering(new Error("nobody asks"));
    expect(await mayReach({ conversation, requesterId }, READER, context)).toBe(true);
    expect(await maySee({ conversation, requesterId }, READER, context)).toBe(true);
  });

  it.each([
    ["their own, in another workspace", OTHER_WORKSPACE, MAX.userId],
    ["their own, on another platform", OTHER_PLATFORM, MAX.userId],
    ["another member's, in another workspace", OTHER_WORKSPACE, "eve"],
  ])("is out of reach, whatever the platform says: %s", async (_which, conversation, requesterId) => {
    const context = answering(true);
    expect(await mayReach({ conversation, requesterId }, READER, context)).toBe(false);
    expect(await maySee({ conversation, requesterId }, READER, context)).toBe(false);
    expect(context.asked).toEqual([]);
  });

  it.each([true, false])(
    "in another thread is reached only by members who may read that thread: %s",
    async (isAllowed) => {
      const context = answering(isAllowed);
      expect(await mayReach({ conversation: THREAD, requesterId: "eve" }, READER, context)).toBe(isAllowed);
      expect(context.asked).toEqual([THREAD]);
    },
  );

  it("in another channel is not reached by its id, but listed for members who may read the channel", async () => {
    const batch = { conversation: STUDIO, requesterId: "eve" };
    const context = answering(true);
    expect(await mayReach(batch, READER, context)).toBe(false);
    expect(context.asked).toEqual([]);
    expect(await maySee(batch, READER, context)).toBe(true);
    expect(await maySee(batch, READER, answering(false))).toBe(false);
  });

  it("without a requester belongs to no reader", async () => {
    expect(await maySee({ conversation: STUDIO, requesterId: undefined }, READER, answering(false))).toBe(false);
  });

  it("stays hidden if the platform does not answer, and other errors are passed on", async () => {
    const batch = { conversation: THREAD, requesterId: "eve" };
    expect(await mayReach(batch, READER, answering(new PlatformError("unavailable", "away")))).toBe(false);
    await expect(mayReach(batch, READER, answering(new Error("broken")))).rejects.toThrow("broken");
  });
});
