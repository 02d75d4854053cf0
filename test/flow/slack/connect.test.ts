import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Form } from "../../../src/core/chat/form.ts";
import type { Member } from "../../support/fake-slack/member.ts";
import type { FakeChannel } from "../../support/fake-slack/world.ts";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";

const form: Form = {
  id: "command:imagine",
  title: "Make pictures",
  submit: "Make it",
  fields: [{ type: "text", name: "prompt", label: "Prompt", required: true }],
  typed: "Type it.",
};

describe.each(["socket", "http"] as const)("a channel that another company hosts, by %s", (mode) => {
  let world: SlackWorld;
  let channel: FakeChannel;
  let eve: Member;

  beforeAll(async () => {
    world = await startSlackWorld({ mode });
    channel = world.slack.addChannel({ name: "together", host: "T0HOST" });
    eve = world.slack.join({ name: "eve", displayName: "Eve", teamId: "T0HOST" });
  });
  afterAll(async () => {
    await world.stop();
  });

  const heard = (member: Member): string | undefined => world.slack.privately(member.user.id).at(-1);

  it("accepts requests of our own members, in our own workspace", async () => {
    const { max, slack } = world;
    const said = max.mention(channel.id, "a fox");
    expect((await said.outcome).acknowledged).toBe(true);
    const conversation = { platform: "slack", workspace: slack.world.team.id, channel: channel.id };
    expect(world.events.at(-1)).toMatchObject({ kind: "text", conversation, actor: { userId: max.user.id } });
    const count = world.events.length;
    await said.again();
    expect(world.events.length).toBe(count);
  });

  it("accepts requests of our own members even if Slack does not describe them", async () => {
    const { slack } = world;
    const nia = slack.join({ name: "nia" });
    slack.fault("users.info", { kind: "http", status: 503 });
    await nia.mention(channel.id, "a fox of nia's").outcome;
    expect(world.events.at(-1)).toMatchObject({ kind: "text", actor: { userId: nia.user.id } });
  });

  it("counts a member of another company workspace as ours if they are in ours too", async () => {
    const { slack } = world;
    const { id } = slack.world.team;
    const ours = slack.join({ name: "gil", teamId: "T0SISTER", enterpriseTeams: ["T0SISTER", id] });
    await ours.mention(channel.id, "a fox of gil's").outcome;
    expect(world.events.at(-1)).toMatchObject({ kind: "text", actor: { userId: ours.user.id } });
    const theirs = slack.join({ name: "gus", teamId: "T0SISTER", enterpriseTeams: ["T0SISTER"] });
    await theirs.mention(channel.id, "a fox of gus's").outcome;
    expect(heard(theirs)).toContain("its own workspace");
  });

  it("tells the other company's members that Easel is not for them: messages, presses and forms", async () => {
    const before = world.events.length;
    await eve.mention(channel.id, "a fox").outcome;
    expect(heard(eve)).toContain("its own workspace");
    world.slack.world.ephemerals.length = 0;
    expect((await eve.press({ channel: channel.id, ts: "1.000001" }, "again:x").outcome).acknowledged).toBe(true);
    await expect.poll(() => heard(eve)).toContain("its own workspace");
    expect(world.events.length).toBe(before);
  });

  it("opens no form for them", async () => {
    world.reformWith(async () => form);
    world.slack.world.ephemerals.length = 0;
    expect((await eve.press({ channel: channel.id, ts: "1.000001" }, form.id, "open_form").outcome).acknowledged).toBe(
      true,
    );
    await expect.poll(() => heard(eve)).toContain("its own workspace");
    expect(eve.view()).toBeUndefined();
  });

  it("does not report a message as lost if its author can't be told that Easel is not for them", async () => {
    const { slack } = world;
    slack.fault("chat.postEphemeral", { kind: "error", error: "user_not_in_channel" });
    slack.fault("conversations.open", { kind: "error", error: "cannot_dm_bot" });
    expect((await eve.mention(channel.id, "a fox again").outcome).acknowledged).toBe(true);
  });

  it("accepts a form that was opened there", async () => {
    const { max, slack } = world;
    world.handleWith(async (event, responder) => {
      if (event.kind === "command") await responder.openForm(form);
      else await responder.acknowledge();
    });
    await max.slash(channel.id, "/imagine").outcome;
    expect((await max.submit({ prompt: "a fox" }).outcome).acknowledged).toBe(true);
    const { id: workspace } = slack.world.team;
    expect(world.events.at(-1)).toMatchObject({ kind: "form", conversation: { workspace, channel: channel.id } });
  });
});
