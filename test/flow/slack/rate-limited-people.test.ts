import { afterAll, beforeAll, expect, it } from "vitest";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";

let world: SlackWorld;

beforeAll(async () => {
  world = await startSlackWorld({ mode: "http" });
});
afterAll(async () => {
  await world.stop();
});

/** Mentions of 300 people whom nobody has heard of. */
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
