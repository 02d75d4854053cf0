import { sql } from "drizzle-orm";
import { SLACK_TRIGGER_MS } from "../../../src/platforms/slack/post/answers.ts";
import { SLACK_PATIENCE_MS } from "../../../src/platforms/slack/post/acknowledgement.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Form } from "../../../src/core/chat/form.ts";
import type { Fault } from "../../support/fake-slack/ledger.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";

const form: Form = {
  id: "command:imagine",
  title: "Make pictures",
  submit: "Make it",
  fields: [{ type: "text", name: "prompt", label: "Prompt", required: true }],
  typed: "You can type it instead: `/imagine a fox`",
};

let world: SlackWorld;
let clock: ManualClock;

beforeAll(async () => {
  clock = createManualClock(Date.now());
  world = await startSlackWorld({ mode: "http", clock });
});
beforeEach(() => {
  world.slack.world.ephemerals.length = 0;
  for (const view of world.slack.world.views.values()) view.isOpen = false;
});
afterAll(async () => {
  await world.stop();
});

const heard = (): string[] => world.slack.privately(world.max.user.id);
const message = () => world.max.say(world.channel.id, "look").message;
const acts = [
  ["a command", () => world.max.slash(world.channel.id, "/imagine")],
  ["a press", () => world.max.press({ channel: world.channel.id, ts: "1.000001" }, "edit:x")],
  ["a message shortcut", () => world.max.shortcut(message(), "edit")],
] as const;

describe.each(acts)("a form that %s should open", (_name, act) => {
  beforeEach(() => world.handleWith((_event, responder) => responder.openForm(form)));

  it("is awaited only while its trigger is valid; then the answer says what to type instead", async () => {
    const { slack } = world;
    const reached = Promise.withResolvers<void>();
    const until = Promise.withResolvers<void>();
    slack.fault("views.open", { kind: "hold-before", until: until.promise, reached: reached.resolve });
    const asked = act();
    await reached.promise;
    clock.advance(SLACK_PATIENCE_MS);
    expect((await asked.outcome).acknowledged).toBe(true);
    clock.advance(SLACK_TRIGGER_MS - SLACK_PATIENCE_MS);
    await expect.poll(() => heard().at(-1)).toContain("within three seconds");
    expect(heard().at(-1)).toContain("/imagine a fox");
    until.resolve();
  });

  it.each<[string, Fault]>([
    ["the trigger was already used", { kind: "error", error: "exchanged_trigger_id" }],
    ["Slack rejects the form", { kind: "error", error: "invalid_arguments" }],
    ["Slack limits the rate of forms", { kind: "ratelimited", retryAfter: 1 }],
    ["Slack is down", { kind: "http", status: 503 }],
    ["the connection breaks", { kind: "drop-before" }],
  ])("is answered with what to type instead if %s", async (_why, fault) => {
    world.slack.fault("views.open", fault);
    expect((await act().outcome).acknowledged).toBe(true);
    await expect.poll(heard).toEqual([expect.stringContaining("/imagine a fox")]);
    expect(heard()[0]).toContain("Please try again.");
    // Ends Slack's rate limit before the next test.
    clock.advance(1_000);
  });
});

describe.each(acts)("an answer to %s that is late", (name, act) => {
  /** Answers after the event has been acknowledged without an answer. */
  async function answeredLate(text: string): Promise<void> {
    const until = Promise.withResolvers<void>();
    world.handleWith(async (_event, responder) => {
      await until.promise;
      await responder.answer({ text });
    });
    const before = world.events.length;
    const asked = act();
    await expect.poll(() => world.events.length).toBe(before + 1);
    clock.advance(SLACK_PATIENCE_MS);
    expect((await asked.outcome).acknowledged).toBe(true);
    world.slack.world.ephemerals.length = 0;
    until.resolve();
  }

  it.each<[string, Fault]>([
    ["is unknown to Slack", { kind: "http", status: 404 }],
    ["is gone", { kind: "http", status: 410 }],
    ["has expired", { kind: "error", error: "expired_url" }],
    ["was used five times", { kind: "error", error: "used_url" }],
    ["breaks", { kind: "drop-before" }],
  ])("is sent another way if its response_url %s", async (_why, fault) => {
    const { slack, channel, max } = world;
    slack.fault("respond", fault);
    await answeredLate("late, but here");
    await expect.poll(heard).toEqual(["late, but here"]);
    expect(slack.calls("chat.postEphemeral").at(-1)?.args).toMatchObject({ channel: channel.id, user: max.user.id });
  });

  it("is sent as a direct message if Slack can't show it privately in the conversation either", async () => {
    const { slack, max } = world;
    slack.fault("respond", { kind: "http", status: 404 });
    slack.fault("chat.postEphemeral", { kind: "error", error: "user_not_in_channel" });
    await answeredLate(`directly then, to ${name}`);
    const direct = slack.directWith(max).id;
    const read = () => slack.said(direct).map((one) => slack.read(one));
    await expect.poll(read).toContain(`directly then, to ${name}`);
  });
});

it("a response_url accepts five answers, and the sixth is sent another way", async () => {
  const { slack, max, channel } = world;
  const before = slack.calls("chat.postEphemeral").length;
  world.handleWith(async (_event, responder) => {
    for (let count = 1; count <= 6; count++) await responder.answer({ text: `answer ${count}` });
  });
  await max.press({ channel: channel.id, ts: "1.000001" }, "cancel:x").outcome;
  await expect.poll(heard).toEqual([1, 2, 3, 4, 5, 6].map((count) => `answer ${count}`));
  expect(slack.calls("chat.postEphemeral").length).toBe(before + 1);
});

it("a form is shown without its picture if the database does not find the picture in time", async () => {
  const { slack, max, channel, adapter } = world;
  world.handleWith(({ conversation }, responder) => {
    const picture = { message: { conversation, id: "1.000001" }, place: 0, of: 1, mimeType: "image/png" };
    return responder.openForm({ ...form, about: { text: "a fox", picture } });
  });
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = adapter.db.transaction(async (queries) => {
    await queries.execute(sql`lock table slack_posts in access exclusive mode`);
    held.resolve();
    await release.promise;
  }, 30_000);
  await held.promise;
  const pressed = max.press({ channel: channel.id, ts: "1.000001" }, "edit:x");
  const isWaiting = () =>
    adapter.db.runSoon((queries) =>
      queries.execute(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
    );
  await expect.poll(isWaiting).toHaveLength(1);
  clock.advance(SLACK_TRIGGER_MS / 2);
  const open = () => [...slack.world.views.values()].filter(({ isOpen }) => isOpen);
  await expect.poll(open).toHaveLength(1);
  release.resolve();
  await holding;
  await pressed.outcome;
});
