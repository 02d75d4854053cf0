import { afterAll, beforeAll, expect, it } from "vitest";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";
import { linkOf } from "../../support/fake-discord/world.ts";

let here: DiscordWorld;

beforeAll(async () => {
  here = await openDiscordWorld();
  here.handleWith((_event, responder) => responder.acknowledge());
});
afterAll(() => here.close());

const NAMES = ["fox.png", "狐狸.png", "🦊.PNG", "ein Füchschen.v2.png", "лиса"];
const fileOf = (name: string) => ({ name, contentType: "image/png", content: Buffer.from(name) });

it.each(NAMES)("a file of a command has the name that its member gave it: %s", async (name) => {
  await here.person.command("imagine", { prompt: "a fox", image1: fileOf(name) }).answered;
  expect(here.events.at(-1)).toMatchObject({ attachments: [{ name }] });
});

it("files of a message have the names that its member gave them, also through its link", async () => {
  const next = here.next();
  const said = here.person.write(`<@${here.server.world.bot.id}> a fox`, { files: NAMES.map(fileOf) });
  const attachments = NAMES.map((name) => expect.objectContaining({ name }));
  expect(await next).toMatchObject({ attachments });
  const conversation = { platform: "discord", workspace: here.guild.id, channel: here.channel.id } as const;
  const link = linkOf(here.channel, said.id);
  const found = await here.platform.linked?.(link, { conversation, userId: here.max.id });
  expect(found).toMatchObject({ kind: "message", target: { attachments } });
});
