import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Form } from "../../../src/core/chat/form.ts";
import { addUserGroup } from "../../support/fake-slack/world.ts";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";

let world: SlackWorld;
let makers: string;

beforeAll(async () => {
  world = await startSlackWorld({ mode: "http" });
  makers = addUserGroup(world.slack.world, "makers", [world.max.user.id]).id;
});
beforeEach(() => {
  world.handleWith(async (_event, responder) => void (await responder.acknowledge()));
});
afterAll(async () => {
  await world.stop();
});

/** The newest private answer to a person. */
const lastWord = (userId: string): string => world.slack.privately(userId).at(-1) ?? "";

it("a press that makes something is answered with the invite command if Easel has left the channel", async () => {
  const { slack, max } = world;
  const left = slack.addChannel({ name: "left", members: [max.user.id] });
  const before = world.events.length;
  for (const act of ["again", "twice", "confirm"]) {
    slack.world.ephemerals.length = 0;
    await max.press({ channel: left.id, ts: "1.000001" }, `${act}:${randomUUID()}`).outcome;
    await expect.poll(() => lastWord(max.user.id)).toContain(`/invite @${slack.world.bot.name}`);
  }
  expect(world.events.length).toBe(before);
  await max.press({ channel: left.id, ts: "1.000001" }, `recipe:${randomUUID()}`).outcome;
  expect(world.events.length).toBe(before + 1);
});

it("a submitted form stays open with the invite command if Easel has left the channel", async () => {
  const { slack, max } = world;
  const left = slack.addChannel({ name: "left too", members: [max.user.id] });
  const form = (id: string): Form => ({
    id,
    title: "Change",
    submit: "Make it",
    typed: "Type it.",
    fields: [{ type: "text", name: "prompt", label: "Prompt", required: true }],
  });
  const open = async (id: string): Promise<void> => {
    world.handleWith((_event, responder) => responder.openForm(form(id)));
    await max.press({ channel: left.id, ts: "1.000001" }, "open").outcome;
    world.handleWith(async (_event, responder) => void (await responder.acknowledge()));
  };
  await open(`change:${randomUUID()}`);
  await max.submit({ prompt: "a fox" }).outcome;
  expect(max.view()?.errors["prompt"]).toContain(`/invite @${slack.world.bot.name}`);
  expect(world.events.at(-1)).toMatchObject({ kind: "button" });
  left.members.add(slack.world.bot.userId);
  await max.submit({ prompt: "a fox" }).outcome;
  expect(world.events.at(-1)).toMatchObject({ kind: "form", values: { prompt: "a fox" } });
});

describe("a slash command", () => {
  it("arrives with its options, from the person as the workspace knows them", async () => {
    const { ada, channel, slack } = world;
    const { acknowledged } = await ada.slash(channel.id, "/imagine", "a red fox --size 2K --count 3").outcome;
    expect(acknowledged).toBe(true);
    expect(world.events.at(-1)).toMatchObject({
      kind: "command",
      command: "imagine",
      line: "a red fox --size 2K --count 3",
      conversation: { platform: "slack", workspace: slack.world.team.id, channel: channel.id },
      actor: { userId: ada.user.id, displayName: "Ada", isAdmin: true, locale: "en" },
    });
  });

  it.each([
    ["“a fox” —size 2K", "“a fox” —size 2K"],
    ["a fox --size “2K”", "a fox --size “2K”"],
    ["‘quoted’ &amp; &lt;b&gt; — dash", "‘quoted’ & <b> — dash"],
    ["like <https://example.com/a?b=1&amp;c=2|example.com/a>", "like https://example.com/a?b=1&c=2"],
    ["for <#C012AB3CD|general> and <!here>", "for #general and @here"],
    ["mail <mailto:a@example.com|a@example.com>", "mail a@example.com"],
    ["a fox   --count 2", "a fox --count 2"],
  ])("understands what Slack makes of text: %s", async (text, line) => {
    await world.max.slash(world.channel.id, "/imagine", text).outcome;
    expect(world.events.at(-1)).toMatchObject({ kind: "command", line });
  });

  it("uses people's names", async () => {
    const { max, ada, channel } = world;
    await max.slash(channel.id, "/imagine", `a portrait of <@${ada.user.id}> and <@U0NOBODY|bob>`).outcome;
    expect(world.events.at(-1)).toMatchObject({ line: "a portrait of @Ada and @bob" });
  });

  it.each([
    ["easel-admin audit", ""],
    ["easel-admin channel access", "--block "],
    ["easel-admin keys assign", "studio --to "],
    ["easel-admin people block", ""],
  ])("names people by their id, not by the name they chose: %s", async (command, before) => {
    const { ada, max, channel } = world;
    const words = `${command.replace("easel-admin ", "")} ${before}`.trim();
    await ada.slash(channel.id, "/easel-admin", `${words} <@${max.user.id}|everyone>`).outcome;
    expect(world.events.at(-1)).toMatchObject({ kind: "command", command, line: `${before}<@${max.user.id}>` });
  });

  it("reports its author's user groups, and whether it is in a direct message", async () => {
    const { max, ada, channel, slack } = world;
    await max.slash(channel.id, "/easel").outcome;
    expect(world.events.at(-1)).toMatchObject({ isDirect: false, actor: { roles: [makers] } });
    await ada.slash(slack.directWith(ada).id, "/easel").outcome;
    expect(world.events.at(-1)).toMatchObject({ isDirect: true, actor: { roles: [] } });
  });

  it("takes the rest of its name from the beginning of its text", async () => {
    await world.max.slash(world.channel.id, "/easel", "help  imagine").outcome;
    expect(world.events.at(-1)).toMatchObject({ command: "easel help", line: "imagine" });
    await world.max.slash(world.channel.id, "/easel", "").outcome;
    expect(world.events.at(-1)).toMatchObject({ command: "easel", line: "" });
    await world.max.slash(world.channel.id, "/easel", "hlep me").outcome;
    expect(world.events.at(-1)).toMatchObject({ command: "easel hlep", line: "me" });
  });

  it("can be bare, so that the core opens its form", async () => {
    await world.max.slash(world.channel.id, "/video").outcome;
    expect(world.events.at(-1)).toMatchObject({ command: "video", line: "", options: {} });
  });

  it("is answered with the exact invite command if Easel is not in the channel, and works afterwards", async () => {
    const { slack, max } = world;
    const closed = slack.addChannel({ name: "not-yet", members: [max.user.id] });
    const hidden = slack.addChannel({ name: "secret", kind: "group", members: [max.user.id] });
    const before = world.events.length;
    for (const { id } of [closed, hidden]) {
      await max.slash(id, "/imagine", "a fox").outcome;
      expect(lastWord(max.user.id)).toContain(`/invite @${slack.world.bot.name}`);
    }
    expect(world.events.length).toBe(before);
    closed.members.add(slack.world.bot.userId);
    await max.slash(closed.id, "/imagine", "a fox").outcome;
    expect(world.events.length).toBe(before + 1);
  });

  it("is answered with where else to ask if Easel can't join the conversation", async () => {
    const { slack, max } = world;
    const between = slack.addChannel({ name: "two of them", kind: "im", members: [max.user.id, world.ada.user.id] });
    await max.slash(between.id, "/imagine", "a fox").outcome;
    expect(lastWord(max.user.id)).toContain("Write to Easel directly");
  });

  it("does not check the channel if it makes nothing", async () => {
    const { slack, max } = world;
    const closed = slack.addChannel({ name: "only-reading", members: [max.user.id] });
    await max.slash(closed.id, "/jobs").outcome;
    expect(world.events.at(-1)).toMatchObject({ command: "jobs" });
  });

  it("is refused to people of another workspace, and recognises guests", async () => {
    const { slack, channel } = world;
    const stranger = slack.join({
      name: "eve",
      displayName: "Eve",
      teamId: "T0OTHER",
      isStranger: true,
      isAdmin: true,
    });
    const guest = slack.join({ name: "gus", displayName: "Gus", isGuest: true });
    const before = world.events.length;
    await stranger.slash(channel.id, "/imagine", "a fox").outcome;
    expect(lastWord(stranger.user.id)).toContain("its own workspace");
    expect(world.events.length).toBe(before);
    await guest.slash(channel.id, "/imagine", "a fox").outcome;
    expect(world.events.at(-1)).toMatchObject({ actor: { userId: guest.user.id, isGuest: true, isAdmin: false } });
  });

  it("reports that a person's rights are unknown if Slack doesn't describe them", async () => {
    const nia = world.slack.join({ name: "nia", displayName: "Nia", isAdmin: true });
    world.slack.fault("users.info", { kind: "http", status: 503 });
    await nia.slash(world.channel.id, "/imagine", "a fox").outcome;
    expect(world.events.at(-1)).toMatchObject({ actor: { displayName: "nia", isAdmin: false, rightsUnknown: true } });
    await nia.slash(world.channel.id, "/imagine", "a fox").outcome;
    expect(world.events.at(-1)).toMatchObject({ actor: { displayName: "Nia", isAdmin: true } });
    expect(world.events.at(-1)?.actor).not.toHaveProperty("rightsUnknown");
  });

  it("asks Slack about a person once, not each time", async () => {
    const { slack, max, channel } = world;
    const before = slack.calls("users.info").length;
    await max.slash(channel.id, "/jobs").outcome;
    await max.slash(channel.id, "/jobs").outcome;
    expect(slack.calls("users.info").length).toBe(before);
  });

  it("tells its author when nothing was accepted, because Slack does not send it again", async () => {
    world.handleWith(() => Promise.reject(new Error("the database is away")));
    const { acknowledged } = await world.max.slash(world.channel.id, "/imagine", "a fox").outcome;
    expect(acknowledged).toBe(true);
    expect(lastWord(world.max.user.id)).toContain("Nothing was sent or spent");
  });

  it("shows a private answer with its buttons to the person who asked", async () => {
    world.handleWith((_event, responder) =>
      responder.answer({
        text: "**Yours** `x`",
        buttons: [{ id: "cancel:1", label: "Cancel", style: "danger" }],
        footer: "small",
      }),
    );
    await world.max.slash(world.channel.id, "/jobs").outcome;
    const shown = world.slack.world.ephemerals.at(-1);
    expect(shown && world.slack.read(shown)).toBe("Yours x");
    expect(shown && world.slack.buttons(shown)).toEqual([{ id: "cancel:1", label: "Cancel" }]);
    expect(shown?.userId).toBe(world.max.user.id);
  });
});
