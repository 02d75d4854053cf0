import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { slackTextsFor } from "../../../src/text/render/slack.ts";
import type { SaidFile } from "../../support/fake-slack/member-files.ts";
import type { Member } from "../../support/fake-slack/member.ts";
import type { FakeMessage } from "../../support/fake-slack/world.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { advanceGateway, createsAt } from "../../support/gateway/sandbox-calls.ts";
import { filesOf, resultsFor, startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

let world: SlackEasel;

beforeAll(async () => {
  world = await startSlackEasel("socket", {}, { clock: hurriedClock });
});
beforeEach(() => world.nextChannel());

afterAll(async () => {
  await world.stop();
});

async function picture(name: string): Promise<SaidFile> {
  const content = await sharp({ create: { width: 320, height: 240, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", content };
}

/** The private answer to a command. */
async function told(member: Member, command: string, text = ""): Promise<string> {
  const { slack, channel } = world;
  // Ignores the placeholder until a slow answer arrives.
  const answers = (): string[] => slack.privately(member.user.id).filter((one) => one !== slackTextsFor("en").working);
  const before = answers().length;
  await member.slash(channel.id, command, text).outcome;
  return world.see("an answer", () => answers()[before]);
}

const noticeOf = (prompt: string): FakeMessage | undefined =>
  world.slack.said().find((message) => world.slack.read(message).includes(prompt) && message.metadata !== undefined);

describe("each command", () => {
  it.each([
    ["/easel", "Easel makes pictures and clips"],
    ["/models", "provider-a/image-2"],
    ["/jobs", ""],
  ])("%s answers privately", async (command, words) => {
    expect(await told(world.max, command)).toContain(words);
  });

  it("/edit without a picture says what is missing", async () => {
    expect(await told(world.max, "/edit", "make it blue")).toContain("Attach");
  });

  it("/imagine with a wrong option says what is allowed, and sends nothing", async () => {
    const before = (await createsAt(world.easel.sandboxUrl)).length;
    expect(await told(world.max, "/imagine", "refused --count 40")).toContain("1 to 10");
    expect(await createsAt(world.easel.sandboxUrl)).toHaveLength(before);
  });

  it("/imagine sends a direct message if the app was removed from the channel in the meantime", async () => {
    const { max, channel, slack } = world;
    const prompt = "made for a shut door [slow:600]";
    await max.slash(channel.id, "/imagine", prompt).outcome;
    await expect
      .poll(async () => (await createsAt(world.easel.sandboxUrl)).some((call) => call.body.includes(prompt)))
      .toBe(true);
    channel.members.delete(slack.world.bot.userId);
    await advanceGateway(world.easel.sandboxUrl, 700);
    const [result] = await world.see("the result", () => {
      const results = resultsFor(slack, prompt);
      return results.length > 0 ? results : undefined;
    });
    expect(result?.channel).not.toBe(channel.id);
    expect(result && slack.read(result)).toContain("so here it is");
    expect(result && filesOf(slack, result)).toHaveLength(1);
    await world.settled();
    expect(resultsFor(slack, prompt)).toHaveLength(1);
  });

  it("/imagine accepts a prompt that is longer than a block of Slack, and sends all of it", async () => {
    const { max, channel, slack } = world;
    const prompt = `a long story ${"of a fox ".repeat(800)}`.trim();
    await max.slash(channel.id, "/imagine", prompt).outcome;
    const result = await world.see("the result", () =>
      slack.said(channel.id).find((message) => filesOf(slack, message)[0]?.altText.startsWith("a long story")),
    );
    expect(slack.read(result)).toContain("here is your picture");
    const sent = (await createsAt(world.easel.sandboxUrl)).filter(({ body }) => body.includes("a long story"));
    expect(sent.map(({ body }): unknown => JSON.parse(body))).toEqual([expect.objectContaining({ prompt })]);
  });

  it("/video posts a clip", async () => {
    const prompt = "a fox runs through snow";
    await world.max.slash(world.channel.id, "/video", `${prompt} --seconds 5`).outcome;
    const result = await world.result(prompt);
    expect(filesOf(world.slack, result).map((file) => file.mimeType)).toEqual(["video/mp4"]);
  }, 60_000);
});

describe("a mention", () => {
  it("with a picture changes it, in the thread of the mention", async () => {
    const { slack, channel, max, ada } = world;
    const root = ada.say(channel.id, "what shall we do?");
    const said = max.mention(channel.id, "/edit add a sail", {
      files: [await picture("sea.png")],
      thread: root.message.ts,
    });
    expect((await said.outcome).acknowledged).toBe(true);
    const result = await world.result("add a sail");
    expect(result.threadTs).toBe(root.message.ts);
    const [file] = filesOf(slack, result);
    expect(slack.messages(channel.id).find((one) => one.ts === file?.shares[0]?.ts)?.threadTs).toBe(root.message.ts);
  });

  it("that is delivered repeatedly is made once", async () => {
    const { slack, channel, max } = world;
    const prompt = "delivered five times";
    const said = max.mention(channel.id, `/imagine ${prompt}`);
    await Promise.all([said.outcome, said.again(), said.again(), said.again(), said.again()]);
    await world.result(prompt);
    await said.again();
    const other = max.mention(channel.id, "/imagine the one after");
    await other.outcome;
    await world.result("the one after");
    expect(resultsFor(slack, prompt)).toHaveLength(1);
    expect((await createsAt(world.easel.sandboxUrl)).filter((call) => call.body.includes(prompt))).toHaveLength(1);
  });
});

describe("buttons", () => {
  it("Cancel stops a running request, and the notice says so", async () => {
    const { slack, channel, max } = world;
    const prompt = "cancelled in Slack [slow:600]";
    await max.slash(channel.id, "/imagine", prompt).outcome;
    const notice = await world.see("the notice", () => noticeOf(prompt));
    const cancel = slack.buttons(notice).find((button) => button.label === "Cancel");
    await max.press(notice, cancel?.id ?? "").outcome;
    await world.see("the cancelled notice", () => (slack.read(notice).startsWith("Cancelled") ? true : undefined));
    expect(slack.buttons(notice)).toEqual([]);
    expect(resultsFor(slack, prompt)).toEqual([]);
  });

  it("Again repeats the request, and Recipe shows how it was made", async () => {
    const { slack, channel, max, ada } = world;
    const prompt = "once more in Slack";
    await max.slash(channel.id, "/imagine", prompt).outcome;
    const result = await world.result(prompt);
    const id = (label: string): string => slack.buttons(result).find((button) => button.label === label)?.id ?? "";
    await ada.press(result, id("Recipe")).outcome;
    await world.see("the recipe", () => slack.privately(ada.user.id).find((text) => text.includes(prompt)));
    await ada.press(result, id("Again")).outcome;
    const second = await world.see("the second result", () => resultsFor(slack, prompt)[1]);
    expect(slack.read(second)).toContain("Ada,");
  });
});

describe("progress", () => {
  it("that Slack rate-limits does not delay the result", async () => {
    const { slack, channel, max } = world;
    const before = slack.calls("chat.postMessage").length;
    slack.fault("chat.update", { kind: "ratelimited", retryAfter: 3_600 }, 100);
    const prompts = ["unhurried one", "unhurried two"];
    for (const prompt of prompts) await max.slash(channel.id, "/imagine", `${prompt} [slow:1]`).outcome;
    for (const prompt of prompts) await world.result(`${prompt} [slow:1]`);
    const posts = slack.calls("chat.postMessage").slice(before);
    expect(posts.length).toBeGreaterThan(0);
    expect(posts.filter((call) => call.outcome !== "ok")).toEqual([]);
  });
});

describe("the App Home", () => {
  it("lists a person's own jobs", async () => {
    const { slack, max, ada } = world;
    await max.openHome().outcome;
    const words = (member: Member): string => {
      const home = slack.world.homes.get(member.user.id)?.view;
      return home ? slack.read({ blocks: home.blocks, text: "" }) : "";
    };
    await world.see("the home", () => (words(max).includes("once more in Slack") ? true : undefined));
    await ada.openHome().outcome;
    await world.see("another's home", () => (words(ada) === "" ? undefined : true));
    expect(words(ada)).not.toContain("a fox runs");
  });

  it("shows what people may do, and shows admins the settings of a channel that they choose", async () => {
    const { slack, max, ada, channel } = world;
    const home = (member: Member) => slack.world.homes.get(member.user.id)?.view;
    const words = (member: Member): string => slack.read({ blocks: home(member)?.blocks ?? [], text: "" });
    await max.openHome().outcome;
    await world.see("what one may do", () => (words(max).includes("What you may do here") ? true : undefined));
    expect(JSON.stringify(home(max)?.blocks)).not.toContain("conversations_select");
    await ada.openHome().outcome;
    await world.see("the menu", () =>
      JSON.stringify(home(ada)?.blocks).includes("conversations_select") ? true : undefined,
    );
    await ada.chooseAtHome(channel.id).outcome;
    await world.see("the settings", () => (words(ada).includes("this channel") ? true : undefined));
    expect(JSON.stringify(home(ada)?.blocks)).toContain(`"initial_conversation":"${channel.id}"`);
  });
});

describe("an admin", () => {
  it("who types a key in a channel is asked to revoke it, and the key is never shown", async () => {
    const typed = "sk-nobody-knows-this-one-0815";
    expect(await told(world.ada, "/easel-admin", `keys add ${typed}`)).toContain("revoke this one at the gateway");
    expect(JSON.stringify([world.slack.ledger, world.slack.world.ephemerals])).not.toContain("nobody-knows");
  });

  it("gets the audit as a file in a direct message", async () => {
    const { ada, slack } = world;
    await told(ada, "/easel-admin", "groups create Painters");
    expect(await told(ada, "/easel-admin", "audit --csv")).toContain("in your direct messages");
    const file = await world.see("the file", () =>
      [...slack.world.files.values()].find(({ name, shares }) => name === "audit.csv" && shares.length > 0),
    );
    expect(file.content.toString("utf8")).toContain("group.created");
    expect(file.shares.map(({ channel }) => channel)).toEqual([slack.directWith(ada).id]);
  });

  it("gets everyone's usage, and a member their own, as a chart and a table in a direct message", async () => {
    const { ada, max, slack, channel } = world;
    await max.slash(channel.id, "/imagine", "a picture that counts").outcome;
    await world.result("a picture that counts");
    for (const [member, command, text, about] of [
      [ada, "/easel-admin", "usage --by model", "Usage this month"],
      [max, "/usage", "", "Your usage this month"],
    ] as const) {
      const known = new Set(slack.world.files.keys());
      expect(await told(member, command, text)).toContain("The files are in your direct messages with me: ");
      const files = [...slack.world.files.values()].filter(({ id }) => !known.has(id));
      expect(files.map(({ name }) => name)).toEqual(["usage-month.png", "usage-month.csv"]);
      for (const { shares } of files)
        expect(shares.map((share) => share.channel)).toEqual([slack.directWith(member).id]);
      expect(files[0]?.altText).toMatch(new RegExp(`^${about}\\. Pictures by day: .+ Pictures by model: `));
      expect(await sharp(files[0]?.content).metadata()).toMatchObject({ format: "png" });
    }
    const said = slack.messages(slack.directWith(max).id).map((message) => slack.read(message));
    expect(said).toContainEqual(expect.stringMatching(/What you used[\s\S]*usage-month\.png/));
  });

  it("gets usage in words even if Slack accepts no files", async () => {
    const { ada, slack } = world;
    slack.fault("files.getUploadURLExternal", { kind: "error", error: "internal_error" });
    const said = await told(ada, "/easel-admin", "usage");
    expect(said).toMatch(/• .+ · ▰+ \d+ s of clips|• .+ · ▰+ \d+ pictures/);
    expect(said).toContain("Total: ");
    expect(said).toContain("The files could not be sent to you. Try again later.");
  });
});

describe("an unclaimed workspace", () => {
  it("is answered with what its operator must set, and nothing is made", async () => {
    const other = await startSlackEasel("http", { ALLOWED_WORKSPACES: "" });
    const { slack, max, channel } = other;
    await max.slash(channel.id, "/imagine", "a fox").outcome;
    expect(slack.privately(max.user.id).at(-1)).toContain(`slack:${slack.world.team.id}`);
    expect(await createsAt(other.easel.sandboxUrl)).toEqual([]);
    await other.stop();
  });
});
