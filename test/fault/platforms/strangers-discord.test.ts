import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands } from "../../../commands/index.ts";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { pathOf } from "../../../src/platforms/console/api/message-link.ts";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { buttonsOf, type Acted } from "../../support/fake-discord/person.ts";
import { sentText } from "../../support/fake-discord/reading.ts";
import { modalOf } from "../../support/fake-discord/interactions.ts";
import {
  linkOf,
  PERMISSIONS,
  type FakeChannel,
  type FakeGuild,
  type FakeMessage,
  type FakeUser,
} from "../../support/fake-discord/world.ts";
import { consoleStranger } from "../../support/walls/console-stranger.ts";
import { discordStranger } from "../../support/walls/discord-stranger.ts";
import { keptIn } from "../../support/walls/kept.ts";
import { COMMANDS, MARK_BEGINNING, type Secret } from "../../support/walls/probes.ts";
import { leaksTo, type Stranger } from "../../support/walls/stranger.ts";

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Dissimilar names: otherwise, correcting a typo could reveal another name. */
const MARKS = ["QUOKKA", "NARWHAL", "AXOLOTL", "PANGOLIN"].map((name) => MARK_BEGINNING + name);

let here: DiscordEasel;
let elsewhere: FakeGuild;
let zoe: FakeUser;
let eve: FakeUser;
let lounge: FakeChannel;
let shown: FakeMessage;
let memberThere: ReturnType<typeof consoleStranger>;
let adminThere: ReturnType<typeof consoleStranger>;
let sql: postgres.Sql;
const secrets = new Map<string, Secret>();

beforeAll(async () => {
  const environment: Record<string, string> = {};
  here = await startDiscordEasel({
    environment,
    prepare({ world }, guild) {
      elsewhere = world.addGuild("Elsewhere");
      environment["ALLOWED_WORKSPACES"] = `console/discord:${guild.id},other/discord:${elsewhere.id}`;
    },
  });
  sql = postgres(here.easel.databaseUrl, { max: 1, fetch_types: false, onnotice: () => {} });
  const { world } = here.discord;
  zoe = world.addUser("Zoe");
  eve = world.addUser("Eve");
  for (const guild of [here.guild, elsewhere]) world.addMember(guild, zoe);
  world.addRole(here.guild, "Keepers", [here.ada], ["ManageGuild"]);
  world.addMember(elsewhere, here.ada, ["ViewChannel", "SendMessages", "ManageGuild"]);
  world.addMember(elsewhere, eve, ["ViewChannel", "SendMessages", "ManageGuild"]);
  const board = world.addChannel(here.guild, "board");
  board.overwrites = [
    { id: here.guild.id, allow: 0n, deny: PERMISSIONS.ViewChannel },
    { id: zoe.id, allow: PERMISSIONS.ViewChannel, deny: 0n },
  ];
  lounge = world.addChannel(elsewhere, "lounge");
  await setLimits(here.channel);
  await setLimits(lounge);
  const places = {
    "a private thread": world.addThread(here.channel, "hers", [zoe]),
    "a private channel": board,
    "a direct message": world.dmWith(zoe),
    "another server": lounge,
  };
  here.person.command("imagine", { prompt: "a fox" });
  shown = await here.result("a fox");
  for (const [at, [name, where]] of Object.entries(places).entries()) {
    secrets.set(name, await keepSecret(where, MARKS[at] ?? ""));
  }
  secrets.set("the Console", await keepAtConsole(`${MARK_BEGINNING}OKAPI`));
  await answerTo(here.discord.as(here.ada, world.dmWith(here.ada)).command("easel home", { workspace: "Studio" }));
  memberThere = consoleStranger(here.easel.url, "member");
  adminThere = consoleStranger(here.easel.url, "admin");
}, 120_000);

afterAll(async () => {
  await Promise.all([memberThere.close(), adminThere.close(), sql.end()]);
  await here.stop();
});

/** The actor's private answer. */
function answerTo({ interaction }: Acted): Promise<FakeMessage> {
  return here.discord.until("an answer", () =>
    [interaction.original, ...interaction.followUps].find((message) => message !== undefined && message.content !== ""),
  );
}

function idOn(message: FakeMessage, act: string): string {
  const found = buttonsOf(message).find(({ customId }) => customId.startsWith(`${act}:`));
  return UUID.exec(found?.customId ?? "")?.[0] ?? "";
}

/** Sets limits so that two pictures need approval, and long clips need confirmation. */
async function setLimits(where: FakeChannel): Promise<void> {
  const ada = here.discord.as(here.ada, where);
  await answerTo(ada.command("easel-admin organisation limits", { approve_count: 1, confirm_seconds: 4 }));
  const hers = here.discord.as(zoe, where);
  for (let text = ""; !text.includes("pictures at once than: 1");)
    text = (await answerTo(hers.command("easel limits"))).content;
}

/** Zoe requests pictures and a clip there, stars one of them, saves a preset, and starts editing one of her pictures. */
async function keepSecret(where: FakeChannel, mark: string): Promise<Secret> {
  const hers = here.discord.as(zoe, where);
  const prompt = `a heron ${mark}`;
  hers.command("imagine", { prompt });
  const result = await here.result(prompt, where);
  const { interaction } = hers.press(result, "Star");
  await here.discord.until("the star", () =>
    [interaction.original, ...interaction.followUps].find(
      (message) => message !== undefined && sentText(message).startsWith("Starred"),
    ),
  );
  hers.command("imagine", { prompt: `two herons ${mark}`, count: 2 });
  const heldId = await here.discord.until("the question to admins", () =>
    postsIn(where)
      .map((message) => idOn(message, "approve"))
      .find((id) => id !== ""),
  );
  const question = await answerTo(hers.command("video", { prompt: `it moves ${mark}`, seconds: 8 }));
  await answerTo(hers.command("preset save", { preset: mark, model: "provider-a/image-2" }));
  const picture = hers.write("look", { files: [{ name: `${mark}.png`, contentType: "image/png", content: PNG }] });
  const opened = hers.messageCommand("Edit image", picture);
  await opened.answered;
  const secret = {
    mark,
    batchId: idOn(result, "again"),
    heldId,
    link: linkOf(where, result.id),
    preset: mark,
    targetId: UUID.exec(modalOf(opened.interaction).custom_id)?.[0] ?? "",
    proposalId: idOn(question, "confirm"),
  };
  expect(Object.entries(secret).filter(([, value]) => value === "")).toEqual([]);
  return secret;
}

/** Requests at the Console, where everyone can read everything, for strangers elsewhere. */
async function keepAtConsole(mark: string): Promise<Secret> {
  const { console: client, url } = here.easel;
  const prompt = `a heron ${mark}`;
  const seen = (act: string, text: string) =>
    client.see(act, (messages) =>
      messages.find((one) => one.text.includes(text) && one.buttons.some(({ id }) => id.startsWith(`${act}:`))),
    );
  const idOf = (message: MessageView, act: string): string =>
    UUID.exec(message.buttons.find(({ id }) => id.startsWith(`${act}:`))?.id ?? "")?.[0] ?? "";
  await client.say(`/imagine ${prompt}`);
  const result = await client.see("the result", (messages) => messages.find(({ files }) => files.length > 0));
  await client.say(`/imagine two herons ${mark} --count 2`);
  const held = idOf(await seen("approve", mark), "approve");
  const question = await client.answerTo(`/video it moves ${mark} --seconds 8`);
  await client.answerTo(`/preset save ${mark} --model provider-a/image-2`);
  const picture = await client.say(`look ${mark}`, {
    files: [{ name: `${mark}.png`, mimeType: "image/png", bytes: PNG }],
  });
  const shownThere = await client.see("the picture", (messages) => messages.find(({ id }) => id === picture));
  const { form } = await client.choose(shownThere, "edit");
  return {
    mark,
    batchId: idOf(result, "again"),
    heldId: held,
    link: url + pathOf("general", result.id),
    preset: mark,
    targetId: UUID.exec(form?.id ?? "")?.[0] ?? "",
    proposalId: idOf(question, "confirm"),
  };
}

const strangers = new Map<string, Stranger>();

function strangersTo(name: string): Stranger[] {
  const on = (user: FakeUser, where: FakeChannel, isAdmin = false): Stranger => {
    const who = `${user.id} in ${where.id}`;
    const stranger = strangers.get(who) ?? discordStranger(here.discord, user, where, { isAdmin, shown });
    strangers.set(who, stranger);
    return stranger;
  };
  const { max, ada, channel, discord } = here;
  const outside = on(eve, lounge, true);
  const members = [on(max, channel), on(max, discord.world.dmWith(max)), on(ada, channel, true)];
  if (name === "a direct message") members.push(on(ada, discord.world.dmWith(ada), true));
  if (name === "a private thread") {
    members.push(
      on(max, discord.world.addThread(channel, "beside")),
      on(max, discord.world.addChannel(here.guild, "far")),
    );
  }
  if (name === "the Console") return [...members, outside];
  const atConsole = [memberThere, adminThere];
  return name === "another server" ? [...members, ...atConsole] : [...members, outside, ...atConsole];
}

describe("every command", () => {
  it("is covered here, with the private things that it can name", () => {
    expect(Object.keys(COMMANDS).toSorted()).toEqual(commands.map(({ spec }) => spec.name).toSorted());
  });
});

describe("the owner of the secrets", () => {
  it("is offered each of them for the prefix that strangers type", async () => {
    const offered = await Promise.all(
      [here.channel, lounge].map(
        (where) => here.discord.as(zoe, where).typing("preset delete", "preset", MARK_BEGINNING).answered,
      ),
    );
    for (const mark of MARKS) expect(JSON.stringify(offered)).toContain(mark);
  });
});

describe("a stranger who names a request in", () => {
  it.each(["a private thread", "a private channel", "a direct message", "another server", "the Console"])(
    "%s is answered as if it did not exist, and changes nothing",
    async (name) => {
      const secret = secrets.get(name);
      if (!secret) throw new Error(`nothing is kept in ${name}`);
      const before = await keptIn(sql);
      expect(before).toContain(secret.mark);
      const leaks = await Promise.all(strangersTo(name).map((stranger) => leaksTo(stranger, secret)));
      expect(leaks.flat()).toEqual([]);
      expect(await keptIn(sql)).toBe(before);
    },
    300_000,
  );
});

describe("a command without options", () => {
  it("reveals no private request to a stranger", async () => {
    const max = discordStranger(here.discord, here.max, here.channel, { isAdmin: false, shown });
    const ada = discordStranger(here.discord, here.ada, here.channel, { isAdmin: true, shown });
    const leaks: string[] = [];
    for (const { spec } of commands) {
      const stranger = spec.adminOnly ? ada : max;
      const needsMore = spec.options.some(({ required }) => required);
      const told = [
        needsMore ? "" : await stranger.command(spec.name, {}),
        await (spec.adminOnly ? adminThere : memberThere).command(spec.name, {}),
      ].join("\n");
      // `MARKS` leaves out the Console's mark: the Console shows its requests to everyone.
      if (MARKS.some((mark) => told.includes(mark))) leaks.push(`/${spec.name}: ${told}`);
    }
    expect(leaks).toEqual([]);
  });
});
