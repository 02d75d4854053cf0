import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import type { Acted, Person } from "../../support/fake-discord/person.ts";
import type { FakeMessage } from "../../support/fake-discord/world.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";

let here: DiscordEasel;
let trainee: Person;
let directAda: Person;
let role: string;

beforeAll(async () => {
  here = await startDiscordEasel({
    prepare({ world }, guild) {
      const [, max, ada] = [...world.users.values()];
      if (!max || !ada) throw new Error("Max and Ada are not there");
      role = world.addRole(guild, "Trainees", [max]);
      world.addRole(guild, "Keepers", [ada], ["ManageGuild"]);
    },
  });
  trainee = here.discord.as(here.max, here.discord.world.dmWith(here.max));
  directAda = here.discord.as(here.ada, here.discord.world.dmWith(here.ada));
});
afterAll(() => here.stop());

/** The private answer. */
function answerTo({ interaction }: Acted): Promise<FakeMessage> {
  return here.discord.until("the answer", () =>
    [interaction.original, ...interaction.followUps].find((message) => message !== undefined && message.content !== ""),
  );
}

async function prompts(): Promise<string[]> {
  const creates = await createsAt(here.easel.sandboxUrl);
  return creates.map(({ body }) => String(JSON.parse(body).prompt));
}

describe("a rule about a role", () => {
  it("that blocks it holds in direct messages as in channels", async () => {
    await answerTo(
      here.discord.as(here.ada, here.channel).command("easel-admin organisation access", { block: `<@&${role}>` }),
    );
    const refused = "You have been blocked";
    expect((await answerTo(here.person.command("imagine", { prompt: "a fox in the channel" }))).content).toContain(
      refused,
    );
    expect((await answerTo(trainee.command("imagine", { prompt: "a picked fox" }))).content).toContain(refused);
    trainee.write("/imagine a written fox");
    await here.discord.until("the refusal", () =>
      postsIn(trainee.channel).find(({ content }) => content.includes(refused)),
    );
    // Ada has another role, and may.
    directAda.command("imagine", { prompt: "an allowed fox" });
    await here.result("an allowed fox", directAda.channel);
    expect(await prompts()).toEqual(["an allowed fox"]);
  });

  it("is changed in a direct message by an admin of the home server, and by nobody else", async () => {
    const values = { block: "none" };
    expect((await answerTo(trainee.command("easel-admin organisation access", values))).content).toContain(
      "for admins",
    );
    expect((await answerTo(directAda.command("easel-admin organisation access", values))).content).toContain(
      "Trainees",
    );
  });
});
