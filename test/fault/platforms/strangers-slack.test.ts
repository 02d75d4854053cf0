import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Member } from "../../support/fake-slack/member.ts";
import { directChannel, type FakeChannel, type FakeMessage } from "../../support/fake-slack/world.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";
import { consoleStranger } from "../../support/walls/console-stranger.ts";
import { keptIn } from "../../support/walls/kept.ts";
import { MARK_BEGINNING, type Secret } from "../../support/walls/probes.ts";
import { slackStranger } from "../../support/walls/slack-stranger.ts";
import { leaksTo, type Stranger } from "../../support/walls/stranger.ts";

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let here: SlackEasel;
let zoe: Member;
let eve: Member;
let sql: postgres.Sql;
/** Strangers in another workspace of the same organisation. */
const atConsole: ReturnType<typeof consoleStranger>[] = [];
const secrets = new Map<string, Secret>();
const strangers: Stranger[] = [];

beforeAll(async () => {
  here = await startSlackEasel("socket", {}, { sandboxSpeed: 0, sandboxMedia: "tiny" });
  const { slack } = here;
  zoe = slack.join({ name: "zoe", displayName: "Zoe" });
  eve = slack.join({ name: "eve", displayName: "Eve" });
  const theirs = { members: [zoe.user.id, slack.world.bot.userId] };
  const limits = "organisation limits --approve_count 1 --confirm_seconds 4";
  await here.ada.slash(here.channel.id, "/easel-admin", limits).outcome;
  for (let text = ""; !text.includes("pictures at once than: 1");) {
    await zoe.slash(here.channel.id, "/easel", "limits").outcome;
    text = await here.see("the limits", () => slack.privately(zoe.user.id).at(-1));
  }
  const several = slack.addChannel({ name: "mpdm-zoe", kind: "mpim", ...theirs });
  secrets.set(
    "a private channel",
    await keepSecret(slack.addChannel({ name: "hers", kind: "group", ...theirs }), `${MARK_BEGINNING}QUOKKA`),
  );
  secrets.set(
    "a direct message",
    await keepSecret(directChannel(slack.world, zoe.user.id), `${MARK_BEGINNING}NARWHAL`),
  );
  secrets.set("a group message", await keepSecret(several, `${MARK_BEGINNING}AXOLOTL`));
  sql = postgres(here.easel.databaseUrl, { max: 1, fetch_types: false, onnotice: () => {} });
  await here.easel.console.say("hello everybody");
  atConsole.push(...(["member", "admin"] as const).map((as) => consoleStranger(here.easel.url, as)));
  strangers.push(
    slackStranger(here, here.max, here.channel),
    slackStranger(here, eve, directChannel(here.slack.world, eve.user.id)),
    slackStranger(here, here.ada, here.channel),
    ...atConsole,
  );
}, 120_000);
afterAll(async () => {
  await Promise.all([...atConsole.map((one) => one.close()), sql.end()]);
  await here.stop();
});

function idOn(message: Pick<FakeMessage, "blocks">, act: string): string {
  const found = here.slack.buttons(message).find(({ id }) => id.startsWith(`${act}:`));
  return UUID.exec(found?.id ?? "")?.[0] ?? "";
}

/** Zoe requests pictures and a clip there, stars one of them, saves a preset, and starts editing one of her pictures. */
async function keepSecret({ id: channel }: FakeChannel, mark: string): Promise<Secret> {
  const { slack, see } = here;
  const found = (what: string, look: () => string | undefined): Promise<string> => see(what, () => look() || undefined);
  const prompt = `a heron ${mark}`;
  await zoe.slash(channel, "/imagine", prompt).outcome;
  const result = await here.result(prompt);
  const stars = slack.privately(zoe.user.id).length;
  await zoe.press(result, slack.buttons(result).find(({ label }) => label === "Star")?.id ?? "").outcome;
  await see("the star", () => slack.privately(zoe.user.id)[stars]);
  await zoe.slash(channel, "/imagine", `two herons ${mark} --count 2`).outcome;
  const heldId = await found("the question to admins", () =>
    slack
      .messages(channel)
      .map((message) => idOn(message, "approve"))
      .find((id) => id !== ""),
  );
  await zoe.slash(channel, "/video", `it moves ${mark} --seconds 8`).outcome;
  const asked = (act: string): string =>
    slack.world.ephemerals
      .filter(({ userId }) => userId === zoe.user.id)
      .reduce((last, one) => idOn(one, act) || last, "");
  const proposalId = await found("the question to her", () => asked("confirm"));
  await zoe.slash(channel, "/preset", `save ${mark} --model provider-a/image-2`).outcome;
  await see("the preset", () =>
    slack.privately(zoe.user.id).find((text) => text.includes(`**${mark}**`) || text.includes(mark)),
  );
  const said = zoe.say(channel, `look ${mark}`, {
    files: [{ name: `${mark}.png`, mimeType: "image/png", content: PNG }],
  });
  await said.outcome;
  await zoe.shortcut(said.message, "edit").outcome;
  const targetId = await found("the form", () => UUID.exec(zoe.view()?.view.private_metadata ?? "")?.[0]);
  return {
    mark,
    batchId: idOn(result, "again"),
    heldId,
    link: slack.linkTo(result),
    preset: mark,
    targetId,
    proposalId,
  };
}

it.each(["a private channel", "a direct message", "a group message"])(
  "a stranger who names a request in %s is answered as if it did not exist, and changes nothing",
  async (name) => {
    const secret = secrets.get(name);
    if (!secret) throw new Error(`nothing is kept in ${name}`);
    // An edit in a direct message starts immediately: waits for it. Requests that wait for an admin stay open.
    const underWay = () => sql`
      select from batches where closed_at is null
        and not exists (select from jobs where batch_id = batches.id and state = 'held')`;
    await expect.poll(async () => (await underWay()).length).toBe(0);
    const before = await keptIn(sql);
    expect(before).toContain(secret.mark);
    const leaks = await Promise.all(strangers.map((stranger) => leaksTo(stranger, secret)));
    expect(leaks.flat()).toEqual([]);
    expect(await keptIn(sql)).toBe(before);
  },
  120_000,
);
