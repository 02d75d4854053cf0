import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { pathOf } from "../../../src/platforms/console/api/message-link.ts";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { SLACK_LINKS } from "../../../src/platforms/slack/receive/linked.ts";
import type { Person } from "../../support/fake-discord/person.ts";
import { linkOf } from "../../support/fake-discord/world.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

/** A model that takes several pictures. */
const MODEL = "alpha-h3(933/4-15秒/768p)";
const HURRIED = { sandboxSpeed: 0, sandboxMedia: "tiny", clock: hurriedClock } as const;
const Body = z.looseObject({ images: z.array(z.object({ url: z.string() })).default([]) });

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer();
}

/** The pictures in the only create with this prompt, in order. */
async function picturesOf(sandboxUrl: string, prompt: string): Promise<Buffer[]> {
  await expect.poll(() => videoCreatesAt(sandboxUrl, prompt)).not.toHaveLength(0);
  const [call] = await videoCreatesAt(sandboxUrl, prompt);
  const { images } = Body.parse(JSON.parse(call?.body ?? ""));
  const load = async ({ url }: { readonly url: string }) => Buffer.from(await (await fetch(url)).arrayBuffer());
  return Promise.all(images.map(load));
}

function same(given: readonly Buffer[], wanted: readonly Buffer[]): boolean {
  return given.length === wanted.length && given.every((bytes, index) => wanted[index]?.equals(bytes));
}

describe("in the Console", () => {
  let easel: TestEasel;
  beforeAll(async () => {
    easel = await startTestEasel({}, HURRIED);
  });
  afterAll(() => easel.stop());

  const linkTo = ({ channel, id }: Pick<MessageView, "channel" | "id">): string => `${easel.url}${pathOf(channel, id)}`;
  const say = (text: string, name: string, bytes: Buffer, channel = "general"): Promise<string> =>
    easel.console.say(text, { channel, files: [{ name, mimeType: "image/png", bytes: new Uint8Array(bytes) }] });

  it("a clip uses attachments first, then the linked messages' pictures in order", async () => {
    const [red, blue, green] = [await picture("#aa2222"), await picture("#2222aa"), await picture("#22aa22")];
    const first = linkTo({ channel: "studio", id: await say("look", "red.png", red, "studio") });
    const second = linkTo({ channel: "general", id: await say("and look", "blue.png", blue) });
    const prompt = "from one to the other";
    await say(`/video ${prompt} --model ${MODEL} --from ${second} --seconds 4 --from <${first}>`, "green.png", green);
    expect(same(await picturesOf(easel.sandboxUrl, prompt), [green, blue, red])).toBe(true);
  });

  it("a clip from a linked result's pictures is that result's child", async () => {
    await easel.console.say("/imagine a grey mare --count 2");
    const result = await easel.console.see("the result", (messages) =>
      messages.find(({ author, files }) => author.isEasel && files.length === 2),
    );
    const prompt = "the mares run";
    await easel.console.say(
      `/video ${prompt} --model ${MODEL} --seconds 4 --from "${linkTo(result)} ${linkTo(result)}"`,
    );
    const shown = result.files.map(async ({ url }) => (await fetch(new URL(url, easel.url))).arrayBuffer());
    const wanted = (await Promise.all(shown)).map((bytes) => Buffer.from(bytes));
    expect(same(await picturesOf(easel.sandboxUrl, prompt), wanted)).toBe(true);
    const clip = await easel.console.see("the clip", (messages) =>
      messages.find(({ files }) => files.some((file) => file.description === prompt)),
    );
    const { shown: recipe } = await easel.console.choose(clip, "recipe").then(async () => ({
      shown: await easel.console.see("the recipe", (messages) =>
        messages.find((message) => message.private && message.text.includes(prompt)),
      ),
    }));
    expect(recipe.text).toContain("a grey mare");
  });

  it.each([
    ["is not one", () => Promise.resolve("https://example.com/fox.png"), "is not a link to a message here"],
    ["leads to nothing", () => Promise.resolve(linkTo({ channel: "general", id: "gone" })), "can both see"],
    [
      "leads to a text",
      async () => {
        const id = await easel.console.say("words alone");
        await easel.console.see("the answer to them", (all) =>
          all.find((one) => one.private && /words alone/.test(one.text)),
        );
        return linkTo({ channel: "general", id });
      },
      "no picture",
    ],
  ])("a link that %s is refused with a fix, and nothing is made", async (_why, link, text) => {
    const prompt = `refused, ${text}`;
    const answer = await easel.console.answerTo(`/video ${prompt} --model ${MODEL} --seconds 4 --from ${await link()}`);
    expect(answer.text).toContain("`from`");
    expect(answer.text).toContain(text);
    expect(await videoCreatesAt(easel.sandboxUrl, prompt)).toEqual([]);
  });
});

describe("on Discord", () => {
  let here: DiscordEasel;
  beforeAll(async () => {
    here = await startDiscordEasel({ overrides: HURRIED });
  });
  afterAll(() => here.stop());

  it("a clip can use pictures from channels that the member sees, and no others", async () => {
    const { world } = here.discord;
    const [red, blue] = [await picture("#aa2222"), await picture("#2222aa")];
    const studio = world.addChannel(here.guild, "studio");
    // Without the message content intent, Easel sees only messages that mention it.
    const write = (name: string, content: Buffer, channel = studio): string => {
      const files = [{ name, contentType: "image/png", content }];
      const said = here.discord.as(here.ada, channel).write(`look, <@${world.bot.id}>`, { files });
      return linkOf(channel, said.id);
    };
    const from = `${write("red.png", red)} ${write("blue.png", blue)}`;
    const values = { model: MODEL, seconds: 4 };
    here.person.command("video", { ...values, prompt: "red turns blue", from });
    expect(same(await picturesOf(here.easel.sandboxUrl, "red turns blue"), [red, blue])).toBe(true);

    const strange = write("other.png", red, world.addChannel(world.addGuild("Elsewhere"), "general"));
    const acted = here.person.command("video", { ...values, prompt: "not from there", from: strange });
    const answer = await here.discord.until("the answer", () =>
      [acted.interaction.original, ...acted.interaction.followUps].find((one) => one?.content.includes("workspace")),
    );
    expect(answer.visibleTo).toBe(here.max.id);
    expect(await videoCreatesAt(here.easel.sandboxUrl, "not from there")).toEqual([]);
  });
});

describe("links on Discord to channels that Easel can't see", () => {
  let here: DiscordEasel;
  let links: string;
  beforeAll(async () => {
    here = await startDiscordEasel({ overrides: HURRIED });
    const { world } = here.discord;
    const elsewhere = world.addGuild("Elsewhere");
    links = Array.from({ length: 40 }, (_, n) => {
      const unseen = world.addChannel(elsewhere, `general-${n}`);
      unseen.botPermissions = 0n;
      const { id } = here.discord.as(here.ada, unseen).write("look");
      return linkOf(unseen, id).replace(elsewhere.id, here.guild.id);
    }).join(" ");
  });
  afterAll(() => here.stop());

  const answerTo = async ({ interaction }: ReturnType<Person["command"]>): Promise<string> => {
    const answer = await here.discord.until("the answer", () =>
      [interaction.original, ...interaction.followUps].find((one) => one !== undefined && one.content !== ""),
    );
    return answer.content;
  };
  const refused = (): number => here.discord.ledger.filter(({ status }) => status === 403).length;

  it("cost one refused call, however many there are and however often they are sent", async () => {
    const options = { model: MODEL, seconds: 4, prompt: "not from there", from: links };
    for (let n = 0; n < 3; n += 1) {
      expect(await answerTo(here.person.command("video", options))).toContain("can both see");
    }
    expect(refused()).toBe(1);
  });

  it("are not followed for a member who is blocked", async () => {
    const { world } = here.discord;
    const zoe = world.addUser("Zoe");
    world.addMember(here.guild, zoe);
    const ada = here.discord.as(here.ada, here.channel);
    await answerTo(ada.command("easel-admin organisation access", { block: `<@${zoe.id}>` }));
    const before = here.discord.ledger.length;
    const own = linkOf(here.channel, here.discord.as(here.ada, here.channel).write("look", {}).id);
    const options = { model: MODEL, seconds: 4, prompt: "not for her", from: own };
    const acted = here.discord.as(zoe, here.channel).command("video", options);
    expect(await answerTo(acted)).toContain("You have been blocked");
    const calls = here.discord.ledger.slice(before);
    expect(calls.filter(({ method, path }) => method === "GET" && path.includes("/channels/"))).toEqual([]);
  });
});

describe("in Slack", () => {
  let world: SlackEasel;
  beforeAll(async () => {
    world = await startSlackEasel("socket", {}, HURRIED);
  });
  afterAll(() => world.stop());

  it("a clip can use pictures of messages and threads, but not from channels that the member has not joined", async () => {
    const { slack, max, ada, channel } = world;
    const [red, blue] = [await picture("#aa2222"), await picture("#2222aa")];
    const png = (name: string, content: Buffer) => ({ files: [{ name, mimeType: "image/png", content }] });
    const first = ada.say(channel.id, "look", png("red.png", red)).message;
    const second = ada.say(channel.id, "and", { ...png("blue.png", blue), thread: first.ts }).message;
    const from = `--from ${slack.linkTo(second)} --from <${slack.linkTo(first)}>`;
    const asked = `--model ${MODEL} --seconds 4`;
    await max.slash(channel.id, "/video", `blue turns red ${asked} ${from}`).outcome;
    expect(same(await picturesOf(world.easel.sandboxUrl, "blue turns red"), [blue, red])).toBe(true);

    const members = [ada.user.id, slack.world.bot.userId];
    const secret = slack.addChannel({ name: "secret", kind: "group", members });
    const hidden = ada.say(secret.id, "only for us", png("secret.png", red)).message;
    await max.slash(channel.id, "/video", `not for me ${asked} --from ${slack.linkTo(hidden)}`).outcome;
    await world.see("the refusal", () => slack.privately(max.user.id).find((text) => text.includes("can both see")));
    expect(await videoCreatesAt(world.easel.sandboxUrl, "not for me")).toEqual([]);
  });

  it("too many links in a minute are refused with the limit, and nothing is made", async () => {
    const { slack, ada, channel } = world;
    const png = { files: [{ name: "red.png", mimeType: "image/png", content: await picture("#aa2222") }] };
    const link = slack.linkTo(ada.say(channel.id, "look", png).message);
    // Distinct links to the same message.
    const links = Array.from({ length: 40 }, (_, n) => `${link}?n=${n}`).join(" ");
    const before = slack.calls("conversations.history").length;
    await ada.slash(channel.id, "/video", `far too many --model ${MODEL} --seconds 4 --from "${links}"`).outcome;
    const refusal = `at most ${SLACK_LINKS.member} message links a minute`;
    await world.see("the refusal", () => slack.privately(ada.user.id).find((text) => text.includes(refusal)));
    expect(slack.calls("conversations.history").length - before).toBe(SLACK_LINKS.member);
    expect(await videoCreatesAt(world.easel.sandboxUrl, "far too many")).toEqual([]);
  });
});
