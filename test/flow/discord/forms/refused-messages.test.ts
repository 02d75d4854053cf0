import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { discordTexts } from "../../../../src/text/render/discord.ts";
import { en } from "../../../../src/text/en/index.ts";
import { startDiscordEasel, type DiscordEasel } from "../../../support/discord/discord-easel.ts";
import { postsIn } from "../../../support/fake-discord/fake-discord.ts";
import { modalOf } from "../../../support/fake-discord/interactions.ts";
import { buttonsOf, type Person } from "../../../support/fake-discord/person.ts";
import { PERMISSIONS, type FakeChannel, type FakeMember } from "../../../support/fake-discord/world.ts";
import { hurriedClock } from "../../../support/fault/hurried-clock.ts";

const CHANGE = en.result.changeRequest;
const { elsewhere } = discordTexts("en");

let here: DiscordEasel;

beforeAll(async () => {
  here = await startDiscordEasel({ overrides: { clock: hurriedClock } });
});
afterAll(() => here.stop());

const direct = (): Person => here.discord.as(here.max, here.discord.world.dmWith(here.max));

/** Writes a message that is refused. Returns it and the answer in its author's direct messages. */
async function refused(prompt: string, channel: FakeChannel = here.channel) {
  const { world } = here.discord;
  const asked = here.discord.as(here.max, channel).write(`<@${world.bot.id}> /imagine ${prompt} --size 9K`);
  const answer = await here.discord.until("the refusal", () =>
    postsIn(direct().channel).find(({ content }) => content.includes(asked.id)),
  );
  return { asked, answer };
}

function privateTexts(person: Person): string[] {
  return person
    .sees()
    .filter(({ visibleTo }) => visibleTo === person.user.id)
    .map(({ content }) => content);
}

describe("a refused message in a channel", () => {
  it("can be changed in a form from the direct answer, and its result arrives where it was written", async () => {
    const { asked, answer } = await refused("a blue heron");
    expect(buttonsOf(answer).map(({ label }) => label)).toEqual([CHANGE]);
    const pressed = direct().press(answer, CHANGE);
    await pressed.answered;
    const prompt = modalOf(pressed.interaction).components.find(({ component }) => component.custom_id === "prompt");
    expect(prompt?.component).toMatchObject({ value: "a blue heron" });
    const submitted = direct().submit(pressed, { prompt: "a blue heron --size 1K" });
    await submitted.answered;
    const result = await here.result("a blue heron");
    expect(result.channel.id).toBe(here.channel.id);
    expect(result.replyTo).toBe(asked.id);
    const closed = direct().channel.messages.get(answer.id);
    expect(closed?.content).toBe(elsewhere.taken(`<#${here.channel.id}>`));
    expect(buttonsOf(closed ?? answer)).toEqual([]);
  });

  it("is refused again in a private answer, whose button reopens the form", async () => {
    const { answer } = await refused("a red kite");
    const pressed = direct().press(answer, CHANGE);
    await pressed.answered;
    await direct().submit(pressed, { prompt: "a red kite --zzz 1" }).answered;
    const again = await here.discord.until("the second refusal", () =>
      direct()
        .sees()
        .find((message) => message.visibleTo === here.max.id && message.content.includes("zzz")),
    );
    const reopened = direct().press(again, CHANGE);
    await reopened.answered;
    await direct().submit(reopened, { prompt: "a red kite" }).answered;
    expect((await here.result("a red kite")).channel.id).toBe(here.channel.id);
  });

  it("can be changed by its author only", async () => {
    const { answer } = await refused("a secret heron");
    const dm = here.discord.world.dmWith(here.ada);
    const ada = here.discord.as(here.ada, dm);
    const copy = here.discord.messages.write(dm, here.discord.world.bot, { components: answer.components });
    await ada.press(copy, CHANGE).answered;
    await expect.poll(() => privateTexts(ada)).toEqual([en.gone]);
  });

  it.each<[string, (channel: FakeChannel) => void]>([
    ["left the server", () => here.guild.members.delete(here.max.id)],
    ["is timed out", () => Object.assign(max(), { timedOutUntil: "2999-01-01T00:00:00Z" })],
    ["may no longer write in the channel", (channel) => deny(channel, PERMISSIONS.SendMessages)],
    ["no longer sees the channel", (channel) => deny(channel, PERMISSIONS.ViewChannel)],
  ])("can't be changed by an author who %s", async (_what, lose) => {
    const { world } = here.discord;
    const lines = world.addChannel(here.guild, "lines");
    expect(await answersAfter(lines, () => lose(lines))).toEqual([elsewhere.closed]);
    if (!here.guild.members.has(here.max.id)) world.addMember(here.guild, here.max);
    delete max().timedOutUntil;
  });

  it("can't be changed by an author who is no longer in the private thread", async () => {
    const thread = here.discord.world.addThread(here.channel, "hers", [here.max]);
    const lose = (): unknown => thread.threadMembers?.delete(here.max.id);
    expect(await answersAfter(thread, lose)).toEqual([elsewhere.closed]);
  });

  it("makes nothing if its author may no longer write there when they submit the form", async () => {
    const lines = here.discord.world.addChannel(here.guild, "lines");
    const { answer } = await refused("a white heron", lines);
    const pressed = direct().press(answer, CHANGE);
    await pressed.answered;
    deny(lines, PERMISSIONS.SendMessages);
    const before = privateTexts(direct()).length;
    await direct().submit(pressed, { prompt: "a white heron" }).answered;
    await expect.poll(() => privateTexts(direct()).slice(before)).toEqual([elsewhere.closed]);
    expect(postsIn(lines)).toEqual([]);
  });
});

function max(): FakeMember {
  const member = here.guild.members.get(here.max.id);
  if (!member) throw new Error("Max is not in the server");
  return member;
}

function deny(channel: FakeChannel, permission: bigint): void {
  channel.overwrites = [...channel.overwrites, { id: here.max.id, allow: 0n, deny: permission }];
}

/** Refuses Max's request in the channel, runs `lose`, presses the button, and returns the answers. */
async function answersAfter(channel: FakeChannel, lose: () => unknown): Promise<readonly string[]> {
  const { answer } = await refused("a grey heron", channel);
  lose();
  const before = privateTexts(direct()).length;
  await direct().press(answer, CHANGE).answered;
  return here.discord.until("an answer", () => {
    const answers = privateTexts(direct()).slice(before);
    return answers.length > 0 ? answers : undefined;
  });
}
