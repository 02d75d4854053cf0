import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { record, textOf } from "../../../support/fake-slack/blocks.ts";
import { picturesOf } from "../../../support/fake-slack/pictures.ts";
import type { Member } from "../../../support/fake-slack/member.ts";
import { directChannel, type Block, type FakeChannel, type FakeMessage } from "../../../support/fake-slack/world.ts";
import { filesOf, startSlackEasel, type SlackEasel } from "../../../support/slack/slack-easel.ts";

let world: SlackEasel;

beforeAll(async () => {
  const environment = { PUBLIC_URL: "https://easel.example.com", PUBLIC_PORT: "0", CONSOLE: "off" };
  world = await startSlackEasel("socket", environment, { sandboxSpeed: 0, sandboxMedia: "tiny" });
  world.slack.world.unfurlDomains.add("easel.example.com");
});
afterAll(() => world.stop());
beforeEach(() => world.nextChannel());

let people = 0;
/** A person who has posted no link yet. */
function someone(): Member {
  people += 1;
  return world.slack.join({ name: `person-${people}` });
}

function privateChannel(...members: readonly Member[]): FakeChannel {
  const bot = world.slack.world.bot.userId;
  return world.slack.addChannel({
    name: "board",
    kind: "group",
    members: [...members.map(({ user }) => user.id), bot],
  });
}

async function made(by: Member, channel: Pick<FakeChannel, "id">, prompt: string): Promise<FakeMessage> {
  await by.slash(channel.id, "/imagine", `${prompt} --count 2`).outcome;
  return world.result(prompt);
}

/** The link to the original of a result's second picture, from its private view. */
async function linkOf(by: Member, result: FakeMessage): Promise<string> {
  const { slack } = world;
  const batch = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(JSON.stringify(result.blocks))?.[0] ?? "";
  const before = slack.world.ephemerals.length;
  await by.press(result, `picture:${batch}:2`).outcome;
  const shown = await world.see("the picture", () => slack.world.ephemerals[before]);
  return /https:\/\/easel\.example\.com\/results\/[0-9a-f]+/.exec(JSON.stringify(shown.blocks))?.[0] ?? "";
}

/** The previews below a message with a link. */
async function previewOf(
  by: Member,
  channel: Pick<FakeChannel, "id">,
  url: string,
): Promise<readonly Block[] | undefined> {
  const said = by.say(channel.id, `look: ${url}`);
  expect((await said.outcome).acknowledged).toBe(true);
  return world.slack.world.unfurls.get(`${channel.id} ${said.message.ts} ${url}`);
}

const textIn = (blocks: readonly Block[] | undefined): string => textOf(record(blocks?.[0]?.["text"])["text"]);

describe("a link to a result of a public channel", () => {
  it("is shown with its picture and prompt in another channel", async () => {
    const max = someone();
    const result = await made(max, world.channel, "a heron by the sea");
    const url = await linkOf(max, result);
    world.nextChannel();
    const preview = await previewOf(someone(), world.channel, url);
    expect(textIn(preview)).toContain("Picture 2 of 2");
    expect(textIn(preview)).toContain("a heron by the sea");
    expect(picturesOf(preview ?? [])).toEqual([filesOf(world.slack, result)[1]?.id]);
    expect(JSON.stringify(preview)).toContain("person-");
  });

  it("has only text if Slack no longer has the picture", async () => {
    const max = someone();
    const result = await made(max, world.channel, "a heron that is gone");
    const url = await linkOf(max, result);
    for (const file of filesOf(world.slack, result)) file.isDeleted = true;
    const preview = await previewOf(max, world.channel, url);
    expect(textIn(preview)).toContain("a heron that is gone");
    expect(picturesOf(preview ?? [])).toEqual([]);
  });

  it("is shown neither in conversations with external members nor while its message is being written", async () => {
    const { slack } = world;
    const max = someone();
    const url = await linkOf(max, await made(max, world.channel, "a heron at work"));
    const shared = slack.addChannel({ name: "shared", host: "T0OTHER" });
    expect(await previewOf(max, shared, url)).toBeUndefined();
    expect((await max.compose(`look: ${url}`).outcome).acknowledged).toBe(true);
    expect([...slack.world.unfurls.keys()].filter((key) => key.endsWith(url))).toEqual([]);
  });

  it("is not shown once its message is deleted", async () => {
    const max = someone();
    const result = await made(max, world.channel, "a deleted heron");
    const url = await linkOf(max, result);
    const remove = world.slack.buttons(result).find(({ label }) => label === "Delete")?.id ?? "";
    await max.press(result, remove).outcome;
    await world.see("the deletion", () => (result.isDeleted ? true : undefined));
    expect(await previewOf(max, world.channel, url)).toBeUndefined();
  });
});

describe("a link to a private result", () => {
  it("is shown in its channel, and nowhere else", async () => {
    const [max, zoe] = [someone(), someone()];
    const board = privateChannel(max);
    const url = await linkOf(max, await made(max, board, "a boardroom heron"));
    expect(textIn(await previewOf(max, board, url))).toContain("a boardroom heron");
    expect(await previewOf(max, world.channel, url)).toBeUndefined();
    expect(await previewOf(max, privateChannel(max, zoe), url)).toBeUndefined();
    expect(await previewOf(zoe, world.channel, url)).toBeUndefined();
  });

  it("from direct messages is shown only there", async () => {
    const max = someone();
    const direct = directChannel(world.slack.world, max.user.id);
    const url = await linkOf(max, await made(max, direct, "a direct heron"));
    expect(textIn(await previewOf(max, direct, url))).toContain("a direct heron");
    expect(await previewOf(max, world.channel, url)).toBeUndefined();
  });
});

describe("other links to Easel", () => {
  it("have no preview, nor has a wrong or shortened link to a result", async () => {
    const max = someone();
    const url = await linkOf(max, await made(max, world.channel, "a heron with a wrong link"));
    const last = url.endsWith("0") ? "1" : "0";
    for (const other of ["https://easel.example.com/", `${url.slice(0, -1)}${last}`, url.slice(0, -2)]) {
      expect(await previewOf(max, world.channel, other)).toBeUndefined();
    }
  });

  it("don't use up a member's look-ups per minute", async () => {
    const max = someone();
    const url = await linkOf(max, await made(max, world.channel, "a heron after other links"));
    const said = max.say(
      world.channel.id,
      Array.from({ length: 6 }, (_, at) => `https://easel.example.com/${at}`).join(" "),
    );
    expect((await said.outcome).acknowledged).toBe(true);
    expect(textIn(await previewOf(max, world.channel, url))).toContain("a heron after other links");
  });

  it("are looked up a limited number of times a minute per member", async () => {
    const max = someone();
    const url = await linkOf(max, await made(max, world.channel, "a heron again and again"));
    const shown: boolean[] = [];
    for (let time = 0; time < 7; time++) shown.push((await previewOf(max, world.channel, url)) !== undefined);
    expect(shown).toEqual([true, true, true, true, true, false, false]);
  });
});
