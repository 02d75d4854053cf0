import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { buttonsOf, type Acted, type Person } from "../../support/fake-discord/person.ts";
import type { FakeMessage } from "../../support/fake-discord/world.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";

let here: DiscordEasel;
let admin: Person;
/** A role that the member has. */
let painters = "";

beforeAll(async () => {
  here = await startDiscordEasel({
    overrides: { clock: hurriedClock },
    prepare: ({ world }, guild) => (painters = world.addRole(guild, "Painters", [...world.users.values()])),
  });
  admin = here.discord.as(here.ada, here.channel);
});
afterAll(() => here.stop());

/** The private answer. */
function answerTo({ interaction }: Acted): Promise<FakeMessage> {
  return here.discord.until("the answer", () =>
    [interaction.original, ...interaction.followUps].find(
      (message) => message && message.visibleTo === interaction.user.id && message.content !== "",
    ),
  );
}

/** Sets limits, and resolves once they apply to the member. */
async function limit(options: Record<string, number>, shown: string): Promise<void> {
  await answerTo(admin.command("easel-admin channel limits", options));
  for (let text = ""; !text.includes(shown);) text = (await answerTo(here.person.command("easel limits"))).content;
}

const labelsOn = (message: FakeMessage): string[] => buttonsOf(message).map(({ label }) => label);

describe("on Discord", () => {
  it("an admin decides in the admin channel, and nobody else", async () => {
    const lounge = here.discord.world.addChannel(here.guild, "admins");
    const inLounge = here.discord.as(here.ada, lounge);
    await answerTo(inLounge.command("easel-admin workspace settings", { admin_channel: "here" }));
    await limit({ approve_count: 1 }, "pictures at once than: 1");
    const prompt = "two herons";
    here.person.command("imagine", { prompt, count: 2 });
    const question = await here.discord.until("the question", () =>
      postsIn(lounge).find(({ content }) => content.includes(prompt)),
    );
    const denied = await answerTo(here.discord.as(here.max, lounge).press(question, "Approve"));
    expect(denied.content).toContain("for admins");
    inLounge.press(question, "Approve");
    expect((await here.result(prompt)).attachments).toHaveLength(2);
    const decided = await here.discord.until("the decision", () =>
      postsIn(lounge).find(({ id, content }) => id === question.id && content.includes("Ada approved it.")),
    );
    expect(labelsOn(decided)).toEqual([]);
  });

  it("a member who loses the role that a channel requires gets nothing there until they have it again", async () => {
    const { discord, guild, max } = here;
    await answerTo(admin.command("easel-admin channel access", { only: "@Painters" }));
    const prompt = "two gulls";
    here.person.command("imagine", { prompt, count: 2 });
    const question = await discord.until("the question", () =>
      [...discord.world.channels.values()]
        .flatMap(postsIn)
        .find(({ content }) => content.includes(`: “${prompt}”`) && content.includes("asks for")),
    );
    const roles = guild.members.get(max.id)?.roles ?? [];
    roles.splice(roles.indexOf(painters), 1);
    const where = [...discord.world.channels.values()].find((channel) => channel.messages.has(question.id));
    if (!where) throw new Error("no channel");
    const press = () => answerTo(discord.as(here.ada, where).press(question, "Approve"));
    expect((await press()).content).toContain("Max is no longer among them");
    roles.push(painters);
    expect((await press()).content).toContain("Ada approved it.");
    expect((await here.result(prompt)).attachments).toHaveLength(2);
  });

  it("a request can't be approved while its member is not on the server", async () => {
    const { discord, guild, max } = here;
    await answerTo(admin.command("easel-admin channel access", { only: "all" }));
    const prompt = "two terns";
    here.person.command("imagine", { prompt, count: 2 });
    const [where, question] = await discord.until("the question", () =>
      [...discord.world.channels.values()]
        .flatMap((channel) => postsIn(channel).map((message) => [channel, message] as const))
        .find(([, { content }]) => content.includes(`: “${prompt}”`) && content.includes("asks for")),
    );
    const press = () => answerTo(discord.as(here.ada, where).press(question, "Approve"));
    const member = guild.members.get(max.id);
    if (!member) throw new Error("no member");
    guild.members.delete(max.id);
    expect((await press()).content).toBe(en.approval.requesterLeft("Max"));
    await discord.until("the notice", () =>
      postsIn(here.channel).find(({ content }) => content.includes(prompt) && content.includes(en.approval.youLeft)),
    );
    guild.members.set(max.id, member);
    expect((await press()).content).toContain("Ada approved it.");
    expect((await here.result(prompt)).attachments).toHaveLength(2);
  });
});
