import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { list, record } from "../../../support/fake-slack/blocks.ts";
import { picturesOf } from "../../../support/fake-slack/pictures.ts";
import type { Member } from "../../../support/fake-slack/member.ts";
import type { Block, FakeChannel, FakeMessage } from "../../../support/fake-slack/world.ts";
import { en } from "../../../../src/text/en/index.ts";
import { slackTextsFor } from "../../../../src/text/render/slack.ts";
import { startSlackEasel, type SlackEasel } from "../../../support/slack/slack-easel.ts";

let world: SlackEasel;

beforeAll(async () => {
  world = await startSlackEasel("socket", {}, { sandboxSpeed: 0, sandboxMedia: "tiny" });
});
afterAll(() => world.stop());
beforeEach(() => world.nextChannel());

/** A new person, whose App Home is empty. */
function newcomer(name: string, isAdmin = false): Member {
  return world.slack.join({ name, displayName: name, isAdmin });
}

function privateChannel(name: string, ...members: readonly Member[]): FakeChannel {
  const bot = world.slack.world.bot.userId;
  return world.slack.addChannel({ name, kind: "group", members: [...members.map(({ user }) => user.id), bot] });
}

async function made(by: Member, channel: FakeChannel, prompt: string): Promise<FakeMessage> {
  await by.slash(channel.id, "/imagine", prompt).outcome;
  return world.result(prompt);
}

/** Requests a picture that stays in progress, and waits for its notice. */
async function underWay(by: Member, prompt: string): Promise<void> {
  await by.slash(world.channel.id, "/imagine", `${prompt} [slow:600]`).outcome;
  await world.see("the notice", () => world.slack.said().find((one) => world.slack.read(one).includes(prompt)));
}

/** Stars a result, and waits for the answer. */
async function star(by: Member, result: FakeMessage): Promise<void> {
  const { slack } = world;
  const before = slack.privately(by.user.id).length;
  await by.press(result, slack.buttons(result).find(({ label }) => label === "Star")?.id ?? "").outcome;
  await world.see("the star", () => slack.privately(by.user.id)[before]);
}

/** Opens the App Home, and returns its blocks. */
async function homeOf(member: Member): Promise<readonly Block[]> {
  const { homes } = world.slack.world;
  const before = homes.get(member.user.id)?.hash;
  await member.openHome().outcome;
  const home = await world.see("the home", () => {
    const now = homes.get(member.user.id);
    return now && now.hash !== before ? now : undefined;
  });
  return home.view.blocks;
}

const wordsOf = (blocks: readonly Block[]): string => world.slack.read({ blocks, text: "" });

/** Where the pictures on a page are shared. */
function picturesIn(blocks: readonly Block[]): string[] {
  const ids = picturesOf(list(blocks).flatMap((block) => list([block["accessory"] ?? []])));
  return ids.flatMap((id) => world.slack.world.files.get(id)?.shares.map(({ channel }) => channel) ?? []);
}

function buttonOf(blocks: readonly Block[], label: string): { readonly id: string; readonly action: string } {
  const all = blocks.filter(({ type }) => type === "actions").flatMap(({ elements }) => list(elements));
  const found = all.find((element) => record(element["text"])["text"] === label);
  return { id: String(found?.["value"]), action: String(found?.["action_id"]) };
}

/** The words of the modal that is open. */
const modalOf = (member: Member): string => wordsOf(member.view()?.view.blocks ?? []);

describe("the App Home", () => {
  it("shows the running, the latest and the starred requests, each once, and usage and limits", async () => {
    const mia = newcomer("Mia");
    await made(mia, world.channel, "a heron at home");
    await underWay(mia, "a slow heron");
    await star(mia, await made(world.max, world.channel, "a heron of Max"));
    const blocks = await homeOf(mia);
    const words = wordsOf(blocks);
    const { titles } = en.jobs;
    const places = [titles.running, "a slow heron", titles.own, "a heron at home", en.jobs.ownStars, "a heron of Max"];
    const found = places.map((one) => words.indexOf(one.replaceAll("*", "")));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(words.match(/a slow heron/g)).toHaveLength(1);
    expect(words).toContain("What you used");
    expect(words).toContain("What you may do here");
  });

  it("shows pictures next to requests, even from a private channel that its member is in", async () => {
    const mia = newcomer("Noa");
    const board = privateChannel("board", mia);
    const result = await made(mia, board, "a boardroom heron");
    await made(mia, world.channel, "an open heron");
    await star(mia, result);
    const shown = picturesIn(await homeOf(mia));
    expect(shown).toContain(board.id);
    expect(shown).toContain(world.channel.id);
  });

  it("asks Slack once for all pictures of a channel, so that they remain when the home is rebuilt", async () => {
    const zoe = newcomer("Zoe");
    const prompts = ["a heron of Zoe", "another heron of Zoe"];
    await Promise.all(prompts.map((prompt) => made(zoe, world.channel, prompt)));
    const channels = prompts.map(() => world.channel.id);
    for (let time = 0; time < 6; time++) expect(picturesIn(await homeOf(zoe))).toEqual(channels);
  });

  it("shows no pictures of a private channel that its member has left, and no other members' requests there", async () => {
    const pia = newcomer("Pia");
    const left = privateChannel("left", pia, world.max);
    await made(pia, left, "her own heron");
    await star(pia, await made(world.max, left, "a heron of the others"));
    left.members.delete(pia.user.id);
    const blocks = await homeOf(pia);
    expect(wordsOf(blocks)).toContain("her own heron");
    expect(wordsOf(blocks)).not.toContain("a heron of the others");
    expect(picturesIn(blocks)).not.toContain(left.id);
  });

  it("shows no pictures if Slack no longer has one of them", async () => {
    const { slack } = world;
    const ria = newcomer("Ria");
    await made(ria, world.channel, "a heron that is gone");
    for (const file of slack.world.files.values()) if (file.altText === "a heron that is gone") file.isDeleted = true;
    const blocks = await homeOf(ria);
    expect(wordsOf(blocks)).toContain("a heron that is gone");
    expect(picturesIn(blocks)).toEqual([]);
  });

  it("answers its buttons in a modal, and shows what has changed", async () => {
    const sue = newcomer("Sue");
    await underWay(sue, "a cancelled heron");
    const blocks = await homeOf(sue);
    await sue.pressAtHome(buttonOf(blocks, "Show").id).outcome;
    expect(modalOf(sue)).toContain("a cancelled heron");
    await sue.pressAtHome(buttonOf(blocks, "Cancel").id).outcome;
    expect(modalOf(sue)).toContain("Cancel");
    const home = () => world.slack.world.homes.get(sue.user.id)?.view.blocks ?? [];
    await world.see("the home without it", () => (wordsOf(home()).includes(en.jobs.noneRunning) ? true : undefined));
  });

  it("is built a limited number of times a minute per member", async () => {
    const { slack } = world;
    const una = newcomer("Una");
    const published = (): number =>
      slack.calls("views.publish").filter(({ args }) => args["user_id"] === una.user.id).length;
    for (let time = 0; time < 12; time++) await una.openHome().outcome;
    expect(published()).toBe(10);
  });
});

describe("for admins, the App Home", () => {
  const { openOverview } = slackTextsFor("en");

  it("opens the overview in a modal, whose menus and buttons work there", async () => {
    const { max, ada } = world;
    expect(JSON.stringify(await homeOf(max))).not.toContain("overview:");
    const { id } = buttonOf(await homeOf(ada), openOverview.workspace);
    await ada.pressAtHome(id).outcome;
    expect(modalOf(ada)).toContain("Easel for admins");
    await ada.pressInView("overview:quotas").outcome;
    await world.see("the quotas", () => (modalOf(ada).includes("Easel for admins") ? undefined : true));
  });

  it("opens the overview of a chosen channel, even a private one", async () => {
    const { ada, slack } = world;
    const closed = privateChannel("closed", ada);
    await homeOf(ada);
    await ada.chooseAtHome(closed.id).outcome;
    const home = () => slack.world.homes.get(ada.user.id)?.view.blocks ?? [];
    await world.see("the settings", () => (wordsOf(home()).includes("this channel") ? true : undefined));
    expect(JSON.stringify(home())).toContain(`"initial_conversation":"${closed.id}"`);
    const { id, action } = buttonOf(home(), openOverview.channel);
    await ada.pressAtHome(id, action).outcome;
    expect(modalOf(ada)).toContain("Easel for admins");
    expect(ada.view()?.view.private_metadata).toContain(closed.id);
    await world.see("the chosen channel again", () => (JSON.stringify(home()).includes(closed.id) ? true : undefined));
  });
});
