import { afterAll, beforeAll, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

let world: SlackEasel;

beforeAll(async () => {
  world = await startSlackEasel("socket");
});
afterAll(() => world.stop());

it.each([
  ["was removed from the workspace", "kim", { isStranger: true }],
  ["was deactivated", "lou", { isDeactivated: true }],
])("a question in direct messages makes nothing once its member %s, and says why", async (_what, name, change) => {
  const { slack } = world;
  const member = slack.join({ name });
  const direct = slack.directWith(member);
  const words = `a fox of ${name}`;
  await member.say(direct.id, words).outcome;
  const question = await world.see("a question", () =>
    slack.world.ephemerals.find((one) => one.channel === direct.id && slack.buttons(one).length > 0),
  );
  const [makeIt] = slack.buttons(question);
  const user = slack.world.users.get(member.user.id);
  if (!user) throw new Error("there is no such member");
  slack.world.users.set(user.id, { ...user, ...change });
  await member.press({ channel: direct.id, ts: "1.000001" }, makeIt?.id ?? "").outcome;
  await world.see("the refusal", () => slack.privately(user.id).includes(en.confirm.left) || undefined);
  const creates = await createsAt(world.easel.sandboxUrl);
  expect(creates.map(({ body }) => String(JSON.parse(body).prompt))).not.toContain(words);
});
