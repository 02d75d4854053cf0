import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import type { Conversation } from "../../../../src/core/chat/conversation.ts";
import { channelMention } from "../../../../src/core/chat/message.ts";
import type { Approval, Decision } from "../../../../src/core/delivery/approvals.ts";
import { askAdmins, type AskContext } from "../../../../src/worker/delivery/approval/ask-admins.ts";
import { createDeliveryWorld, type Around } from "../../../support/database/memory-delivery.ts";
import { NO_GROUNDS } from "../../../support/grounds.ts";
import { EPOCH } from "../../../support/database/jobs.ts";

const ADMINS: Conversation = { platform: "console", workspace: "main", channel: "admins" };
const DIED = new Error("the process died");

/** A held batch that needs the admins' decision, and a function that takes its next step, repeatedly if necessary. */
function setUp(options: { around?: Around; admins?: Conversation } = {}) {
  const world = createDeliveryWorld({ now: () => EPOCH.getTime() }, options.around);
  world.changeJob(0, { state: "held" });
  let approval: Approval = {
    reasons: ["threshold"],
    conversation: undefined,
    state: "asked",
    decidedBy: undefined,
    why: undefined,
  };
  const decisions: Decision[] = [];
  const posted: string[] = [];
  const platform = {
    ...world.platform,
    post: (...given: Parameters<typeof world.platform.post>) => {
      posted.push(given[0].channel);
      return world.platform.post(...given);
    },
  };
  const context: AskContext = {
    store: world.store,
    platform,
    log: pino({ level: "silent" }),
    approvals: {
      find: async () => approval,
      async placeFor({ conversation }) {
        const place = approval.conversation ?? options.admins ?? conversation;
        approval = { ...approval, conversation: place };
        return place;
      },
      grounds: async () => ({ ...NO_GROUNDS, askedIn: { kind: "channel", id: "console:main:general" } }),
      end: async () => void (approval = { ...approval, state: "ended" }),
    },
    async decide(_batchId, decision) {
      decisions.push(decision);
      world.changeJob(0, { state: decision.kind === "approve" ? "waiting" : "failed" });
    },
  };
  return {
    world,
    decisions,
    posted,
    state: () => approval.state,
    decideAs: (state: "approved" | "declined") =>
      (approval = { ...approval, state, decidedBy: "Ada", why: state === "declined" ? "too *dark*" : undefined }),
    look,
    /** Until nothing is due; a process that dies is followed by another one. */
    async keep(): Promise<void> {
      for (let rounds = 0; rounds < 30; rounds++) if (!(await look())) return;
      throw new Error("it never ends");
    },
  };

  async function look(): Promise<boolean> {
    const view = await world.store.view(world.batch.id);
    if (!view) throw new Error("no batch");
    return askAdmins(view, context, new AbortController().signal).catch((error: unknown) => {
      if (error !== DIED) throw error;
      return true;
    });
  }
}

/** Fails once, before or after the call with that number takes effect. */
function dyingAt(number: number, when: "before" | "after"): Around {
  let calls = 0;
  return async (call, act) => {
    const dies = call !== "view" && calls++ === number;
    if (dies && when === "before") throw DIED;
    const result = act();
    if (dies) throw DIED;
    return result;
  };
}

describe("the question to admins", () => {
  it("is in the admin channel once, with the two buttons", async () => {
    const { world, posted, keep } = setUp({ admins: ADMINS });
    await keep();
    await keep();
    expect(posted).toEqual(["admins"]);
    const [question] = world.messages;
    expect(question?.message.text).toContain("**Max** asks for a picture: “a fox”");
    expect(question?.message.text).toContain(`Requested in ${channelMention("general")}.`);
    expect(question?.message.buttons?.map(({ id }) => id)).toEqual([
      `approve:${world.batch.id}`,
      `decline:${world.batch.id}`,
    ]);
  });

  const moments = Array.from({ length: 6 }, (_, number) => [
    [number, "before"] as const,
    [number, "after"] as const,
  ]).flat();
  it.each(moments)("is posted once even if the process dies at call %i, %s its effect", async (number, when) => {
    const { world, keep } = setUp({ admins: ADMINS, around: dyingAt(number, when) });
    await keep();
    expect(world.messages).toHaveLength(1);
    expect(world.rows.posts.find(({ kind }) => kind === "approval")).toMatchObject({ state: "posted" });
  });

  it("is in the requesting channel if it may not be posted in the admin channel", async () => {
    const around: Around = async (call, act) => {
      if (call === "post" && !failed) {
        failed = true;
        throw new PlatformError("forbidden", "not there");
      }
      return act();
    };
    let failed = false;
    const { world, posted, keep } = setUp({ admins: ADMINS, around });
    await keep();
    expect(posted).toEqual(["admins", "general"]);
    expect(world.messages[0]?.message.text).toContain("it is not allowed to post there");
  });

  it.each([
    ["approved", "Ada approved it.", "waiting"],
    ["declined", String.raw`Ada declined it: “too \*dark\*”.`, "failed"],
  ] as const)("is edited to say that it was %s", async (state, told, then) => {
    const { world, keep, decideAs } = setUp({ admins: ADMINS });
    await keep();
    decideAs(state);
    world.changeJob(0, { state: then });
    await keep();
    expect(world.messages[0]?.message).toMatchObject({ text: expect.stringContaining(told) });
    expect(world.messages[0]?.message.buttons).toBeUndefined();
    expect(world.edits).toHaveLength(1);
    await keep();
    expect(world.edits).toHaveLength(1);
  });

  it.each([
    ["cancelled", undefined, "The request was withdrawn."],
    ["failed", { reason: "not_approved" as const }, "Nobody decided within a day."],
  ] as const)("says how the request ended without a decision: %s", async (state, failure, told) => {
    const { world, keep, state: approvalState } = setUp({ admins: ADMINS });
    await keep();
    world.changeJob(0, { state, failure });
    await keep();
    expect(world.messages[0]?.message.text).toContain(told);
    expect(approvalState()).toBe("ended");
  });

  it("is not posted once nothing is held, and is found if it was posted but not recorded", async () => {
    const { world, look, keep } = setUp({ admins: ADMINS, around: dyingAt(2, "after") });
    await look();
    await look();
    expect(world.rows.posts.find(({ kind }) => kind === "approval")).toMatchObject({ state: "intended" });
    world.changeJob(0, { state: "cancelled" });
    await keep();
    expect(world.messages).toHaveLength(1);
    expect(world.messages[0]?.message.text).toContain("The request was withdrawn.");
  });

  it.each([
    ["approved", { kind: "approve" }, "Ada approved it."],
    ["declined", { kind: "decline", by: "Ada", why: "too *dark*" }, "Ada declined it"],
  ] as const)(
    "moves the jobs if the process that recorded that it was %s died before that",
    async (state, decision, told) => {
      const { world, decisions, keep, decideAs } = setUp({ admins: ADMINS });
      await keep();
      decideAs(state);
      await keep();
      expect(decisions).toEqual([decision]);
      expect(world.messages[0]?.message.text).toContain(told);
    },
  );
});
