import { afterAll, beforeAll, expect, it } from "vitest";
import { midnightIn, zoneByDay } from "../../support/day-zone.ts";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { startFakeSlack, type FakeSlack } from "../../support/fake-slack/fake-slack.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { onDiscord } from "../../support/play/discord.ts";
import { onSlack } from "../../support/play/slack.ts";
import { answer, answerWith, result, type Player, type Side } from "../../support/play/stage.ts";
import { videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";
import { slackEnvironment } from "../../support/slack/slack-easel.ts";

const model = "gamma3.0-video-480p";
const zone = zoneByDay();
const until = midnightIn(zone);

let slack: FakeSlack;
let here: DiscordEasel;
/** The two platforms, each with its admin and its member. */
let inDiscord: Side & { readonly ada: Player; readonly max: Player };
let inSlack: Side & { readonly ada: Player; readonly max: Player };

beforeAll(async () => {
  slack = await startFakeSlack();
  const rooms = { studio: slack.addChannel({ name: "studio" }), office: slack.addChannel({ name: "office" }) };
  const [ada, max] = [
    slack.join({ name: "ada", displayName: "Ada", isAdmin: true }),
    slack.join({ name: "maxine", displayName: "Maxine" }),
  ];
  const { as: asInSlack, ...sideOfSlack } = onSlack(slack, rooms);
  inSlack = { ...sideOfSlack, ada: asInSlack(ada), max: asInSlack(max) };
  here = await startDiscordEasel({
    environment: { ...slackEnvironment(slack, "socket"), ALLOWED_WORKSPACES: "", OPERATOR_CODE: "OPEN-SESAME" },
    overrides: { sandboxSpeed: 0, sandboxMedia: "tiny", clock: hurriedClock },
  });
  const { discord, channel, guild } = here;
  const { as, ...side } = onDiscord(discord, { studio: channel, office: discord.world.addChannel(guild, "office") });
  inDiscord = { ...side, ada: as(here.ada), max: as(here.max) };
});
afterAll(async () => {
  await here.stop();
  await slack.close();
});

it("a Discord server and a Slack workspace join one organisation, and use the same time zone", async () => {
  for (const { ada } of [inDiscord, inSlack]) {
    expect(await answer(ada, "easel-admin claim", { code: "OPEN-SESAME" })).toContain("switched on");
  }
  const code = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(await answer(inDiscord.ada, "easel-admin join"))?.[0] ?? "";
  expect(await answer(inSlack.ada, "easel-admin join", { code })).toContain("belongs to the organisation of");
  for (const { ada } of [inDiscord, inSlack]) {
    expect(await answer(ada, "easel-admin workspace settings", { time_zone: zone })).toContain(`→ ${zone}`);
  }
});

it("a member of both links their accounts, and has one quota", async () => {
  const code = /[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(await answer(inDiscord.max, "easel link"))?.[0] ?? "";
  expect(await answer(inSlack.max, "easel link", { code })).toContain("Your accounts are linked");
  const quota = { amount: "20", unit: "seconds", person: inDiscord.max.mention };
  expect(await answer(inDiscord.ada, "easel-admin quota set", quota)).toContain("Now: 20 s of clips a day for Max.");
  for (const { max } of [inDiscord, inSlack]) {
    await answerWith("20 s of clips left of 20 s of clips a day for you", max, "usage");
  }
});

it("what the member uses on Discord counts in Slack too, and both say what is left", async () => {
  await inDiscord.max.does("video", { prompt: "a paper boat", model, seconds: 15 });
  await result(inDiscord, "a paper boat");
  const asked = { prompt: "a long voyage", model, seconds: 6 };
  for (const { max } of [inSlack, inDiscord]) {
    expect(await answer(max, "video", asked)).toContain(
      `That needs 6 s of clips, but the quota of 20 s of clips a day for you has only 5 s of clips left. It resets on ${until}.`,
    );
    const usage = await answer(max, "usage");
    expect(usage).toContain("Today: 15 s of clips");
    expect(usage).toContain(`5 s of clips left of 20 s of clips a day for you; it resets on ${until}`);
  }
});

it("the member can use the rest in Slack, and then nothing is left on either platform", async () => {
  await inSlack.max.does("video", { prompt: "the last mile", model, seconds: 5 });
  expect((await result(inSlack, "the last mile")).text).toContain("uses up the quota of 20 s of clips a day for you");
  for (const { max } of [inDiscord, inSlack]) {
    expect(await answer(max, "video", { prompt: "a long voyage", model, seconds: 2 })).toContain(
      "That needs 2 s of clips, but the quota of 20 s of clips a day for you is used up.",
    );
    const usage = await answer(max, "usage");
    expect(usage).toContain("Today: 20 s of clips");
    expect(usage).toContain("nothing left of 20 s of clips a day for you");
  }
  expect(await answer(inSlack.ada, "easel-admin quota show")).toContain("nothing left of 20 s of clips a day for");
  expect(await videoCreatesAt(here.easel.sandboxUrl, "a long voyage")).toEqual([]);
});
