import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createBudgetAlerts } from "../../../src/worker/background/warn-about-budgets.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import type { Price } from "../../../src/core/request/prices.ts";
import { createBudgetStore } from "../../../src/db/money/budget-store.ts";
import { createUsageStore } from "../../../src/db/usage/usage-store.ts";
import { reserveHeld } from "../../../src/db/jobs/reserve-held.ts";
import { viewTexts } from "../../../src/core/chat/message.ts";
import { opened } from "../../support/console/settings.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { wrongSums } from "../../support/database/quotas.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";
import { openFleet, type Fleet } from "../../support/fault/fleet.ts";

const CENTS = { currency: "EUR", digits: 2 } as const;
const WORKSPACE = "console:main";

describe("the price of a request", () => {
  let stored: StoredJobs;
  let account: string;

  beforeEach(async () => {
    stored = await openStoredJobs();
    account = await stored.account("Max");
  });

  afterEach(() => stored.close());

  const ask = (jobs: number, price?: Price, held = false): Promise<string> =>
    stored.accept(account, jobs, randomUUID(), undefined, {
      ...(price ? { price } : {}),
      ...(held ? { held: { reasons: ["quota"] } } : {}),
    });
  const spent = async () => {
    const usage = createUsageStore(stored.db);
    const { organisationId } = stored;
    const [share] = await usage.shares(organisationId, WORKSPACE, "month", "model");
    const [day] = await usage.days(organisationId, WORKSPACE, "month", 10);
    const own = await usage.ownSpent(organisationId, account, WORKSPACE);
    return { share: share?.spent, day: day?.spent, jobs: day?.jobs, own: own.get("day") };
  };

  it("stays with the request when prices change, and a missing price is never counted as 0", async () => {
    await ask(2, { ...CENTS, amount: 4 });
    await ask(1, { ...CENTS, amount: 5 });
    await ask(3, { ...CENTS, amount: undefined });
    await ask(1);
    const euros = { money: [{ ...CENTS, amount: 13 }], unpriced: 4 };
    expect(await spent()).toEqual({ share: euros, day: euros, jobs: 7, own: euros });
    expect(await wrongSums(stored)).toEqual([]);
    const rows = await stored.db.run((queries) =>
      queries.execute(sql`select price, currency from ledger order by at, price`),
    );
    expect(rows).toHaveLength(7);
  });

  it("is free only if the operator says so", async () => {
    await ask(1, { ...CENTS, amount: 0 });
    const free = { money: [{ ...CENTS, amount: 0 }], unpriced: 0 };
    expect(await spent()).toEqual({ share: free, day: free, jobs: 1, own: free });
  });

  it("is absent if there are no prices", async () => {
    await ask(1);
    expect(await spent()).toEqual({ share: undefined, day: undefined, jobs: 1, own: undefined });
  });

  it("is returned with released jobs, in its own currency", async () => {
    await ask(1, { ...CENTS, amount: 4 });
    const dollars = { currency: "USD", digits: 4 } as const;
    const cancelled = await ask(2, { ...dollars, amount: 123 });
    const kept = await ask(1, { ...dollars, amount: 1 });
    for (const job of await stored.store.jobsOf(cancelled)) await stored.apply(job, { type: "cancel_requested" });
    const both = {
      money: [
        { ...CENTS, amount: 4 },
        { ...dollars, amount: 1 },
      ],
      unpriced: 0,
    };
    expect(await spent()).toEqual({ share: both, day: both, jobs: 2, own: both });
    const batch = await stored.store.batch(kept);
    expect(batch?.price).toEqual({ ...dollars, amount: 1 });
    expect(await wrongSums(stored)).toEqual([]);
  });

  it("of a held request counts once an admin approves it, as it was at acceptance", async () => {
    const held = await ask(2, { ...CENTS, amount: 7 }, true);
    expect((await spent()).share).toBeUndefined();
    await stored.db.transaction((queries) => reserveHeld(queries, held));
    expect((await spent()).share).toEqual({ money: [{ ...CENTS, amount: 14 }], unpriced: 0 });
    expect(await wrongSums(stored)).toEqual([]);
  });
});

describe("a workspace's budget", () => {
  let stored: StoredJobs;
  let account: string;

  beforeEach(async () => {
    stored = await openStoredJobs();
    account = await stored.account("Max");
    await run(
      sql`update workspaces set admin_channel = 'console:main:general', budget = 100, budget_currency = 'EUR:2'`,
    );
  });

  afterEach(() => stored.close());

  const run = (text: ReturnType<typeof sql>) => stored.db.run((queries) => queries.execute(text));
  const spend = (amount: number) => stored.accept(account, 1, randomUUID(), undefined, { price: { ...CENTS, amount } });
  /** Runs a new process, as after a restart. Resolves with all notes so far. */
  const notes = async (): Promise<string[]> => {
    const silent = pino({ level: "silent" });
    const alerts = createBudgetAlerts({
      store: createBudgetStore(stored.db),
      textOf: ({ spent }, level) => `${level} ${spent.money[0]?.amount} ${spent.unpriced}`,
      clock: systemClock,
      log: silent,
    });
    await Promise.all([alerts.warnAll(new AbortController().signal), alerts.warnAll(new AbortController().signal)]);
    return (await run(sql`select text from admin_notes order by id`)).map(({ text }) => String(text));
  };

  it("is reported at 80 and at 100 per cent, once each, across restarts", async () => {
    await spend(79);
    expect(await notes()).toEqual([]);
    await spend(1);
    await stored.accept(account, 1);
    expect(await notes()).toEqual(["80 80 1"]);
    await spend(5);
    expect(await notes()).toEqual(["80 80 1"]);
    const last = await spend(15);
    expect(await notes()).toEqual(["80 80 1", "100 100 1"]);
    await spend(50);
    for (const job of await stored.store.jobsOf(last)) await stored.apply(job, { type: "cancel_requested" });
    expect(await notes()).toHaveLength(2);
  });

  it("that is spent in one go is reported once, and a changed amount counts as a new budget", async () => {
    await spend(100);
    expect(await notes()).toEqual(["100 100 0"]);
    await run(sql`update workspaces set budget = 120`);
    expect(await notes()).toEqual(["100 100 0", "80 100 0"]);
    await run(sql`update workspaces set budget = null`);
    await spend(100);
    expect(await notes()).toHaveLength(2);
  });

  it("counts this month in its own channels only", async () => {
    await spend(100);
    await run(sql`update usage_sums set channel = 'console:mains:general'`);
    expect(await notes()).toEqual([]);
    await run(sql`update usage_sums set channel = 'console:main:general', starts_at = starts_at - interval '32 days'`);
    expect(await notes()).toEqual([]);
  });
});

describe("with the operator's prices", () => {
  let fleet: Fleet;
  let url: string;
  let ada: ConsoleClient;
  let max: ConsoleClient;

  beforeAll(async () => {
    const models = { "provider-a/image-2": { picture: 4 } };
    fleet = await openFleet({ PRICES: JSON.stringify({ currency: "EUR", models }) });
    const { ready } = await fleet.start("all");
    url = ready.url ?? "";
    ada = createConsoleClient(url, "admin");
    max = createConsoleClient(url);
  });

  afterAll(async () => {
    await ada.close();
    await max.close();
    await fleet.close();
  });

  it("results, usage and its table state what was spent, and which prices are unknown", async () => {
    const footerOf = (prompt: string): Promise<string> =>
      max.see("the result", (messages) => messages.find(({ files }) => files[0]?.description === prompt)?.footer);
    await max.say("/imagine a fox --count 2");
    expect(await footerOf("a fox")).toContain("charged: 2 pictures (€0.08)");
    await max.say("/imagine a hen --model provider-b/pro-image-3");
    expect(await footerOf("a hen")).toContain("charged: 1 picture (price unknown)");

    const some = "3 pictures (€0.08, and 1 without a known price)";
    expect(viewTexts(await max.answerTo("/usage"))).toContain(`Today: ${some}`);
    const usage = await ada.answerTo("/easel-admin usage --by model --span day");
    expect(usage.text).toContain("• **provider-a/image-2** · 2 pictures (€0.08)");
    expect(usage.text).toContain("• **provider-b/pro-image-3** · 1 picture (price unknown)");
    expect(usage.text).toContain(`Total: ${some}`);
    const file = usage.files.find(({ mimeType }) => mimeType === "text/csv");
    const table = await (await fetch(new URL(file?.url ?? "", url))).text();
    const [header, ...rows] = table.replace("\uFEFF", "").trim().split("\r\n");
    expect(header).toBe("day,member,account,channel,model,jobs,images,seconds,cost,currency,jobs_without_price");
    expect(rows.map((row) => row.split(",").slice(4).join())).toEqual([
      "provider-a/image-2,2,2,0,0.08,EUR,0",
      "provider-b/pro-image-3,1,1,0,,,1",
    ]);
  });

  it("a month's report is posted with its chart and its table", async () => {
    const [startsAt, endsAt] = [Date.now() - 86_400_000, Date.now() + 86_400_000].map((at) =>
      new Date(at).toISOString(),
    );
    const report = { workspace: "console:main", startsAt, endsAt, timeZone: "UTC", locale: "en" };
    await fleet.sql`
      insert into admin_notes (organisation_id, conversation, platform, subject, text, report)
      select id, 'console:main:general', 'console', 'report', 'The month is over.', ${fleet.sql.json(report)} from organisations`;
    const posted = await ada.see("the report", (messages) =>
      messages.find(({ text }) => text.includes("The month is over.")),
    );
    expect(posted.files.map(({ name }) => name)).toEqual(["usage-month.png", "usage-month.csv"]);
    const table = await (await fetch(new URL(posted.files[1]?.url ?? "", url))).text();
    expect(table).toContain("private,provider-a/image-2,2,2,0,0.08,EUR,0");
  });

  it("admins set a budget in that currency, and remove it", async () => {
    const set = (given: string): Promise<string> =>
      ada.answerTo(`/easel-admin workspace settings --budget ${given}`).then(({ text }) => text);
    expect(await set("many")).toContain("“many” is not an amount of EUR with at most 2 decimal places");
    expect(await set("99.5")).toContain("Monthly budget: none → €99.50");
    const form = await opened(ada, "/easel-admin workspace settings");
    expect(JSON.stringify(form)).toContain("of the budget are spent");
    expect(form.fields).toContainEqual(expect.objectContaining({ name: "budget", value: "99.50" }));
    expect((await ada.answerTo("/easel-admin audit")).text).toContain("Monthly budget: none → €99.50");
    expect(await set("none")).toContain("Monthly budget: €99.50 → none");
  });

  it("a question to admins says what the request costs", async () => {
    await ada.answerTo("/easel-admin channel limits --approve_count 1");
    await max.say("/imagine three foxes --count 3");
    const question = await ada.see("the question", (messages) =>
      messages.find(({ text }) => text.includes("asks for")),
    );
    expect(viewTexts(question)).toContain("Price: €0.12");
  });

  it("admins are asked about requests that cost more than their limit", async () => {
    const set = (options: string): Promise<string> =>
      ada.answerTo(`/easel-admin channel limits ${options}`).then(({ text }) => text);
    expect(await set("--approve_money lots")).toContain("“lots” is not an amount of EUR");
    expect(await set("--clear approve_count --approve_money 0.10")).toContain(
      "An admin approves what costs more than: no rule → 0.10 EUR",
    );
    expect((await max.answerTo("/easel limits")).text).toContain("An admin approves what costs more than: 0.10 EUR");
    await max.say("/imagine three dear foxes --count 3");
    const question = await ada.see("the question", (messages) =>
      messages.find(({ text }) => text.includes("“three dear foxes”") && text.includes("asks for")),
    );
    expect(viewTexts(question)).toContain(
      "Requests that cost more than €0.10, or whose price is unknown, need an admin's approval",
    );
    expect(await set("--clear approve_money")).toContain("0.10 EUR → no rule");
  });
});
