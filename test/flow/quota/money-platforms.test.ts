import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { en } from "../../../src/text/en/index.ts";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { modalOf } from "../../support/fake-discord/interactions.ts";
import { buttonsOf, type Acted, type Person } from "../../support/fake-discord/person.ts";
import { sentText } from "../../support/fake-discord/reading.ts";
import type { FakeMessage } from "../../support/fake-discord/world.ts";
import { buttonsOf as buttonsIn } from "../../support/fake-slack/reading.ts";
import type { Member } from "../../support/fake-slack/member.ts";
import { openPricedGateway, type PricedGateway } from "../../support/gateway/priced-gateway.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

const UNPRICED = "provider-b/pro-image-3";

let gateway: PricedGateway;

beforeAll(async () => {
  gateway = await openPricedGateway();
});
afterAll(() => gateway.close());

describe("quotas in money on Discord", () => {
  let here: DiscordEasel;
  let ada: Person;

  beforeAll(async () => {
    here = await startDiscordEasel({ environment: gateway.environment });
    ada = here.discord.as(here.ada, here.channel);
  });
  afterAll(() => here.stop());

  /** The private answer. */
  const answerTo = ({ interaction }: Acted): Promise<FakeMessage> =>
    here.discord.until("the answer", () =>
      [interaction.original, ...interaction.followUps].find(
        (message) =>
          message?.visibleTo === interaction.user.id && sentText(message) !== "" && message !== interaction.source,
      ),
    );
  const said = async (acted: Acted): Promise<string> => sentText(await answerTo(acted));
  const labels = (message: FakeMessage): string[] => buttonsOf(message).map(({ label }) => label);

  it("are set for a person by a command, which suggests the unit", async () => {
    const offered = ada.typing("easel-admin quota set", "unit", "mo");
    expect(JSON.stringify(await offered.answered)).toContain("money");
    const options = { amount: "0.10", unit: "EUR", span: "month", person: here.max.id };
    expect(await said(ada.command("easel-admin quota set", options))).toContain("Now: €0.10 a month for Max.");
  });

  it("are changed in a form, which says what is wrong with an amount", async () => {
    const form = ada.command("easel-admin quota grant");
    await form.answered;
    expect(modalOf(form.interaction).components.map(({ component }) => component)).toMatchObject([
      { custom_id: "amount", max_length: 16 },
    ]);
    const wrong = await answerTo(ada.submit(form, { amount: "0,0000001" }));
    expect(wrong.content).toContain(en.quotaAdmin.wrongMoney("0,0000001", "EUR"));
    const again = ada.command("easel-admin quota grant");
    await again.answered;
    expect(await said(ada.submit(again, { amount: "0.02" }))).toContain("€0.10 a month for Max (plus €0.02 for now)");
  });

  it("warn in the result, and refuse with what is left and whom to ask", async () => {
    here.person.command("imagine", { prompt: "three owls", count: 3 });
    const result = await here.result("three owls");
    expect(result.content).toContain("This request uses up the quota of €0.10 a month for you (plus €0.02 for now).");
    const refused = await answerTo(here.person.command("imagine", { prompt: "one more" }));
    expect(refused.content).toContain(
      "That needs €0.04, but the quota of €0.10 a month for you (plus €0.02 for now) is used up",
    );
    expect(refused.content).toContain(en.quota.usedUpAdvice);
    expect(labels(refused)).toEqual([en.confirm.askAdmin, en.result.changeRequest]);
    expect(await said(here.person.command("usage"))).toContain("nothing left of €0.10 a month for you");
  });

  it("refuse a model without a price, which can be changed in a form", async () => {
    const refused = await answerTo(here.person.command("imagine", { prompt: "a hen", model: UNPRICED }));
    expect(refused.content).toContain(`A quota here counts money in EUR a month for you, but Easel has no price for`);
    expect(labels(refused)).toEqual([en.result.changeRequest]);
  });
});

describe("quotas in money in Slack", () => {
  let here: SlackEasel;

  beforeAll(async () => {
    here = await startSlackEasel("http", gateway.environment);
  });
  afterAll(() => here.stop());

  /** The next private answer to this person. */
  async function answerTo(member: Member, command: string, line: string) {
    const { ephemerals } = here.slack.world;
    const before = ephemerals.length;
    await member.slash(here.channel.id, command, line).outcome;
    return here.see("the answer", () => ephemerals.slice(before).find(({ userId }) => userId === member.user.id));
  }
  const said = async (member: Member, command: string, line: string): Promise<string> =>
    here.slack.read(await answerTo(member, command, line));

  it("are set in the form for a new one, which says at the field what is wrong with an amount", async () => {
    await here.ada.slash(here.channel.id, "/easel-admin", "quota set").outcome;
    const view = await here.see("the form", () => here.ada.view());
    expect(JSON.stringify(view.view.blocks)).toContain("money in EUR");
    const filled = { unit: "money", span: "month", scope: "channel" };
    await here.ada.submit({ ...filled, amount: "1,000" }).outcome;
    expect(view.errors["amount"]).toContain("“1,000” is not an amount in EUR.");
    await here.ada.submit({ ...filled, amount: "0.10" }).outcome;
    expect(here.slack.read({ text: "", blocks: view.view.blocks })).toContain("Now: €0.10 a month for this channel.");
    view.isOpen = false;
  });

  it("warn in the result, and refuse with what is left and whom to ask", async () => {
    await here.max.slash(here.channel.id, "/imagine", "two owls --count 2").outcome;
    const result = await here.result("two owls");
    expect(here.slack.read(result)).toContain("€0.08 used of €0.10 a month for this channel.");
    const refused = await answerTo(here.max, "/imagine", "one more");
    expect(here.slack.read(refused)).toContain(
      "That needs €0.04, but the quota of €0.10 a month for this channel has only €0.02 left.",
    );
    expect(here.slack.read(refused)).toContain(en.quota.overAdvice);
    expect(buttonsIn(refused.blocks ?? []).map(({ label }) => label)).toEqual([
      en.confirm.askAdmin,
      en.result.changeRequest,
    ]);
    await here.max.slash(here.channel.id, "/usage", "").outcome;
    // An answer with the files replaces the first one.
    const usage = await here.see("the usage", () =>
      here.slack.privately(here.max.user.id).find((text) => text.includes("What you used")),
    );
    expect(usage).toContain("€0.02 left of €0.10 a month for this channel");
  });

  it("refuse a model without a price, which can be changed in a form", async () => {
    const refused = await answerTo(here.max, "/imagine", `a hen --model ${UNPRICED}`);
    expect(here.slack.read(refused)).toContain("A quota here counts money in EUR a month for this channel");
    expect(buttonsIn(refused.blocks ?? []).map(({ label }) => label)).toEqual([en.result.changeRequest]);
    expect(await said(here.ada, "/easel-admin", "quota show")).toContain("€0.02 left of €0.10");
  });
});
