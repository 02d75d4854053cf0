import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import type { FakeMessage } from "../../support/fake-discord/world.ts";
import { startTcpProxy, type TcpProxy } from "../../support/process/tcp-proxy.ts";

let here: DiscordEasel;
let wire: TcpProxy;

beforeAll(async () => {
  here = await startDiscordEasel({
    overrides: {
      reachDatabase: async (url) => {
        const address = new URL(url);
        wire = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
        address.host = `127.0.0.1:${wire.port}`;
        return address.href;
      },
    },
  });
  here.person.command("imagine", { prompt: "the first" });
  await here.result("the first");
});
afterAll(async () => {
  await here.stop();
  await wire.close();
});

const shows = (prompt: string) => (message: FakeMessage) =>
  message.attachments.some(({ description }) => description === prompt);

describe.each([
  ["after PostgreSQL committed it", "answered", 1],
  ["before PostgreSQL received it", "unheard", 0],
] as const)("when the connection to the database is lost %s", (_name, when, made) => {
  it("a command is neither confirmed nor denied, and its result arrives if it was accepted", async () => {
    const prompt = `lost and ${when}`;
    wire.cutAt(prompt, when);
    const asked = here.person.command("imagine", { prompt });
    await asked.answered;
    const said = asked.interaction.original;
    expect(said?.visibleTo).toBe(here.max.id);
    expect(said?.content).toContain("not known yet whether it was accepted");
    expect(said?.content).not.toContain("Nothing was sent or spent");
    if (made > 0) expect((await here.result(prompt)).content).toContain("Requested on");
    await here.settled();
    expect(postsIn(here.channel).filter(shows(prompt))).toHaveLength(made);
  });

  it("a message is neither confirmed nor denied, and its result arrives if it was accepted", async () => {
    const prompt = `said and ${when}`;
    wire.cutAt(prompt, when);
    here.person.write(`<@${here.discord.world.bot.id}> /imagine ${prompt}`);
    const dm = here.discord.world.dmWith(here.max);
    await here.discord.until("the word", () =>
      postsIn(dm).find(({ content }) => content.includes("not known yet whether it was accepted")),
    );
    if (made > 0) await here.result(prompt);
    await here.settled();
    expect(postsIn(here.channel).filter(shows(prompt))).toHaveLength(made);
    dm.messages.clear();
  });
});

it("a request is denied if there was no connection at all", async () => {
  await wire.refuse();
  const asked = here.person.command("imagine", { prompt: "nobody there" });
  await asked.answered;
  await wire.accept();
  expect(asked.interaction.original?.content).toContain("Nothing was sent or spent");
});
