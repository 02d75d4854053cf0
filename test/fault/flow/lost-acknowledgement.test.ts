import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CommitUnknownError } from "../../../src/lib/errors.ts";
import { AnswerNotDeliveredError } from "../../../src/core/chat/errors.ts";
import type { Responder } from "../../../src/core/chat/event.ts";
import type { Form } from "../../../src/core/chat/form.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";
import type { FakeSlack } from "../../support/fake-slack/fake-slack.ts";

const NOTHING_SPENT = "Nothing was sent or spent";
const form: Form = {
  id: "command:imagine",
  title: "Make pictures",
  submit: "Make it",
  typed: "Type it.",
  fields: [{ type: "text", name: "prompt", label: "Prompt", required: true }],
};

/** Ways in which Slack stops waiting for an acknowledgement. Each resolves once Easel has noticed. */
const LOSSES = [
  ["socket", "the connection is cut", (slack: FakeSlack) => reconnected(slack, () => slack.sockets.cut())],
  ["http", "Slack hangs up", hangUp],
] as const;

async function reconnected(slack: FakeSlack, lose: () => void): Promise<void> {
  const before = slack.sockets.greeted();
  lose();
  await expect.poll(() => slack.sockets.greeted()).toBeGreaterThan(before);
}

async function hangUp(slack: FakeSlack): Promise<void> {
  slack.hangUp();
  // Easel reads the end of that connection before it answers these.
  for (let round = 0; round < 3; round++) await fetch(slack.target());
}

describe.each(LOSSES)("by %s, when %s before an event is acknowledged", (mode, _name, lose) => {
  let world: SlackWorld;
  /** What the core does once the connection is gone. */
  let then: (responder: Responder) => Promise<void>;
  /** Resolves when the core has finished. */
  let finished: Promise<void>;

  beforeAll(async () => {
    world = await startSlackWorld({ mode });
  });
  beforeEach(() => {
    world.slack.world.ephemerals.length = 0;
    then = async (responder) => void (await responder.acknowledge());
    const over = Promise.withResolvers<void>();
    finished = over.promise;
    world.handleWith(async (_event, responder) => {
      await lose(world.slack);
      await then(responder).finally(over.resolve);
    });
  });
  afterEach(() => finished);
  afterAll(async () => {
    await world.stop();
  });

  const heard = (): string[] => world.slack.privately(world.max.user.id);
  const acts = {
    "a command": () => world.max.slash(world.channel.id, "/imagine", "a fox"),
    "a press": () => world.max.press({ channel: world.channel.id, ts: "1.000001" }, "again:x"),
    "a message shortcut": () => {
      const { message } = world.max.say(world.channel.id, "look");
      return world.max.shortcut(message, "edit");
    },
  };

  describe.each(Object.entries(acts))("%s", (_kind, act) => {
    it("that was accepted is reported as accepted, even if Slack shows a failure", async () => {
      expect((await act().outcome).acknowledged).toBe(false);
      await expect.poll(heard).toEqual([expect.stringContaining("your request was accepted")]);
    });

    it("still gets its answer", async () => {
      then = (responder) => responder.answer({ text: "Here you are." });
      await act().outcome;
      await expect.poll(heard).toEqual(["Here you are."]);
    });

    it("is not reported as unsent while its outcome is unknown", async () => {
      then = () => Promise.reject(new CommitUnknownError(new Error("connection closed")));
      await act().outcome;
      await expect.poll(heard).toEqual([expect.stringContaining("not known yet whether it was accepted")]);
    });

    it("reports no problem if only the confirmation failed", async () => {
      then = () => Promise.reject(new AnswerNotDeliveredError(new Error("gone")));
      await act().outcome;
      await finished;
      world.handleWith((_event, responder) => responder.answer({ text: "the next one" }));
      await world.max.slash(world.channel.id, "/jobs").outcome;
      expect(heard()).toEqual(["the next one"]);
    });

    it("is reported as unsent if it was certainly not accepted", async () => {
      then = () => Promise.reject(new Error("the database is away"));
      await act().outcome;
      await expect.poll(heard).toEqual([expect.stringContaining(NOTHING_SPENT)]);
    });
  });

  describe("a form", () => {
    beforeEach(async () => {
      for (const view of world.slack.world.views.values()) view.isOpen = false;
      const over = Promise.withResolvers<void>();
      finished = over.promise;
      world.handleWith(async (event, responder) => {
        if (event.kind === "command") return responder.openForm(form);
        await lose(world.slack);
        return then(responder).finally(over.resolve);
      });
      await world.max.slash(world.channel.id, "/imagine").outcome;
    });
    const shown = (): string => JSON.stringify(world.max.view()?.view.blocks);

    it("that was accepted says so in the modal", async () => {
      expect((await world.max.submit({ prompt: "a fox" }).outcome).acknowledged).toBe(false);
      await expect.poll(shown).toContain("Accepted.");
      expect(heard()).toEqual([]);
    });

    it("that was refused keeps its values and can be submitted again", async () => {
      then = (responder) => responder.refuseForm([{ field: "prompt", text: "too short" }]);
      await world.max.submit({ prompt: "a" }).outcome;
      await finished;
      expect(shown()).toContain('"prompt"');
      world.handleWith((_event, responder) => then(responder));
      await world.max.submit({ prompt: "a" }).outcome;
      expect(world.max.view()?.errors).toEqual({ prompt: "too short" });
    });
  });
});

describe.each(LOSSES)("Easel by %s, when %s while a person is looked up", (mode, _name, lose) => {
  let world: SlackEasel;

  beforeAll(async () => {
    world = await startSlackEasel(mode);
  });
  afterAll(async () => {
    await world.stop();
  });

  it.each(["command", "press"] as const)("a %s is made once and never denied", async (kind) => {
    const { slack, max } = world;
    world.nextChannel();
    const { channel } = world;
    const prompt = `a fox by ${kind}`;
    const newcomer = slack.join({ name: `new-${kind}` });
    if (kind === "press") await max.slash(channel.id, "/imagine", prompt).outcome;
    const pressed = kind === "press" ? await world.result(prompt) : undefined;
    const reached = Promise.withResolvers<void>();
    const until = Promise.withResolvers<void>();
    slack.fault("users.info", { kind: "hold-before", until: until.promise, reached: reached.resolve });
    const again = pressed && slack.buttons(pressed).find(({ label }) => label === "Again");
    const act = pressed
      ? newcomer.press(pressed, again?.id ?? "")
      : newcomer.slash(channel.id, "/imagine", `${prompt} anew`);
    await reached.promise;
    await lose(slack);
    until.resolve();
    expect((await act.outcome).acknowledged).toBe(false);
    const told = await world.see("a word", () => slack.privately(newcomer.user.id)[0]);
    expect(told).toContain("your request was accepted");
    // Slack's redelivery is the same request.
    await act.again();
    await world.settled();
    const results = slack.said(channel.id).filter((message) => slack.read(message).includes(`new-${kind}, here is`));
    expect(results).toHaveLength(1);
    expect(slack.privately(newcomer.user.id).join()).not.toContain(NOTHING_SPENT);
  });
});
