import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import { SLACK_PERSON_MS } from "../../../src/platforms/slack/people/people.ts";
import { en } from "../../../src/text/en/index.ts";
import type { Member } from "../../support/fake-slack/member.ts";
import { addUserGroup, type FakeView } from "../../support/fake-slack/world.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

let here: SlackEasel;
let aheadMs = 0;
const clock: Clock = { ...systemClock, elapsed: () => systemClock.elapsed() + aheadMs };

beforeAll(async () => {
  here = await startSlackEasel("http", {}, { sandboxSpeed: 0, sandboxMedia: "tiny", clock });
  addUserGroup(here.slack.world, "makers", [here.max.user.id]);
});
afterAll(() => here.stop());

/** The next private answer to this person. */
async function answerTo(member: Member, line: string) {
  const { ephemerals } = here.slack.world;
  const before = ephemerals.length;
  await member.slash(here.channel.id, "/easel-admin", line).outcome;
  return here.see("the answer", () => ephemerals.slice(before).find(({ userId }) => userId === member.user.id));
}

/** Types a command that opens its form directly. Resolves with the form. */
async function open(member: Member, line: string): Promise<FakeView> {
  await member.slash(here.channel.id, "/easel-admin", line).outcome;
  return here.see("the form", () => member.view());
}

function elements(view: FakeView): unknown[] {
  return view.view.blocks.filter(({ type }) => type === "input").map((block) => block["element"]);
}

const saidIn = (view: FakeView): string => here.slack.read({ text: "", blocks: view.view.blocks });

describe("a command for a setting without options, in Slack", () => {
  it("opens one form with all settings and their current values", async () => {
    await answerTo(here.ada, "channel limits --max_seconds 9 --max_count 3");
    const view = await open(here.ada, "channel limits");
    expect(elements(view)).toMatchObject([
      { type: "plain_text_input", initial_value: "9" },
      { type: "plain_text_input", initial_value: "3" },
      { type: "plain_text_input" },
      { type: "plain_text_input" },
      { type: "plain_text_input" },
      { type: "plain_text_input" },
      { type: "plain_text_input" },
    ]);
    expect(JSON.stringify(view.view.blocks)).toContain(
      "If several limits apply, the strictest counts. Changes apply to new requests.",
    );
    view.isOpen = false;
  });

  it("stores what is changed in the form, and removes what is emptied", async () => {
    const view = await open(here.ada, "channel limits");
    await here.ada.submit({ max_seconds: "12", max_count: "" }).outcome;
    expect(saidIn(view)).toContain("Longest clip, in billed seconds: 9 s → 12 s");
    expect(saidIn(view)).toContain("Most pictures at once: 3 → no rule");
    view.isOpen = false;
    expect(here.slack.read(await answerTo(here.ada, "channel show"))).toContain("12 s");
  });

  it("shows problems at their fields", async () => {
    const view = await open(here.ada, "channel limits");
    await here.ada.submit({ max_count: "eleven" }).outcome;
    expect(view.isOpen).toBe(true);
    expect(view.errors["max_count"]).toContain("eleven");
    view.isOpen = false;
  });

  it("shows at its field that a time zone is unknown, or that a quota is for both a channel and a person", async () => {
    const settings = await open(here.ada, "workspace settings");
    await here.ada.submit({ time_zone: "Europe/Berlinn" }).outcome;
    expect(settings.errors["time_zone"]).toMatch(/^There is no time zone “Europe\/Berlinn”\. Did you mean [^-]*$/);
    settings.isOpen = false;
    const quota = await open(here.ada, "quota set");
    await here.ada.submit({ amount: "5", scope: "channel", person: here.max.user.id }).outcome;
    expect(quota.errors).toEqual({
      person: "Choose either a person here or something under “For whom”, not both.",
    });
    quota.isOpen = false;
  });

  it("lets admins choose several models, and keeps what was typed", async () => {
    await answerTo(here.ada, "channel models --allow provider-a/image-2,*-720p");
    const first = await open(here.ada, "channel models");
    const [menu] = elements(first);
    expect(menu).toMatchObject({
      type: "multi_static_select",
      initial_options: [{ value: "provider-a/image-2" }, { value: "*-720p" }],
    });
    expect(JSON.stringify(first.view.blocks)).toContain(
      "To use patterns, type: /easel-admin channel models --allow *-720p",
    );
    await here.ada.submit({ allow: "*-720p, provider-a/image-2" }).outcome;
    expect(saidIn(first)).toContain(en.problem.nothingChanged);
    first.isOpen = false;
    const second = await open(here.ada, "channel models");
    await here.ada.submit({ allow: "*-720p, provider-a/image-2.5-flare" }).outcome;
    expect(saidIn(second)).toMatch(/→ .*provider-a\/image-2.5-flare/);
    second.isOpen = false;
    const third = await open(here.ada, "channel models");
    await here.ada.submit({ allow: "" }).outcome;
    expect(saidIn(third)).toContain("→ no rule");
    third.isOpen = false;
  });

  it("names the group in the command that can be typed instead of its form", async () => {
    await answerTo(here.ada, "groups create designers");
    const view = await open(here.ada, "group models designers");
    expect(JSON.stringify(view.view.blocks)).toContain("/easel-admin group models designers --allow *-720p");
    view.isOpen = false;
  });

  it("is refused to members, even if they press an admin's button", async () => {
    expect(here.slack.read(await answerTo(here.max, "channel limits"))).toContain("for admins");
    const { ephemerals } = here.slack.world;
    const before = ephemerals.length;
    await here.max.press({ channel: here.channel.id, ts: "1.1" }, "set:easel-admin channel limits:limits").outcome;
    const refused = await here.see("the refusal", () => ephemerals.slice(before).at(-1));
    expect(here.slack.read(refused)).toContain("for admins");
    expect(here.max.view()).toBeUndefined();
  });
});

describe("a form that asks for a channel, in Slack", () => {
  it("has Slack's own list of channels, with the one that is set", async () => {
    const office = here.slack.addChannel({ name: "office" });
    const view = await open(here.ada, "workspace settings");
    expect(JSON.stringify(view.view.blocks), "without prices").not.toContain("budget");
    expect(elements(view)[1]).toMatchObject({ type: "conversations_select", action_id: "value" });
    expect(elements(view)[1]).not.toHaveProperty("initial_conversation");
    await here.ada.submit({ admin_channel: office.id }).outcome;
    expect(saidIn(view)).toContain("where the request was made, without notes → #office");
    view.isOpen = false;
    const again = await open(here.ada, "workspace settings");
    expect(elements(again)[1]).toMatchObject({ initial_conversation: office.id });
    const foreign = here.slack.addChannel({ name: "foreign" });
    foreign.members.delete(here.slack.world.bot.userId);
    await here.ada.submit({ admin_channel: foreign.id }).outcome;
    expect(again.errors["admin_channel"]).toMatch(/^#foreign can't be the admin channel yet: .*\/invite @/);
    await here.ada.submit({ admin_channel: "" }).outcome;
    expect(saidIn(again)).toContain("#office → where the request was made, without notes");
    again.isOpen = false;
  });
});

describe("the form that sets Easel up, in Slack", () => {
  it("leaves the admin channel unset if the admin chooses none", async () => {
    await here.ada.press({ channel: here.channel.id, ts: "1.1" }, "set:easel-admin setup:setup").outcome;
    const view = await here.see("the form", () => here.ada.view());
    const fields = elements(view);
    expect(fields[3]).toMatchObject({ type: "conversations_select" });
    expect(fields[3]).not.toHaveProperty("initial_conversation");
    expect(JSON.stringify(view.view.blocks)).toContain(en.setup.adminChannelSuggestion);
    await here.ada.submit({}).outcome;
    expect(saidIn(view)).toContain("Admins are asked where the request was made.");
    view.isOpen = false;
  });
});

describe("a form that asks for a person, in Slack", () => {
  it("has Slack's own list of people", async () => {
    const view = await open(here.ada, "people block");
    expect(elements(view)).toMatchObject([{ type: "users_select", action_id: "value" }]);
    await here.ada.submit({ person: here.max.user.id }).outcome;
    expect(saidIn(view)).toContain("Max is now blocked");
    view.isOpen = false;
    await answerTo(here.ada, `people unblock <@${here.max.user.id}>`);
  });

  it("has menus of people and of groups for who may use Easel, with those that are set", async () => {
    await answerTo(here.ada, `channel access --block <@${here.max.user.id}>,makers`);
    const view = await open(here.ada, "channel access");
    expect(elements(view).slice(0, 4)).toMatchObject([
      { type: "multi_users_select" },
      {
        type: "multi_static_select",
        options: [{ value: "designers" }, { value: "@makers", text: { text: "@makers" } }],
      },
      { type: "multi_users_select", initial_users: [here.max.user.id] },
      { type: "multi_static_select", initial_options: [{ value: "@makers" }] },
    ]);
    await here.ada.submit({ only_members: here.ada.user.id, block_others: "" }).outcome;
    expect(saidIn(view)).toContain("Only for: no rule → Ada");
    expect(saidIn(view)).toContain("Blocked: Max, @makers → Max");
    view.isOpen = false;
    await answerTo(here.ada, "channel access --only all --block none");
  });

  it("accepts the typed name of a user group, because Slack has no list of them", async () => {
    await answerTo(here.ada, "groups create designers");
    const view = await open(here.ada, "groups add");
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

describe("a former admin, in Slack", () => {
  it("may neither submit a form that was opened before, nor press a button", async () => {
    const nia = here.slack.join({ name: "nia", displayName: "Nia", isAdmin: true });
    const view = await open(nia, "channel limits");
    nia.user.isAdmin = false;
    // Permissions are cached for this long.
    aheadMs += SLACK_PERSON_MS;
    await nia.submit({ max_seconds: "29" }).outcome;
    expect(saidIn(view)).toContain("for admins");
    view.isOpen = false;
    const { ephemerals } = here.slack.world;
    const before = ephemerals.length;
    await nia.press({ channel: here.channel.id, ts: "1.1" }, "set:easel-admin channel limits:limits").outcome;
    const refused = await here.see("the refusal", () => ephemerals.slice(before).at(-1));
    expect(here.slack.read(refused)).toContain("for admins");
    expect(nia.view()).toBeUndefined();
    expect(here.slack.read(await answerTo(here.ada, "channel show"))).not.toContain("29 s");
  });
});
