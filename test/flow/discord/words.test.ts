import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { en } from "../../../src/text/en/index.ts";
import { discordTexts } from "../../../src/text/render/discord.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { buttonsOf, type Acted } from "../../support/fake-discord/person.ts";
import { sentText } from "../../support/fake-discord/reading.ts";
import type { FakeChannel, FakeMessage, FakeUser } from "../../support/fake-discord/world.ts";
import { createsAt, videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";

let here: DiscordEasel;

beforeAll(async () => {
  here = await startDiscordEasel();
});
afterAll(() => here.stop());

/** The answer that only the person who acted sees. */
function answerTo({ interaction }: Acted, user = here.max): Promise<FakeMessage> {
  return here.discord.until("the answer", () =>
    [interaction.original, ...interaction.followUps].find(
      (message) => message?.visibleTo === user.id && sentText(message) !== "",
    ),
  );
}

const me = (): string => `<@${here.discord.world.bot.id}>`;
const dm = () => here.discord.world.dmWith(here.max);

/** Easel's direct message to the member with these words. */
function inDm(words: string): Promise<FakeMessage> {
  return here.discord.until(words, () => postsIn(dm()).find((message) => sentText(message).includes(words)));
}

/** The prompts of the gateway's jobs. */
async function prompts(): Promise<string[]> {
  const creates = await createsAt(here.easel.sandboxUrl);
  return creates.map(({ body }) => String(JSON.parse(body).prompt));
}

it("says in help that a reply must mention it: its ping may be off", async () => {
  const help = sentText(await answerTo(here.person.command("easel help")));
  expect(help).toContain("Reply to a picture, mention Easel");
});

describe("options in a slash command's prompt", () => {
  it("are read, and never become part of the prompt", async () => {
    here.person.command("imagine", { prompt: "fox --size 512x512 --count 2" });
    const result = await here.result("fox");
    expect(result.attachments).toHaveLength(2);
    const creates = await createsAt(here.easel.sandboxUrl);
    expect(creates.map(({ body }) => JSON.parse(body))).toMatchObject(
      Array.from({ length: 2 }, () => ({ prompt: "fox", size: "512x512" })),
    );
  });

  it.each([
    ["contradict what was picked", { prompt: "owl --size 2K", size: "1K" }, "is given twice: “2K” and “1K”"],
    ["have a space after the dashes", { prompt: "owl -- size 1K" }, "Did you mean `--size 1K`?"],
    ["begin with a phone's dash", { prompt: "owl —size 1K" }, "Did you mean `--size 1K`?"],
    ["are another tool's", { prompt: "owl --ar 16:9" }, "Did you mean `--aspect_ratio`?"],
    ["are misspelt", { prompt: "owl --sise 1K" }, "Did you mean `--size`?"],
  ])("are refused if they %s", async (_name, values, told) => {
    const before = await prompts();
    const answer = await answerTo(here.person.command("imagine", values));
    expect(answer.content).toContain(told);
    expect(await prompts()).toEqual(before);
  });

  it("are read in a form as well", async () => {
    here.person.command("imagine", { prompt: "a grey cat" });
    const result = await here.result("a grey cat");
    await here.settled();
    const wrong = here.person.press(result, "Edit");
    await wrong.answered;
    const refused = await answerTo(here.person.submit(wrong, { prompt: "make it blue -- size 1K" }));
    expect(refused.content).toContain("Did you mean `--size 1K`?");
    const right = here.person.press(result, "Edit");
    await right.answered;
    here.person.submit(right, { prompt: "make it blue --size 2K" });
    await here.result("make it blue");
    expect((await prompts()).filter((prompt) => prompt.startsWith("make it blue"))).toEqual(["make it blue"]);
  });

  it("in a reply are refused if they name a picture that the result lacks", async () => {
    here.person.command("imagine", { prompt: "a grey dog" });
    const result = await here.result("a grey dog");
    await here.settled();
    const before = await prompts();
    here.person.write("#2 make it red", { replyTo: result });
    expect((await inDm("no picture #2")).content).toContain("only #1");
    expect(await prompts()).toEqual(before);
  });
});

describe("ordinary talk", () => {
  it.each(["hi", "thanks, great!", "a violet fox"])(
    "to Easel, %j, is answered in private with what could be made, and spends nothing",
    async (words) => {
      const before = await prompts();
      const posted = postsIn(here.channel).length;
      here.person.write(`${me()} ${words}`);
      const question = await inDm(en.talk.question(words));
      expect(question.content).toContain("**Make it**: 1 picture, with `provider-a/image-2`");
      expect(question.content).toMatch(/\*\*Make a clip\*\*: a clip of 5 s, with `/);
      expect(buttonsOf(question).map(({ label }) => label)).toEqual(["Make it", "Make a clip"]);
      expect(await prompts()).toEqual(before);
      expect(postsIn(here.channel)).toHaveLength(posted);
    },
  );

  it("becomes a picture by its button, once, in reply to what was said", async () => {
    const said = here.person.write(`${me()} an orange fox`);
    const question = await inDm(en.talk.question("an orange fox"));
    const member = here.discord.as(here.max, dm());
    member.press(question, "Make it");
    member.press(question, "Make it");
    const closed = await here.discord.until("no buttons", () =>
      postsIn(dm()).find((message) => message.id === question.id && buttonsOf(message).length === 0),
    );
    expect(closed.content).toContain(`<#${here.channel.id}>`);
    const result = await here.result("an orange fox");
    expect(result.replyTo).toBe(said.id);
    expect(result.pings).toEqual([here.max.id]);
    await here.settled();
    expect((await prompts()).filter((prompt) => prompt === "an orange fox")).toHaveLength(1);
  });

  it("becomes a clip by the other button", async () => {
    here.person.write(`${me()} a running fox`);
    const question = await inDm(en.talk.question("a running fox"));
    here.discord.as(here.max, dm()).press(question, "Make a clip");
    await here.result("a running fox");
    expect(await videoCreatesAt(here.easel.sandboxUrl, "a running fox")).toHaveLength(1);
  });

  describe("by a member who accepts no direct messages", () => {
    const { withheld } = discordTexts("en");
    /** The channel's messages that reply to a message. */
    const noticeFor = (said: FakeMessage): Promise<FakeMessage> =>
      here.discord.until("the notice", () => postsIn(here.channel).find(({ replyTo }) => replyTo === said.id));
    beforeEach(() => void (here.max.takesDms = false));
    afterEach(() => void (here.max.takesDms = true));

    it("is asked about behind a button in the channel, which shows the question to them alone", async () => {
      const notice = await noticeFor(here.person.write(`${me()} a shy fox`));
      expect(notice.content).toBe(withheld.notice);
      expect(buttonsOf(notice).map(({ label }) => label)).toEqual([withheld.show]);
      const stranger = here.discord.as(here.ada, here.channel).press(notice, withheld.show);
      expect((await answerTo(stranger, here.ada)).content).toBe(withheld.notYours);
      const question = await answerTo(here.person.press(notice, withheld.show));
      expect(question.content).toContain(en.talk.question("a shy fox"));
      await here.discord.until("no notice", () => !here.channel.messages.has(notice.id) || undefined);
      expect(await prompts()).not.toContain("a shy fox");
      here.person.press(question, "Make it");
      await here.result("a shy fox");
    });

    it("gets help behind the same button", async () => {
      const notice = await noticeFor(here.person.write(`${me()} help`));
      expect(notice.content).toBe(withheld.notice);
      expect(sentText(await answerTo(here.person.press(notice, withheld.show)))).toContain(en.help.title);
    });
  });

  it("in a direct message leads to a question too, but a reply to a picture there does not", async () => {
    const member = here.discord.as(here.max, dm());
    member.write("a direct fox");
    const question = await inDm(en.talk.question("a direct fox"));
    expect(await prompts()).not.toContain("a direct fox");
    member.press(question, "Make it");
    const result = await here.result("a direct fox", dm());
    await here.settled(dm());
    member.write("make it small", { replyTo: result, ping: false });
    await here.result("make it small", dm());
  });

  it.each(["help", "?", "帮助"])("that asks for help, %j, gets it", async (words) => {
    const before = await prompts();
    const known = new Set(postsIn(dm()).map(({ id }) => id));
    here.person.write(`${me()} ${words}`);
    here.discord.as(here.max, dm()).write(words);
    await here.discord.until("help twice", () => {
      const told = postsIn(dm()).filter(
        (message) => !known.has(message.id) && sentText(message).includes(en.help.title),
      );
      return told.length === 2 ? true : undefined;
    });
    expect(await prompts()).toEqual(before);
  });

  it("between people, in a reply or next to a result, is ignored", async () => {
    here.person.command("imagine", { prompt: "a public fox" });
    await here.result("a public fox");
    await here.settled();
    const before = await prompts();
    const known = new Set(postsIn(dm()).map(({ id }) => id));
    const ada = here.discord.as(here.ada, here.channel);
    ada.write("haha nice one", { replyTo: here.person.write("look at that") });
    ada.write("haha nice one");
    // Easel answers messages in order, so this message is answered after that one.
    here.person.write(`${me()} help`);
    const next = await here.discord.until("the answer", () => postsIn(dm()).find(({ id }) => !known.has(id)));
    expect(sentText(next)).toContain(en.help.title);
    expect(await prompts()).toEqual(before);
  });

  it("in a thread of results leads to a question about the newest picture there", async () => {
    const thread = here.discord.world.addThread(here.channel, "foxes");
    const member = here.discord.as(here.max, thread);
    member.command("imagine", { prompt: "a threaded fox" });
    const first = await here.result("a threaded fox", thread);
    // A picture is visible a moment before Easel stores its message. Once a reply has changed it, the message is stored.
    member.write("make it wide", { replyTo: first });
    await here.result("make it wide", thread);
    member.write(`${me()} thanks, great!!`);
    const question = await inDm(en.talk.question("thanks, great!!"));
    expect(question.content).toContain("1 changed picture");
    expect(await prompts()).not.toContain("thanks, great!!");
  });
});

describe("the buttons of a direct message, for a member of two servers", () => {
  it("make each request in its own server, by that server's rules", async () => {
    const environment: Record<string, string> = {};
    const rooms: { readonly channel: FakeChannel; readonly role: string; readonly person: FakeUser }[] = [];
    const world = await startDiscordEasel({
      environment,
      prepare(discord, studio) {
        const person = discord.world.addUser("Bo");
        const guilds = [studio, discord.world.addGuild("Atelier")];
        environment["ALLOWED_WORKSPACES"] = guilds.map(({ id }) => `discord:${id}`).join(",");
        for (const guild of guilds) {
          discord.world.addMember(guild, person);
          const role = discord.world.addRole(guild, "Painter", [person]);
          rooms.push({ channel: discord.world.addChannel(guild, `in ${guild.name}`), role, person });
        }
      },
    });
    try {
      const { discord, ada } = world;
      for (const { channel, role, person } of rooms) {
        if (channel.guild) discord.world.addMember(channel.guild, ada, ["ViewChannel", "SendMessages", "ManageGuild"]);
        await discord.as(ada, channel).command("easel-admin channel access", { only: `<@&${role}>` }).answered;
        const direct = discord.world.dmWith(person);
        discord.as(person, channel).write(`<@${discord.world.bot.id}> a fox ${channel.name}`);
        const question = await discord.until("the question", () =>
          postsIn(direct).find(({ content }) => content.includes(`a fox ${channel.name}`)),
        );
        discord.as(person, direct).press(question, "Make it");
        await world.result(`a fox ${channel.name}`, channel);
      }
    } finally {
      await world.stop();
    }
  });
});

describe("with `talk make`", () => {
  it("mentions are made immediately, and the rules say so", async () => {
    const admin = here.discord.as(here.ada, here.channel);
    const set = await answerTo(admin.command("easel-admin channel talk", { mode: "make" }), here.ada);
    expect(set.content).toContain(`${en.settings.talk}: ${en.settingValue.unset} → ${en.settingValue.talk.make}`);
    const rules = await answerTo(admin.command("easel-admin channel show"), here.ada);
    expect(rules.content).toContain(`${en.settings.talk}: ${en.settingValue.talk.make}`);
    // The setting applies once `/easel limits` shows it.
    const limits = async (): Promise<string> => (await answerTo(here.person.command("easel limits"))).content;
    await expect.poll(limits).toContain(`${en.settings.talk}: ${en.settingValue.talk.make} (this channel)`);
    const audit = await answerTo(admin.command("easel-admin audit"), here.ada);
    expect(audit.content).toContain(en.settings.talk);
    here.person.write(`${me()} a quick fox`);
    await here.result("a quick fox");
    here.person.write(`${me()} help`);
    await inDm(en.help.title);
    await answerTo(admin.command("easel-admin channel talk", { mode: "none" }), here.ada);
    await expect.poll(limits).toContain(`${en.settings.talk}: ${en.settingValue.talk.ask}`);
    here.person.write(`${me()} a slow fox`);
    await inDm(en.talk.question("a slow fox"));
    expect(await prompts()).not.toContain("help");
    expect(await prompts()).not.toContain("a slow fox");
  });
});
