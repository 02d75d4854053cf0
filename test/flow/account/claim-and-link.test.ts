import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { modalOf } from "../../support/fake-discord/interactions.ts";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { linkOf } from "../../support/fake-discord/world.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import type { Person } from "../../support/fake-discord/person.ts";
import { sentText } from "../../support/fake-discord/reading.ts";
import { startFakeSlack, type FakeSlack } from "../../support/fake-slack/fake-slack.ts";
import type { Member } from "../../support/fake-slack/member.ts";
import type { FakeChannel } from "../../support/fake-slack/world.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";
import { resultsFor, slackEnvironment } from "../../support/slack/slack-easel.ts";

let discord: DiscordEasel;
let slack: FakeSlack;
let studio: FakeChannel;
let slackAda: Member;
let slackMax: Member;

beforeAll(async () => {
  slack = await startFakeSlack();
  studio = slack.addChannel({ name: "studio" });
  slackAda = slack.join({ name: "ada", displayName: "Ada on Slack", isAdmin: true });
  slackMax = slack.join({ name: "max", displayName: "Max on Slack" });
  const environment = { ...slackEnvironment(slack, "socket"), ALLOWED_WORKSPACES: "", OPERATOR_CODE: "OPEN-SESAME" };
  discord = await startDiscordEasel({ environment });
});
afterAll(async () => {
  await discord.stop();
  await slack.close();
});

async function onDiscord(
  person: Person,
  command: string,
  values: Record<string, string | boolean> = {},
): Promise<string> {
  const asked = person.command(command, values);
  const answer = await discord.discord.until("an answer", () => {
    const said = [asked.interaction.original, ...asked.interaction.followUps];
    return said.find((message) => message?.visibleTo === person.user.id && sentText(message) !== "");
  });
  return sentText(answer);
}

async function onSlack(member: Member, text: string): Promise<string> {
  const before = slack.privately(member.user.id).length;
  const [command = "", ...words] = text.split(" ");
  await member.slash(studio.id, command, words.join(" ")).outcome;
  for (;;) {
    const answer = slack.privately(member.user.id)[before];
    if (answer !== undefined) return answer;
    await sleep(20);
  }
}

it("an admin switches a workspace on with the operator's code, which the start prints", async () => {
  expect(discord.easel.app.ready.operatorCode).toBe("OPEN-SESAME");
  const [max, ada] = [discord.person, discord.discord.as(discord.ada, discord.channel)];
  expect(await onDiscord(max, "models")).toContain("/easel-admin claim");
  expect(await onDiscord(max, "easel-admin claim", { code: "OPEN-SESAME" })).toBe(en.adminsOnly);
  expect(await onDiscord(ada, "easel-admin claim", { code: "open-something" })).toBe(en.linking.wrongCode.claim);
  const claimed = ada.command("easel-admin claim", { code: "open sesame" });
  await claimed.answered;
  const { original } = claimed.interaction;
  if (!original) throw new Error("no answer");
  expect(original.content).toContain("switched on for this workspace");
  expect(original.content).toContain(en.setup.offer);
  const form = ada.press(original, en.setup.open);
  expect((await form.answered).type).toBe(9);
  expect(modalOf(form.interaction).components.map(({ component }) => component)).toMatchObject([
    { type: 3, custom_id: "image_model" },
    { type: 3, custom_id: "video_model" },
    { type: 4, custom_id: "per_day" },
    { type: 8, custom_id: "admin_channel" },
    { type: 4, custom_id: "only" },
  ]);
  const saved = ada.submit(form, { per_day: "50, 60", admin_channel: "" });
  await discord.discord.until("the answer", () =>
    [saved.interaction.original, ...saved.interaction.followUps].find((message) =>
      message?.content.includes("Now: 50 pictures a day for this workspace."),
    ),
  );
  expect(await onDiscord(ada, "easel-admin claim", { code: "open sesame" })).toContain("already switched on");
  expect(await onDiscord(max, "models")).toContain("provider-a/image-2");

  expect(await onSlack(slackMax, "/models")).toContain("/easel-admin claim");
  const onTheOther = await onSlack(slackAda, "/easel-admin claim --code OPENSESAME");
  expect(onTheOther).toContain("switched on for this workspace");
  expect(onTheOther).toContain(en.setup.offer);
});

it("the doctor shows an admin neither the operator's code nor another organisation; the Console shows both", async () => {
  const ada = discord.discord.as(discord.ada, discord.channel);
  const onOne = await onDiscord(ada, "easel-admin doctor");
  expect(onOne).toContain(`discord:${discord.guild.id}`);
  expect(onOne).not.toContain("slack:");
  expect(onOne).not.toContain("OPEN-SESAME");
  const listed = discord.easel.app.ready.organisations.map(({ name, workspaces }) => ({ name, workspaces }));
  // The start printed its list before both were claimed.
  expect(listed).toEqual([{ name: "console", workspaces: ["console:main"] }]);
});

it("claimed workspaces stay separate organisations until their admins join them", async () => {
  const ada = discord.discord.as(discord.ada, discord.channel);
  const linkCode = /`([A-Z0-9]{4}-[A-Z0-9]{4})`/.exec(await onDiscord(discord.person, "easel link"))?.[1] ?? "";
  expect(await onSlack(slackMax, `/easel link ${linkCode}`)).toContain("another organisation");
  const joinCode = /`([A-Z0-9]{4}-[A-Z0-9]{4})`/.exec(await onDiscord(ada, "easel-admin join"))?.[1] ?? "";
  expect(await onSlack(slackAda, `/easel-admin join ${joinCode}`)).toContain("belongs to the organisation of");
});

it("a code joins a person's accounts on both platforms, and they can be separated again", async () => {
  const said = await onDiscord(discord.person, "easel link");
  const code = /`([A-Z0-9]{4}-[A-Z0-9]{4})`/.exec(said)?.[1] ?? "";
  expect(await onSlack(slackMax, "/easel link AAAA-BBBB")).toContain("That code is not valid");
  expect(await onSlack(slackMax, `/easel link ${code}`)).toContain("Your accounts are linked (Max)");
  expect(await onSlack(slackMax, `/easel link ${code}`)).toContain("That code is not valid");
  expect(await onSlack(slackMax, "/easel unlink")).toContain("Your accounts are separate again");
  expect(await onSlack(slackMax, "/easel unlink")).toContain("nothing to undo");
});

it("a member chooses the server that their direct messages belong to", async () => {
  const { world } = discord.discord;
  const direct = discord.discord.as(discord.max, world.dmWith(discord.max));
  expect(await onDiscord(direct, "easel home")).toContain("• Studio · now");
  const workshop = world.addGuild("Workshop");
  world.addMember(workshop, discord.max);
  world.addMember(workshop, discord.ada, ["ManageGuild"]);
  const bench = world.addChannel(workshop, "bench");
  // A server that is not switched on doesn't count.
  expect(await onDiscord(direct, "easel home", { workspace: "Workshop" })).toContain(
    "None of your servers with Easel is called “Workshop”",
  );
  const ada = discord.discord.as(discord.ada, bench);
  expect(await onDiscord(ada, "easel-admin claim", { code: "OPEN-SESAME" })).toContain("switched on");
  expect(await onDiscord(direct, "easel home", { workspace: "workshop" })).toContain("Workshop; before: Studio");
  expect(await onDiscord(direct, "easel home")).toContain("• Workshop · now");
  // A form offers the same choice.
  const shown = direct.command("easel home");
  await discord.discord.until("the list", () => shown.interaction.original?.content.includes("Workshop"));
  if (!shown.interaction.original) throw new Error("no list");
  const form = direct.press(shown.interaction.original, en.setting.chooseHome);
  expect((await form.answered).type).toBe(9);
  expect(modalOf(form.interaction).components.map(({ component }) => component)).toMatchObject([
    { type: 3, custom_id: "workspace", options: [{ label: "Workshop · now" }, { label: "Studio" }] },
  ]);
  const chosen = direct.submit(form, { workspace: discord.guild.id });
  await discord.discord.until("the answer", () =>
    [chosen.interaction.original, ...chosen.interaction.followUps].find((message) =>
      message?.content.includes("Studio; before: Workshop"),
    ),
  );
  expect(await onDiscord(direct, "easel home", { workspace: "workshop" })).toContain("Workshop; before: Studio");
  // Configured keys serve the second server too.
  ada.command("imagine", { prompt: "a workshop fox" });
  await discord.result("a workshop fox", bench);
  expect(await onDiscord(direct, "easel home", { workspace: world.newId() })).toContain("None of your servers");
});

it("groups accept Discord's pickers and Slack's mentions", async () => {
  const ada = discord.discord.as(discord.ada, discord.channel);
  expect(await onDiscord(ada, "easel-admin groups create", { group: "Makers" })).toContain("was created");
  const added = await onDiscord(ada, "easel-admin groups add", { group: "makers", person: discord.max.id });
  expect(added).toContain("Max is now in “Makers”. Members before: 0; now: 1.");
  const there = await onSlack(slackAda, `/easel-admin groups add makers --person <@${slackMax.user.id}|max>`);
  expect(there).toContain("Max on Slack is now in “Makers”. Members before: 1; now: 2.");
  expect(await onSlack(slackAda, "/easel-admin groups list")).toContain("Max, Max on Slack");
});

it("only the requester sees a private request", async () => {
  const { world } = discord.discord;
  const direct = world.dmWith(discord.max);
  const prompt = "a private fox";
  const told = await onDiscord(discord.person, "imagine", { prompt, private: true });
  const result = await discord.result(prompt, direct);
  expect(result.attachments).toHaveLength(1);
  const [hello] = postsIn(direct);
  expect(result.replyTo).toBe(hello?.id);
  expect(told).toContain(`The result will be sent to your direct messages: ${linkOf(direct, hello?.id ?? "")}`);
  expect(postsIn(discord.channel).filter(({ content }) => content.includes(prompt))).toEqual([]);

  const other = "a private heron";
  expect(await onSlack(slackMax, `/imagine ${other} --private`)).toMatch(
    new RegExp(
      `The result will be sent to your direct messages: https://\\S+/archives/${slack.directWith(slackMax).id}/p\\d+`,
    ),
  );
  for (let isThere = false; !isThere; await sleep(20)) isThere = resultsFor(slack, other).length > 0;
  expect(resultsFor(slack, other).map(({ channel }) => channel)).toEqual([slack.directWith(slackMax).id]);
  expect(slack.said(studio.id).filter((message) => slack.read(message).includes(other))).toEqual([]);
});

it("a private request of a member who accepts no direct messages is refused before anything is spent", async () => {
  discord.max.takesDms = false;
  const prompt = "a fox for nobody";
  expect(await onDiscord(discord.person, "imagine", { prompt, private: true })).toContain(
    "can't send you direct messages",
  );
  discord.max.takesDms = true;
  const creates = await createsAt(discord.easel.sandboxUrl);
  expect(creates.filter(({ body }) => body.includes(prompt))).toEqual([]);
});
