import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { linkOf, type FakeMessage } from "../../support/fake-discord/world.ts";
import { buttonsOf, type Acted, type LocalFile } from "../../support/fake-discord/person.ts";
import { sentText } from "../../support/fake-discord/reading.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { en } from "../../../src/text/en/index.ts";
import { advanceGateway, createsAt, videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";

let here: DiscordEasel;

beforeAll(async () => {
  here = await startDiscordEasel({ overrides: { clock: hurriedClock } });
});
afterAll(() => here.stop());

async function picture(name: string, background: string): Promise<LocalFile> {
  const content = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, contentType: "image/png", content };
}

/** The private answer, whether it is the first response or a follow-up. */
function answerTo({ interaction }: Acted): Promise<FakeMessage> {
  return here.discord.until("the answer", () =>
    [interaction.original, ...interaction.followUps].find(
      (message) => message && message.visibleTo === interaction.user.id && sentText(message) !== "",
    ),
  );
}

describe("Easel on Discord", () => {
  it("reports its name, the number of its servers, and an invite link with the fewest permissions", () => {
    const { discord } = here.easel.app.ready.platforms;
    expect(discord).toMatchObject({ account: "easel", how: "in 1 server" });
    const invite = new URL(discord?.invite ?? "");
    expect(invite.searchParams.get("client_id")).toBe(here.discord.world.bot.id);
    expect(invite.searchParams.get("permissions")).toBe(
      String((1n << 10n) | (1n << 11n) | (1n << 15n) | (1n << 16n) | (1n << 38n)),
    );
  });

  it("registers every command, within Discord's limits", () => {
    const names = here.discord.commands().map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["imagine", "edit", "video", "jobs", "models", "easel", "Edit image"]),
    );
  });

  it("answers every command that makes nothing", async () => {
    for (const name of ["jobs", "models", "easel help"]) {
      const asked = here.person.command(name);
      expect(sentText(await answerTo(asked))).not.toBe("");
    }
  });

  it("edits pictures that are attached", async () => {
    const prompt = "make it night";
    const files = { image1: await picture("day.png", "#ffeeaa"), image2: await picture("sky.png", "#223355") };
    here.person.command("edit", { prompt, ...files });
    const result = await here.result(prompt);
    expect(result.attachments).toHaveLength(1);
    expect(result.content).toContain("image 1 = day.png");
    expect(result.content).toContain("image 2 = sky.png");
  });

  it("makes a clip from pictures that are attached, first frame by its option", async () => {
    const prompt = "from dawn to dusk";
    here.person.command("video", {
      prompt,
      model: "gamma3.0-video-480p",
      seconds: 2,
      first_frame: await picture("dawn.png", "#ffcc88"),
      image1: await picture("boat.png", "#884422"),
    });
    const result = await here.result(prompt);
    expect(result.attachments.map((file) => file.contentType)).toEqual(["video/mp4"]);
    const [call] = await videoCreatesAt(here.easel.sandboxUrl, prompt);
    expect(call?.body).toContain("first_frame");
  });

  it("posts a clip that took 61 minutes, once, although the interaction has long expired", async () => {
    const prompt = "a very slow boat [slow:3660]";
    const asked = here.person.command("video", { prompt, model: "gamma3.0-video-480p", seconds: 2 });
    await asked.answered;
    await here.discord.until("the notice at work", () =>
      asked.interaction.original?.content.includes("being made") ? true : undefined,
    );
    const before = here.discord.ledger.length;
    here.discord.advance(61 * 60_000);
    await advanceGateway(here.easel.sandboxUrl, 3_700);
    const result = await here.result(prompt);
    expect(result.pings).toEqual([here.max.id]);
    await here.settled();
    const since = here.discord.ledger.slice(before);
    expect(since.filter(({ route }) => route.startsWith("/webhooks"))).toEqual([]);
    expect(since.filter(({ status }) => status === 401)).toEqual([]);
    const all = postsIn(here.channel).filter((one) => one.attachments.some((file) => file.description === prompt));
    expect(all).toHaveLength(1);
    // The result pings the member once; neither the notice nor an edit does.
    const calls = here.discord.ledger.filter(({ body }) =>
      JSON.stringify(body ?? null).includes(`"users":["${here.max.id}"]`),
    );
    expect(calls.filter(({ body }) => JSON.stringify(body).includes(prompt.slice(0, 16)))).toHaveLength(1);
  });

  it("sends a direct message if the bot was removed from the channel in the meantime", async () => {
    const prompt = "made for a shut door [slow:600]";
    const shut = here.discord.world.addChannel(here.guild, "shut");
    const asked = here.discord.as(here.max, shut).command("imagine", { prompt });
    await asked.answered;
    await here.discord.until("the notice at work", () =>
      asked.interaction.original?.content.includes("being made") ? true : undefined,
    );
    shut.botPermissions = 0n;
    await advanceGateway(here.easel.sandboxUrl, 700);
    const dm = here.discord.world.dmWith(here.max);
    const result = await here.result(prompt, dm);
    expect(result.content).toContain("so here it is");
    expect(result.attachments).toHaveLength(1);
    expect(postsIn(shut).filter(({ attachments }) => attachments.length > 0)).toEqual([]);
  });

  it("works in a thread, a forum's post, a voice channel, and in a member's direct messages", async () => {
    const { world } = here.discord;
    const forum = world.addChannel(here.guild, "ideas", "forum");
    const places = {
      "in a thread": world.addThread(here.channel, "sketches"),
      "in a forum": world.addThread(forum, "a poster"),
      "in a voice channel": world.addChannel(here.guild, "studio", "voice"),
    };
    for (const [prompt, place] of Object.entries(places))
      here.discord.as(here.max, place).command("imagine", { prompt });
    for (const [prompt, place] of Object.entries(places)) await here.result(prompt, place);
    const dm = world.dmWith(here.max);
    here.discord.as(here.max, dm).write("/imagine in private --size 1K");
    const result = await here.result("in private", dm);
    expect(result.content).toContain("here is your picture");
  });

  it("accepts a line that mentions it, and replies to it", async () => {
    const said = here.person.write(`<@${here.discord.world.bot.id}> /imagine called by name`);
    const result = await here.result("called by name");
    expect(result.replyTo).toBe(said.id);
    expect(result.pings).toEqual([here.max.id]);
  });
});

describe("a result's buttons", () => {
  it("make the same again for anyone who presses, and show the recipe", async () => {
    here.person.command("imagine", { prompt: "once more please" });
    const result = await here.result("once more please");
    const asked = here.discord.as(here.ada, here.channel).press(result, "Recipe");
    await asked.answered;
    expect(asked.interaction.original).toMatchObject({ visibleTo: here.ada.id });
    const recipe = asked.interaction.original;
    if (!recipe) throw new Error("nothing was answered");
    const words = sentText(recipe);
    expect(words).toContain("once more please");
    expect(words).toContain(`[${en.jobs.jump}](${linkOf(here.channel, result.id)})`);
    here.discord.as(here.ada, here.channel).press(result, "Again");
    const again = await here.discord.until("a second result", () =>
      postsIn(here.channel).find(
        (one) => one.id !== result.id && one.attachments.some((file) => file.description === "once more please"),
      ),
    );
    expect(again.pings).toEqual([here.ada.id]);
  });

  it("politely refuse other members, but not an admin", async () => {
    const asked = here.person.command("imagine", { prompt: "mine alone [slow:600]" });
    await asked.answered;
    const notice = await here.discord.until("the notice", () =>
      asked.interaction.original && buttonsOf(asked.interaction.original).length > 0
        ? asked.interaction.original
        : undefined,
    );
    const eve = here.discord.world.addUser("Eve");
    here.discord.world.addMember(here.guild, eve);
    const refused = here.discord.as(eve, here.channel).press(notice, "Cancel");
    await refused.answered;
    expect(refused.interaction.original).toMatchObject({ visibleTo: eve.id });
    expect(refused.interaction.original?.content).toContain("Only the person who asked");
    await here.discord.as(here.ada, here.channel).press(notice, "Cancel").answered;
    await here.discord.until("the cancelled notice", () => (notice.content.startsWith("Cancelled") ? true : undefined));
  });
});

describe("an admin", () => {
  const asks = (name: string, values: Record<string, string | boolean> = {}): Promise<FakeMessage> =>
    answerTo(here.discord.as(here.ada, here.channel).command(name, values));

  it("gets suggestions for the names of keys", async () => {
    const typed = here.discord.as(here.ada, here.channel).typing("easel-admin keys disable", "key", "sand");
    expect(await typed.answered).toMatchObject({ data: { choices: [{ value: "sandbox", name: "sandbox sk-…ox" }] } });
  });

  it("can read Easel's state, but not the operator's code", async () => {
    const { content } = await asks("easel-admin doctor");
    expect(content).toContain("Gateway for pictures: the sandbox");
    expect(content).toContain("Message Content Intent");
    expect(content).not.toContain("claim");
  });

  it("gets the audit as a file that nobody else sees", async () => {
    await asks("easel-admin groups create", { group: "Painters" });
    const file = await asks("easel-admin audit", { csv: true });
    expect(file.attachments).toMatchObject([{ filename: "audit.csv" }]);
    expect(String(file.attachments[0]?.content)).toMatch(
      /^\uFEFFid,at,who,[^\n]+\r\n\d+,[^\n]+,Ada,[^\n]+,group\.created,/,
    );
    expect(here.person.sees()).not.toContain(file);
  });

  it("gets everyone's usage, and a member their own, as a chart and a table that nobody else sees", async () => {
    const all = await asks("easel-admin usage", { by: "model" });
    const own = await answerTo(here.person.command("usage"));
    for (const { attachments } of [all, own]) {
      expect(attachments).toMatchObject([{ filename: "usage-month.png" }, { filename: "usage-month.csv" }]);
      expect(await sharp(attachments[0]?.content).metadata()).toMatchObject({ format: "png" });
    }
    expect(all.attachments[0]?.description).toMatch(/^Usage this month\. Pictures by day: .+ Pictures by model: /);
    expect(sentText(own)).toContain(en.usage.left);
    expect(own.attachments[0]?.description).toMatch(/^Your usage this month\. Pictures by day: .+ Pictures by model: /);
    expect(here.person.sees()).not.toContain(all);
    expect(here.discord.as(here.ada, here.channel).sees()).not.toContain(own);
  });
});

describe("another server", () => {
  it("that is not activated is answered with what the operator must set, and spends nothing", async () => {
    const before = (await createsAt(here.easel.sandboxUrl)).length;
    const other = here.discord.world.addGuild("Strangers");
    here.discord.world.addMember(other, here.max);
    const place = here.discord.world.addChannel(other, "lobby");
    const asked = here.discord.as(here.max, place).command("imagine", { prompt: "for nothing" });
    const answer = await answerTo(asked);
    expect(answer.content).toContain(`discord:${other.id}`);
    expect(answer.content).toContain("ALLOWED_WORKSPACES");
    expect(await createsAt(here.easel.sandboxUrl)).toHaveLength(before);
  });

  it("can't reach anything of this server through a known id", async () => {
    here.person.command("imagine", { prompt: "a secret" });
    const result = await here.result("a secret");
    const other = here.discord.world.addGuild("Others");
    const place = here.discord.world.addChannel(other, "lobby");
    const copy = here.discord.messages.write(place, here.discord.world.bot, { components: result.components });
    const pressed = here.discord.as(here.max, place).press(copy, "Recipe");
    await pressed.answered;
    const { original } = pressed.interaction;
    if (!original) throw new Error("nothing was answered");
    expect(sentText(original)).not.toContain("a secret");
  });
});

describe("bad input is answered privately and specifically", () => {
  it.each([
    ["an invalid size", "imagine", { size: "9x9x9" }, ["size", "9x9x9", "1K"]],
    ["an unknown model", "imagine", { model: "imge-2" }, ["model", "imge-2", "provider-a/image-2"]],
    ["a tier of another model", "video", { model: "gamma3.0-video-480p", resolution: "720p" }, ["gamma3.0-video-720p"]],
  ])("%s", async (_name, command, values, words) => {
    const asked = here.person.command(command, { prompt: "refused", ...values });
    const answer = await answerTo(asked);
    for (const word of words) expect(answer.content).toContain(word);
  });

  it.each([
    ["a text that claims to be a picture", "fake.png", Buffer.from("hello, I am text")],
    ["a truncated picture", "half.png", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
    ["an empty file", "empty.png", Buffer.alloc(0)],
  ])("%s", async (_name, name, content) => {
    const file = { name, contentType: "image/png", content };
    const asked = here.person.command("edit", { prompt: "refused", image1: file });
    expect((await answerTo(asked)).content).toContain(name);
  });

  it("an attachment that has expired", async () => {
    const file = await picture("gone.png", "#000000");
    const files = here.discord.world.files;
    const asked = here.person.command("edit", { prompt: "refused", image1: file });
    for (const [id, known] of files) if (known.filename === "gone.png") files.delete(id);
    expect((await answerTo(asked)).content).toContain("did not arrive completely");
  });

  it("a prompt of 6,000 characters is fine, and is made", async () => {
    const prompt = "long ".repeat(1_200).trim();
    here.person.command("imagine", { prompt });
    const [file] = await here.discord.until("the result", () =>
      postsIn(here.channel)
        .map(({ attachments }) => attachments)
        .find(([first]) => first?.description?.startsWith("long long")),
    );
    expect(file?.description?.length).toBeLessThanOrEqual(1_024);
  });
});
