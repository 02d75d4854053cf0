import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import { SLACK_PERSON_MS } from "../../../src/platforms/slack/people/people.ts";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";

let world: SlackWorld;
let aheadMs = 0;
const clock: Clock = { ...systemClock, elapsed: () => systemClock.elapsed() + aheadMs };

beforeAll(async () => {
  world = await startSlackWorld({ mode: "http", clock });
});
afterAll(async () => {
  await world.stop();
});

/** Mentions of 300 people who don't exist. */
const mentions = (kind: string): string => Array.from({ length: 300 }, (_, n) => `<@U0${kind}${n}>`).join(" ");

it.each<[string, () => Promise<unknown>, string]>([
  ["a mention", () => world.max.mention(world.channel.id, `draw ${mentions("SAID")}`).outcome, "@U0SAID299"],
  ["a slash command", () => world.max.slash(world.channel.id, "/imagine", mentions("TYPED")).outcome, "@U0TYPED299"],
])("%s of 300 made-up people makes at most 20 look-ups", async (_what, act, last) => {
  const { slack, max, channel } = world;
  await max.slash(channel.id, "/jobs").outcome;
  const before = slack.calls("users.info").length;
  await act();
  expect(slack.calls("users.info").length - before).toBeLessThanOrEqual(20);
  const event = world.events.at(-1);
  expect(event?.kind === "text" ? event.text : event?.kind === "command" && event.line).toContain(last);
});

it("an admin keeps their permissions while Slack's rate limit is used up", async () => {
  const { slack, ada, channel } = world;
  await ada.slash(channel.id, "/jobs").outcome;
  aheadMs += SLACK_PERSON_MS;
  slack.fault("users.info", { kind: "ratelimited", retryAfter: 30 });
  const before = slack.calls("users.info").length;
  await ada.slash(channel.id, "/jobs").outcome;
  expect(slack.calls("users.info").length).toBe(before + 1);
  expect(world.events.at(-1)).toMatchObject({ actor: { displayName: "Ada", isAdmin: true } });
  expect(world.events.at(-1)?.actor).not.toHaveProperty("rightsUnknown");
});
