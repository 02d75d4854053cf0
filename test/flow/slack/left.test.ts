import { afterAll, beforeAll, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

let world: SlackEasel;

beforeAll(async () => {
  world = await startSlackEasel("socket");
});
afterAll(() => world.stop());

/** Easel's question in a new member's direct messages. */
async function questionTo(name: string, words: string) {
  const { slack } = world;
  const member = slack.join({ name });
  const direct = slack.directWith(member);
  await member.say(direct.id, words).outcome;
  const question = await world.see("a question", () =>
    slack.said(direct.id).find((one) => slack.buttons(one).length > 0),
  );
  const [makeIt] = slack.buttons(question);
  const press = () => member.press({ channel: direct.id, ts: "1.000001" }, makeIt?.id ?? "").outcome;
  return { user: member.user, press };
}

it.each([
  ["was removed from the workspace", "kim", { isStranger: true }],
  ["was deactivated", "lou", { isDeactivated: true }],
])("a question in direct messages makes nothing once its member %s, and says why", async (_what, name, change) => {
  const { slack } = world;
  const words = `a fox of ${name}`;
  const { user, press } = await questionTo(name, words);
  slack.world.users.set(user.id, { ...user, ...change });
  await press();
  await world.see("the refusal", () => slack.privately(user.id).includes(en.confirm.left) || undefined);
  const creates = await createsAt(world.easel.sandboxUrl);
  expect(creates.map(({ body }) => String(JSON.parse(body).prompt))).not.toContain(words);
});

it("repeated presses in direct messages ask Slack about their member once", async () => {
  const { slack } = world;
  const { user, press } = await questionTo("kit", "a fox of kit");
  const before = slack.calls("users.info").length;
  await Promise.all(Array.from({ length: 8 }, press));
  await world.result("a fox of kit");
  await press();
  expect(slack.calls("users.info").length - before).toBe(1);
  expect(slack.privately(user.id)).not.toContain(en.trouble);
});

it("a press in direct messages does not wait while Slack's rate limit is used up", async () => {
  const { slack } = world;
  const { user, press } = await questionTo("ned", "a fox of ned");
  slack.fault("users.info", { kind: "ratelimited", retryAfter: 600 });
  await press();
  await world.see("the answer", () => slack.privately(user.id).includes(en.trouble) || undefined);
});
