import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Member } from "../support/fake-slack/member.ts";
import { filesOf, resultsFor, startSlackEasel, type SlackEasel } from "../support/slack-easel.ts";

let here: SlackEasel;

beforeAll(async () => {
  here = await startSlackEasel("http");
});
afterAll(() => here.stop());

/** What only this person is told next, once it is there, with its buttons. */
async function told(member: Member, act: () => Promise<unknown>) {
  const { slack } = here;
  const mine = () => slack.world.ephemerals.filter(({ userId }) => userId === member.user.id);
  const before = mine().length;
  await act();
  const answer = await here.see("the answer", () => mine()[before]);
  return { text: slack.read(answer), buttons: slack.buttons(answer) };
}

const asks = (member: Member, command: string, text: string, channel = here.channel.id) =>
  told(member, () => member.slash(channel, command, text).outcome);

/** Sets limits, and resolves when they hold for the member. */
async function limit(options: string, shown: string): Promise<void> {
  await asks(here.ada, "/easel-admin", `channel limits ${options}`);
  for (let text = ""; !text.includes(shown);) ({ text } = await asks(here.max, "/easel", "limits"));
}

describe("on Slack", () => {
  it("a dear clip is made once its member says yes to the price", async () => {
    const { max, channel } = here;
    await limit("--confirm_seconds 2", "clips billed above: 2 s");
    const prompt = "a slow tide in Slack";
    const { text, buttons } = await asks(max, "/video", `${prompt} --model gamma3.0-video-480p --seconds 5`);
    expect(text).toContain("will be billed as 5 s");
    expect(buttons.map(({ label }) => label)).toEqual(["Make it for 5 s"]);
    const yes = () => max.press({ channel: channel.id, ts: "1.000001" }, buttons[0]?.id ?? "").outcome;
    await yes();
    await here.result(prompt);
    expect((await told(max, yes)).text).toContain("You said yes to that already");
    expect(resultsFor(here.slack, prompt)).toHaveLength(1);
  });

  it("an admin decides in the admin channel, and nobody else", async () => {
    const { slack, ada, max } = here;
    const lounge = slack.addChannel({ name: "admins" });
    await asks(ada, "/easel-admin", "workspace settings --admin_channel here", lounge.id);
    await limit("--approve_count 1", "pictures at once than: 1");
    const prompt = "two herons in Slack";
    await max.slash(here.channel.id, "/imagine", `${prompt} --count 2`).outcome;
    const question = await here.see("the question", () =>
      slack.said(lounge.id).find((message) => slack.read(message).includes(prompt)),
    );
    const button = (label: string): string => slack.buttons(question).find((one) => one.label === label)?.id ?? "";
    const approve = button("Approve");
    expect((await told(max, () => max.press(question, approve).outcome)).text).toContain("for admins");
    await ada.press(question, approve).outcome;
    expect(filesOf(slack, await here.result(prompt))).toHaveLength(2);
    await here.see("the decision", () => (slack.read(question).includes("Ada approved it.") ? true : undefined));
    expect(slack.buttons(question)).toEqual([]);
  });
});
