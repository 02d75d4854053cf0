import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { startSlackEasel } from "../../support/slack/slack-easel.ts";
import { directChannel } from "../../support/fake-slack/world.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { PERMISSIONS, type FakeChannel, type FakeUser } from "../../support/fake-discord/world.ts";
import { buttonsOf, type Person } from "../../support/fake-discord/person.ts";
import { sentText } from "../../support/fake-discord/reading.ts";

describe("a private request on Discord", () => {
  let here: DiscordEasel;
  let hers: FakeChannel;
  let open: FakeChannel;
  let board: FakeChannel;
  let max: Person;
  let zoe: FakeUser;

  beforeAll(async () => {
    here = await startDiscordEasel({ overrides: { sandboxSpeed: 0, sandboxMedia: "tiny" } });
    const { world } = here.discord;
    zoe = world.addUser("Zoe");
    world.addMember(here.guild, zoe);
    hers = world.addThread(here.channel, "hers", [zoe]);
    open = world.addThread(here.channel, "open");
    board = world.addChannel(here.guild, "board");
    board.overwrites = [
      { id: here.guild.id, allow: 0n, deny: PERMISSIONS.ViewChannel },
      { id: zoe.id, allow: PERMISSIONS.ViewChannel, deny: 0n },
    ];
    max = here.person;
    for (const [where, prompt] of [
      [hers, "a secret heron"],
      [open, "an open heron"],
      [board, "a boardroom heron"],
      [world.dmWith(zoe), "a direct heron"],
    ] as const) {
      here.discord.as(zoe, where).command("imagine", { prompt });
      await here.result(prompt, where);
    }
  });
  afterAll(() => here.stop());

  const answerTo = async (person: Person, options: Record<string, string>): Promise<string> => {
    const { interaction } = person.command("jobs", options);
    const answer = await here.discord.until("an answer", () =>
      [interaction.original, ...interaction.followUps].find(
        (message) => message !== undefined && sentText(message) !== "",
      ),
    );
    return sentText(answer);
  };
  /** A result's batch, from its buttons' ids. */
  const batchIn = (where: FakeChannel): string =>
    postsIn(where)
      .flatMap(buttonsOf)
      .map(({ customId }) => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(customId)?.[0])
      .find((id) => id !== undefined) ?? "";

  it("in a private thread is not listed in its channel, unlike one in an open thread", async () => {
    const list = await answerTo(max, { action: "list", scope: "channel" });
    expect(list).toContain("an open heron");
    expect(list).not.toContain("secret");
  });

  it("in a private thread is not shown by its id, unlike one in an open thread", async () => {
    expect(await answerTo(max, { action: "show", job: batchIn(open) })).toContain("an open heron");
    const shown = await answerTo(max, { action: "show", job: batchIn(hers) });
    expect(shown).not.toContain("secret");
    expect(shown).toContain("is not one of your latest requests");
  });

  it("is visible to its requester everywhere", async () => {
    const elsewhere = here.discord.as(zoe, here.channel);
    expect(await answerTo(elsewhere, { action: "list", scope: "own" })).toContain("a secret heron");
  });

  it("in a direct message, a private thread or a private channel is not listed to an admin who can't read it", async () => {
    const ada = here.discord.as(here.ada, here.channel);
    const list = await answerTo(ada, { action: "list", scope: "all" });
    expect(list).toContain("an open heron");
    for (const prompt of ["direct", "secret", "boardroom"]) expect(list).not.toContain(prompt);
  });

  it("that is starred is listed for the member who starred it, and in its channel only for members who can read it", async () => {
    for (const where of [hers, open, board, here.discord.world.dmWith(zoe)]) {
      const result = postsIn(where).find((message) => buttonsOf(message).some(({ label }) => label === "Star"));
      if (!result) throw new Error(`there is no result in ${where.name}`);
      const { interaction } = here.discord.as(zoe, where).press(result, "Star");
      await here.discord.until("the star", () =>
        [interaction.original, ...interaction.followUps].find(
          (message) => message !== undefined && sentText(message).startsWith("Starred"),
        ),
      );
    }
    const starred = { action: "list", scope: "starred" };
    const theirs = await answerTo(here.discord.as(zoe, here.channel), starred);
    for (const prompt of ["secret", "open", "boardroom", "direct"]) expect(theirs).toContain(`${prompt} heron`);
    const listed = await answerTo(max, starred);
    expect(listed).toContain("an open heron");
    for (const prompt of ["secret", "boardroom", "direct"]) expect(listed).not.toContain(prompt);
  });

  it("is counted without its place for an admin who can't read it, in words, in the chart and in the table", async () => {
    const ada = here.discord.as(here.ada, here.channel);
    const { interaction } = ada.command("easel-admin usage", { by: "channel" });
    const answer = await here.discord.until("the usage", () =>
      [interaction.original, ...interaction.followUps].find((message) => message?.attachments.length === 2),
    );
    // Threads count towards their channel.
    expect(answer.content).toMatch(new RegExp(`• \\*\\*${here.channel.name}\\*\\* · 2 pictures`));
    expect(answer.content).toContain("• **Private places and other workspaces** · 2 pictures");
    expect(answer.content).toContain("Total: 4 pictures");
    const [chart, file] = answer.attachments;
    expect(chart).toMatchObject({ filename: "usage-month.png", contentType: "image/png" });
    expect(chart?.description).toMatch(
      /channel: .+ \(2 pictures\), Private places and other workspaces \(2 pictures\)\.$/,
    );
    const table = file?.content.toString() ?? "";
    const rows = table.trim().split("\r\n").slice(1);
    expect(rows.map((row) => row.split(",").slice(3))).toEqual([
      [`discord:${here.guild.id}:${here.channel.id}`, expect.any(String), "2", "2", "0"],
      ["private", expect.any(String), "2", "2", "0"],
    ]);
    const direct = here.discord.world.dmWith(zoe).id;
    const said = [answer.content, chart?.description].join("\n");
    for (const id of [board.id, direct]) expect(said + table).not.toContain(id);
    expect(said).not.toContain("board");
  });
});

describe("a private request in Slack", () => {
  it("in a private channel or a direct message is not listed to an admin who is not in it, starred or not", async () => {
    await using stack = new AsyncDisposableStack();
    const here = await startSlackEasel("socket", {}, { sandboxSpeed: 0, sandboxMedia: "tiny" });
    stack.defer(() => here.stop());
    const { slack, ada, max } = here;
    const bot = slack.world.bot.userId;
    const secret = slack.addChannel({ name: "secret", kind: "group", members: [max.user.id, bot] });
    const shared = slack.addChannel({ name: "shared", kind: "group", members: [max.user.id, ada.user.id, bot] });
    for (const [channel, prompt] of [
      [secret, "a secret heron"],
      [shared, "a shared heron"],
      [directChannel(slack.world, max.user.id), "a direct heron"],
      [here.channel, "an open heron"],
    ] as const) {
      await max.slash(channel.id, "/imagine", prompt).outcome;
      const result = await here.result(prompt);
      const stars = slack.privately(max.user.id).length;
      await max.press(result, slack.buttons(result).find(({ label }) => label === "Star")?.id ?? "").outcome;
      await here.see("the star", () => slack.privately(max.user.id)[stars]);
    }
    const before = slack.privately(ada.user.id).length;
    await ada.slash(here.channel.id, "/jobs", "list --scope all").outcome;
    const list = await here.see("the list", () => slack.privately(ada.user.id)[before]);
    expect(list).toContain("an open heron");
    expect(list).toContain("a shared heron");
    expect(list).not.toContain("secret");
    expect(list).not.toContain("direct heron");
    await ada.slash(here.channel.id, "/jobs", "list --scope starred").outcome;
    const starred = await here.see("what is starred", () => slack.privately(ada.user.id)[before + 1]);
    expect(starred).toContain("an open heron");
    for (const other of ["secret", "shared", "direct"]) expect(starred).not.toContain(`${other} heron`);
  });
});
