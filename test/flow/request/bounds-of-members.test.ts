import { afterAll, describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { buttonsOf, type Acted } from "../../support/fake-discord/person.ts";
import type { FakeMessage } from "../../support/fake-discord/world.ts";
import type { Member } from "../../support/fake-slack/member.ts";
import { startTestEasel } from "../../support/easel.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

const HOLDS = "Waiting jobs per member: 2 (this channel)";
const full = (cancel: string) =>
  `You have 1 job waiting, and this request would add 2. A member may have at most 2 waiting (rule: this channel). Cancel one with \`${cancel}\`, or wait until some are done.\nNothing was sent or spent.`;

describe("on Discord", () => {
  let here: DiscordEasel;
  afterAll(() => here.stop());

  const answerTo = ({ interaction }: Acted): Promise<FakeMessage> =>
    here.discord.until("the answer", () =>
      [interaction.original, ...interaction.followUps].find(
        (message) => message && message.visibleTo === interaction.user.id && message.content !== "",
      ),
    );

  it("a refusal names the bound and what to do, and requests are accepted again once there is room", async () => {
    here = await startDiscordEasel();
    const { ada, channel, discord, person } = here;
    await answerTo(discord.as(ada, channel).command("easel-admin channel limits", { at_once: 1, waiting: 2 }));
    for (let text = ""; !text.includes(HOLDS);) text = (await answerTo(person.command("easel limits"))).content;
    person.command("imagine", { prompt: "a first fox [slow:300]", count: 2 });
    const notice = await discord.until("why one waits", () =>
      postsIn(channel).find((post) =>
        post.content.includes("here each member may have one picture in progress at a time"),
      ),
    );
    expect((await answerTo(person.command("imagine", { prompt: "a second fox", count: 2 }))).content).toContain(
      full("/jobs action:cancel"),
    );
    expect(buttonsOf(notice).map(({ label }) => label)).toContain("Cancel");
    person.press(notice, "Cancel");
    await here.settled();
    person.command("imagine", { prompt: "a third fox", count: 2 });
    await here.result("a third fox");
  });
});

describe("on Slack", () => {
  let world: SlackEasel;
  afterAll(() => world.stop());

  const told = async (member: Member, command: string, words: string): Promise<string> => {
    const before = world.slack.privately(member.user.id).length;
    await member.slash(world.channel.id, command, words).outcome;
    return world.see("an answer", () => world.slack.privately(member.user.id)[before]);
  };

  it("a refusal names the bound and what to do", async () => {
    world = await startSlackEasel("socket");
    const { ada, max, channel } = world;
    await told(ada, "/easel-admin", "channel limits --at_once 1 --waiting 2");
    for (let text = ""; !text.includes(HOLDS);) text = await told(max, "/easel", "limits");
    await max.slash(channel.id, "/imagine", "a slow fox [slow:300] --count 2").outcome;
    await world.see("why one waits", () =>
      world.slack.messages().find((message) => world.slack.read(message).includes("one picture in progress at a time")),
    );
    // Slack shows text between backticks as code.
    expect(await told(max, "/imagine", "another fox --count 2")).toContain(full("/jobs cancel").replaceAll("`", ""));
  });

  it("a day's refused private requests open one channel and send one message", async () => {
    const { max, channel, slack, see } = world;
    const opened = slack.calls("conversations.open").length;
    const refused = (): number => slack.privately(max.user.id).filter((text) => text.includes("1 job waiting")).length;
    const before = refused();
    const request = () => max.slash(channel.id, "/imagine", "a private fox --count 2 --private").outcome;
    await request();
    // Slack's library warns about more simultaneous deliveries.
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 6 }, request));
    await see("all refusals", () => (refused() === before + 61 ? true : undefined));
    expect(slack.calls("conversations.open").length - opened).toBe(1);
    expect(slack.said(slack.directWith(max).id).map((one) => slack.read(one))).toEqual([en.presets.directHello]);
  });
});

describe("in the Console", () => {
  let stop = async (): Promise<void> => {};
  afterAll(() => stop());

  it("members see the default bound, and a refusal is in the requester's language", async () => {
    const easel = await startTestEasel();
    const ada = createConsoleClient(easel.url, "admin");
    stop = async () => {
      await ada.close();
      await easel.stop();
    };
    expect((await easel.console.answerTo("/easel limits")).text).toContain("Waiting jobs per member: 1000 (default)");
    expect((await ada.answerTo("/easel-admin organisation limits --waiting 3")).text).toContain(
      "Waiting jobs per member: no rule (default: 1000) → 3",
    );
    for (let text = ""; !text.includes("per member: 3 (");) text = (await easel.console.answerTo("/easel limits")).text;
    expect((await easel.console.answerTo("/imagine a fox --count 4")).text).toContain(
      textsFor("en").policyProblem.waiting(0, 4, 3, "the organisation"),
    );
    expect((await easel.console.answerTo("/imagine a fox --count 4", { locale: "zh-CN" })).text).toContain(
      "你有 0 个任务在等待，此请求还会增加 4 个。每位成员最多可有 3 个任务等待（规则来自：整个组织）。",
    );
  });
});
