import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buttonsOf } from "../../support/fake-slack/blocks.ts";
import type { Member } from "../../support/fake-slack/member.ts";
import { addUserGroup, type FakeView } from "../../support/fake-slack/world.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

let here: SlackEasel;

beforeAll(async () => {
  here = await startSlackEasel("http", {}, { sandboxSpeed: 0, sandboxMedia: "tiny" });
  addUserGroup(here.slack.world, "makers", [here.max.user.id]);
});
afterAll(() => here.stop());

/** What only this person is told next. */
async function answerTo(member: Member, line: string) {
  const { ephemerals } = here.slack.world;
  const before = ephemerals.length;
  await member.slash(here.channel.id, "/easel-admin", line).outcome;
  return here.see("the answer", () => ephemerals.slice(before).find(({ userId }) => userId === member.user.id));
}

/** Presses a button of a private answer; resolves with the form that opens. */
async function open(member: Member, line: string, label: string): Promise<FakeView> {
  const answer = await answerTo(member, line);
  const button = buttonsOf(answer.blocks).find((one) => one.label === label);
  if (!button) throw new Error(`there is no ${label}`);
  await member.press({ channel: here.channel.id, ts: "1.1" }, button.id, button.actionId).outcome;
  return here.see("the form", () => member.view());
}

function elements(view: FakeView): unknown[] {
  return view.view.blocks.map((block) => block["element"]);
}

const saidIn = (view: FakeView): string => here.slack.read({ text: "", blocks: view.view.blocks });

describe("a command for a setting without options, in Slack", () => {
  it("shows what is set, with a form for it", async () => {
    await answerTo(here.ada, "channel limits --max_seconds 9 --max_count 3");
    const answer = await answerTo(here.ada, "channel limits");
    expect(here.slack.read(answer)).toContain("• Longest clip, in billed seconds: 9 s");
    const view = await open(here.ada, "channel limits", "Change limits");
    expect(elements(view)).toMatchObject([
      { type: "plain_text_input", initial_value: "9" },
      { type: "plain_text_input", initial_value: "3" },
      { type: "plain_text_input" },
      { type: "plain_text_input" },
    ]);
    view.isOpen = false;
  });

  it("stores what is changed in the form, and removes what is emptied", async () => {
    const view = await open(here.ada, "channel limits", "Change limits");
    await here.ada.submit({ max_seconds: "12", max_count: "" }).outcome;
    expect(saidIn(view)).toContain("Longest clip, in billed seconds: 9 s → 12 s");
    expect(saidIn(view)).toContain("Most pictures at once: 3 → no rule");
    view.isOpen = false;
    expect(here.slack.read(await answerTo(here.ada, "channel show"))).toContain("12 s");
  });

  it("shows problems at their fields", async () => {
    const view = await open(here.ada, "channel limits", "Change limits");
    await here.ada.submit({ max_count: "eleven" }).outcome;
    expect(view.isOpen).toBe(true);
    expect(view.errors["max_count"]).toContain("eleven");
    view.isOpen = false;
  });

  it("is refused to members, including a former admin's press and form", async () => {
    expect(here.slack.read(await answerTo(here.max, "channel limits"))).toContain("for admins");
    const { ephemerals } = here.slack.world;
    const before = ephemerals.length;
    await here.max.press({ channel: here.channel.id, ts: "1.1" }, "set:easel-admin channel limits:limits").outcome;
    const refused = await here.see("the refusal", () => ephemerals.slice(before).at(-1));
    expect(here.slack.read(refused)).toContain("for admins");
    expect(here.max.view()).toBeUndefined();
  });
});

describe("a form that asks for a person, in Slack", () => {
  it("has Slack's own list of people", async () => {
    const view = await open(here.ada, "people block", "Block someone");
    expect(elements(view)).toMatchObject([{ type: "users_select", action_id: "value" }]);
    await here.ada.submit({ person: here.max.user.id }).outcome;
    expect(saidIn(view)).toContain("Max is now blocked");
    view.isOpen = false;
    await answerTo(here.ada, `people unblock <@${here.max.user.id}>`);
  });

  it("accepts the typed name of a user group, because Slack has no list of them", async () => {
    await answerTo(here.ada, "groups create designers");
    const view = await open(here.ada, "groups add", "Add someone");
    expect(elements(view)).toMatchObject([
      { type: "static_select" },
      { type: "users_select" },
      { type: "plain_text_input" },
    ]);
    await here.ada.submit({ group: "designers", role: "makers" }).outcome;
    expect(saidIn(view)).toContain("@makers is now in “designers”");
    view.isOpen = false;
  });
});
