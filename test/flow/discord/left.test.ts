import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { buttonsOf, type Acted, type Person } from "../../support/fake-discord/person.ts";
import type { FakeGuild, FakeMessage, FakeUser } from "../../support/fake-discord/world.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";

let here: DiscordEasel;
let bo: FakeUser;
let direct: Person;
let atelier: FakeGuild;

beforeAll(async () => {
  const environment: Record<string, string> = {};
  here = await startDiscordEasel({
    environment,
    prepare({ world }, studio) {
      bo = world.addUser("Bo");
      atelier = world.addGuild("Atelier");
      for (const guild of [studio, atelier]) world.addMember(guild, bo);
      environment["ALLOWED_WORKSPACES"] = [studio, atelier].map(({ id }) => `discord:${id}`).join(",");
    },
  });
  direct = here.discord.as(bo, here.discord.world.dmWith(bo));
});
beforeEach(async () => {
  here.discord.world.addMember(here.guild, bo);
  await chooseHome(here.guild);
});
afterAll(() => here.stop());

/** The private answer. */
function answerTo({ interaction }: Acted): Promise<FakeMessage> {
  return here.discord.until("the answer", () =>
    [interaction.original, ...interaction.followUps].find((message) => message !== undefined && message.content !== ""),
  );
}

/** Makes Bo's direct messages belong to this server. */
async function chooseHome({ name }: FakeGuild): Promise<void> {
  expect((await answerTo(direct.command("easel home", { workspace: name }))).content).toContain("now belong to");
}

/** Easel's question about a direct message from Bo. */
async function questionFor(words: string): Promise<FakeMessage> {
  direct.write(words);
  return here.discord.until("the question", () =>
    postsIn(direct.channel).find(({ content }) => content.includes(en.talk.question(words))),
  );
}

async function prompts(): Promise<string[]> {
  const creates = await createsAt(here.easel.sandboxUrl);
  return creates.map(({ body }) => String(JSON.parse(body).prompt));
}

describe("a question in direct messages whose member was removed from its server", () => {
  it("makes nothing, and says why", async () => {
    const question = await questionFor("a late fox");
    here.guild.members.delete(bo.id);
    expect((await answerTo(direct.press(question, "Make it"))).content).toBe(en.confirm.left);
    expect(await prompts()).not.toContain("a late fox");
  });

  it("makes nothing, even if their direct messages now belong to another server", async () => {
    const question = await questionFor("a moved fox");
    here.guild.members.delete(bo.id);
    await chooseHome(atelier);
    expect((await answerTo(direct.press(question, "Make it"))).content).toBe(en.confirm.left);
    // A member who comes back can still say yes.
    expect(buttonsOf(question).map(({ label }) => label)).toContain("Make it");
    expect(await prompts()).not.toContain("a moved fox");
  });

  it("reveals to another person only that it is not theirs", async () => {
    const question = await questionFor("a hidden fox");
    const eve = here.discord.world.addUser("Eve");
    here.discord.world.addMember(atelier, eve);
    const stranger = here.discord.as(eve, here.discord.world.dmWith(eve));
    expect((await answerTo(stranger.press(question, "Make it"))).content).toBe(en.confirm.gone);
  });
});

it("a question in direct messages follows the roles that its member has when they say yes", async () => {
  const { world } = here.discord;
  world.addMember(here.guild, here.ada, ["ViewChannel", "SendMessages", "ManageGuild"]);
  const role = world.addRole(here.guild, "Trainees", []);
  const ada = here.discord.as(here.ada, here.channel);
  await answerTo(ada.command("easel-admin organisation access", { block: `<@&${role}>` }));
  const question = await questionFor("a fox of a trainee");
  here.guild.members.get(bo.id)?.roles.push(role);
  expect((await answerTo(direct.press(question, "Make it"))).content).toContain("You have been blocked");
  expect(await prompts()).not.toContain("a fox of a trainee");
});
