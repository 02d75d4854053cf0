import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { viewTexts } from "../../../src/core/chat/message.ts";
import { en } from "../../../src/text/en/index.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { changed, filledIn, opened } from "../../support/console/settings.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { openPricedGateway, type PricedGateway } from "../../support/gateway/priced-gateway.ts";

const UNPRICED = "provider-b/pro-image-3";
const MIDNIGHT = /It resets on \d{1,2} \w+ 20\d\d at 00:00 \(UTC\)\./;

let gateway: PricedGateway;
let easel: TestEasel;
let ada: ConsoleClient;

beforeAll(async () => {
  gateway = await openPricedGateway();
  easel = await startTestEasel(gateway.environment);
  ada = createConsoleClient(easel.url, "admin");
});
afterAll(async () => {
  await ada.close();
  await easel.stop();
  await gateway.close();
});

const admin = async (line: string): Promise<string> => (await ada.answerTo(`/easel-admin ${line}`)).text;
const member = async (line: string): Promise<string> => viewTexts(await easel.console.answerTo(line));

async function made(prompt: string, options = ""): Promise<MessageView> {
  await easel.console.say(`/imagine ${prompt} ${options}`);
  return easel.console.see("the result", (all) =>
    all.find(({ files }) => files.some(({ description }) => description === prompt)),
  );
}

describe("quotas in money at the Console", () => {
  it("are set in the form for a new one, in the currency of the prices", async () => {
    const form = await opened(ada, "/easel-admin quota set");
    const unit = form.fields.find(({ name }) => name === "unit");
    expect(unit).toMatchObject({ choices: expect.arrayContaining([{ value: "money", label: "money in EUR" }]) });
    const told = await filledIn(ada, "/easel-admin quota set", {
      amount: "0.2",
      unit: "money",
      span: "month",
      scope: "channel",
    });
    expect(told).toContain("Before: none. Now: €0.20 a month for this channel.");
    expect(told).toContain("Used: nothing. Left: €0.20");
  });

  it("warn, count what was made, and refuse what would exceed them", async () => {
    const eighty = await made("four cats", "--count 4");
    expect(eighty.text).toContain("€0.16 used of €0.20 a month for this channel. It resets on");
    const usage = await member("/usage");
    expect(usage).toContain("€0.04 left of €0.20 a month for this channel; it resets on");
    expect(await member("/easel limits")).toContain("€0.04 left of €0.20 a month for this channel");
    const refused = await member("/imagine two more --count 2");
    expect(refused).toContain("That needs €0.08, but the quota of €0.20 a month for this channel has only €0.04 left.");
    expect(refused).toMatch(MIDNIGHT);
    expect(refused).toContain(en.quota.overAdvice);
    expect(await admin("quota show")).toContain("€0.16 of €0.20 used · €0.04 left of €0.20 a month for this channel");
  });

  it("refuse a model without a price, and say what to do", async () => {
    const refused = await easel.console.answerTo(`/imagine a hen --model ${UNPRICED}`);
    expect(refused.text).toBe(
      [
        `A quota here counts money in EUR a month for this channel, but Easel has no price for \`${UNPRICED}\` in that currency.`,
        en.quota.noPriceAdvice,
      ].join("\n"),
    );
    const chinese = await easel.console.answerTo(`/imagine a hen --model ${UNPRICED}`, { locale: "zh-CN" });
    expect(chinese.text).toContain(`这里的配额限制此频道每月的金额（EUR），但 \`${UNPRICED}\` 没有该货币的价格。`);
  });

  it("show the cost of a request that is being written", async () => {
    const costOf = async (line: string): Promise<string> => {
      const asked = { kind: "line", line };
      const body = JSON.stringify({ as: "member", locale: "en", channel: "general", asked, files: [] });
      const headers = { "content-type": "application/json" };
      return (await fetch(new URL("/api/costs", easel.url), { method: "POST", headers, body })).text();
    };
    expect(await costOf("/imagine a fox")).toContain("€0.04 left of €0.20 a month for this channel");
    expect(await costOf("/imagine foxes --count 2")).toContain(
      "That needs €0.08, but the quota of €0.20 a month for this channel has only €0.04 left",
    );
    expect(await costOf(`/imagine a fox --model ${UNPRICED}`)).toContain("Easel has no price for");
  });

  it("ask an admin, and say what approving grants", async () => {
    const asked = await easel.console.answerTo("/imagine three owls --count 3");
    await easel.console.press(asked, en.confirm.askAdmin);
    const question = await ada.see("the question", (all) =>
      all.find((message) => viewTexts(message).includes("three owls") && message.buttons.length > 0),
    );
    expect(viewTexts(question)).toContain("Approving it grants an extra €0.08.");
    await ada.press(question, en.approval.approve);
    await easel.console.see("the result", (all) =>
      all.find(({ files }) => files.some(({ description }) => description === "three owls")),
    );
    expect(await admin("quota show")).toContain("€0.20 a month for this channel (plus €0.08 for now)");
  });

  it("are changed, granted and cleared, which the audit records", async () => {
    const which = "For this channel: money in EUR a month";
    const shown = await ada.answerTo("/easel-admin quota set");
    const { form } = await ada.press(shown, which);
    expect(form?.fields).toMatchObject([{ name: "amount", label: "Amount in EUR", value: "0.2" }]);
    const told = await changed(ada, "/easel-admin quota set", which, { amount: "12.5" });
    expect(told).toContain("Now: €12.50 a month for this channel (plus €0.08 for now).");
    expect(await admin("quota grant --unit eur --span month --scope channel --amount 0.015")).toContain(
      "(plus €0.095 for now)",
    );
    expect(await admin("quota clear --unit money --span month --scope channel")).toBe(
      "Removed: €12.50 a month for this channel (plus €0.095 for now).",
    );
    const audit = await admin("audit");
    expect(audit).toContain("removed the quota of money in EUR a month for");
    expect(audit).toContain("€0.20 → €12.50");
  });

  it.each([
    ["--unit money --amount 1,000", en.quotaAdmin.wrongMoney("1,000", "EUR")],
    ["--unit EUR --amount 0.0000001", en.quotaAdmin.wrongMoney("0.0000001", "EUR")],
    ["--unit USD --amount 5", en.quotaAdmin.otherCurrency("USD", "EUR")],
    ["--unit EUR", "`amount` is missing"],
    ["--unit euros --amount 5", "`unit` can't be “euros”. Allowed: pictures, seconds, money"],
  ])("can't be set with %s", async (options, answer) => {
    expect(await admin(`quota set ${options}`)).toContain(answer);
    expect(await admin("quota show")).toBe(en.quotaAdmin.none);
  });

  it("without prices in their currency refuse everything, are reported by the doctor, and can be removed", async () => {
    expect(await admin("doctor")).not.toContain("in money");
    await admin("quota set --unit EUR --amount 5 --scope organisation");
    const sql = postgres(easel.databaseUrl, { max: 1 });
    await sql`update money_quotas set unit = 'money:USD'`;
    await sql.end();
    expect(await member("/imagine a fox")).toContain("money in USD a day for the organisation");
    expect(await admin("doctor")).toContain("One quota in money refuses everything, because the prices are in EUR.");
    expect(await admin("quota clear --unit USD --scope organisation")).toContain("Removed: US$5.00 a day");
    expect(await admin("doctor")).not.toContain("in money");
  });

  it("are in the limited member's export", async () => {
    await admin("quota set --unit EUR --amount 12.5 --span month --person Max");
    const { files } = await easel.console.answerTo("/easel export");
    const kept = await (await fetch(new URL(files[0]?.url ?? "", easel.url))).json();
    expect(kept).toMatchObject({ profile: { quotas: [{ unit: "money:EUR", span: "month", amount: 12.5 }] } });
  });
});
