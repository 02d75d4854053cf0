import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { leftOf, NoPriceError, OverQuotaError, type QuotaId } from "../../../src/core/account/quota/quota.ts";
import { decodeScope } from "../../../src/core/account/policy/scope.ts";
import type { NewBatch } from "../../../src/core/job/job-store.ts";
import type { Price } from "../../../src/core/request/prices.ts";
import { createQuotaStore } from "../../../src/db/accounts/quota-store.ts";
import { createQuotaWarningStore } from "../../../src/db/accounts/quota-warning-store.ts";
import { connectDatabase } from "../../../src/db/connection.ts";
import { createApprovalStore } from "../../../src/db/delivery/approval-store.ts";
import { batchViews } from "../../../src/db/jobs/batch-views.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import { reserveHeld } from "../../../src/db/jobs/reserve-held.ts";
import { DatabaseUnavailableError } from "../../../src/lib/errors.ts";
import { adminWarningText, warningLines } from "../../../src/text/render/quota-warnings.ts";
import { refund, setQuota, untilQuotasAreSet, usedOf, windows } from "../../support/database/quotas.ts";
import { CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const CHANNEL = "channel:console:main:general";
const CENTS = { currency: "EUR", digits: 2 } as const;
const MILLS = { currency: "EUR", digits: 3 } as const;
const EUROS = "money:EUR";
/** One euro in the quotas' unit. */
const EURO = 1_000_000;
const ADA = { accountId: undefined, name: "Ada", workspace: "console:main" } as const;
const MONTHLY: QuotaId = { scope: decodeScope("organisation"), unit: EUROS, span: "month" };

let stored: StoredJobs;
let account: string;

beforeEach(async () => {
  stored = await openStoredJobs();
  account = await stored.account("Max");
});

afterEach(() => stored.close());

const run = (text: ReturnType<typeof sql>) => stored.db.run((queries) => queries.execute(text));
const ask = (jobs: number, price?: Price, changes: Partial<NewBatch> = {}): Promise<string> =>
  stored.accept(account, jobs, randomUUID(), undefined, { sandbox: false, ...(price ? { price } : {}), ...changes });
const change = () => ({ organisationId: stored.organisationId, actor: ADA });
const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "accepted",
    (error: unknown) => error,
  );

describe("a quota in money", () => {
  it("reserves a request's price immediately, in all quotas that apply or in none", async () => {
    await setQuota(stored, { scope: "organisation", amount: 10 });
    await setQuota(stored, { scope: CHANNEL, amount: EURO, unit: EUROS, span: "month" });
    await setQuota(stored, { scope: `account:${account}`, amount: EURO / 2, unit: EUROS });
    await ask(2, { ...CENTS, amount: 20 });
    const error = await rejection(ask(3, { ...CENTS, amount: 30 }));
    expect(error).toBeInstanceOf(OverQuotaError);
    expect(error).toMatchObject({
      excess: [
        { scope: { kind: "account" }, unit: EUROS, span: "day", amount: EURO / 2, used: 400_000, asked: 900_000 },
        { scope: { kind: "channel" }, unit: EUROS, span: "month", amount: EURO, used: 400_000, asked: 900_000 },
      ],
    });
    expect((await windows(stored)).map(({ scope, unit, used, summed }) => [scope, unit, used, summed])).toEqual([
      [`account:${account}`, EUROS, 400_000, 400_000],
      [CHANNEL, EUROS, 400_000, 400_000],
      ["organisation", "images", 2, 2],
    ]);
  });

  it("adds prices in any smallest unit exactly", async () => {
    await setQuota(stored, { scope: "organisation", amount: 300_000, unit: EUROS });
    await ask(1, { ...CENTS, amount: 10 });
    await ask(1, { currency: "EUR", digits: 6, amount: 199_999 });
    expect(await rejection(ask(1, { ...MILLS, amount: 1 }))).toBeInstanceOf(OverQuotaError);
    await ask(1, { currency: "EUR", digits: 6, amount: 1 });
    expect(await usedOf(stored, "organisation")).toBe(300_000);
    await ask(1, { ...CENTS, amount: 0 });
  });

  it("is exceeded by none of a thousand simultaneous requests on several connections", async () => {
    await setQuota(stored, { scope: "organisation", amount: 10 * EURO, unit: EUROS });
    const pools = Array.from({ length: 3 }, () => connectDatabase(stored.url, pino({ level: "silent" })));
    // Each pool has its own connections, like another process.
    const stores = pools.map((db) => createJobStore(db, { changed() {}, freed() {}, time() {} }));
    const price = { ...CENTS, amount: 4 };
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, async (_, index) => {
        const key = randomUUID();
        for (;;) {
          try {
            return await stored.accept(account, 1, key, undefined, { price }, stores[index % stores.length]);
          } catch (error) {
            // On a busy machine the database may not answer in time.
            if (!(error instanceof DatabaseUnavailableError)) return error;
          }
        }
      }),
    );
    await Promise.all(pools.map((db) => db.close()));
    const refused = outcomes.filter((one) => typeof one !== "string");
    expect(refused).toHaveLength(750);
    expect(refused.every((error) => error instanceof OverQuotaError)).toBe(true);
    expect(await windows(stored)).toMatchObject([{ used: 10 * EURO, summed: 10 * EURO, warned: 100 }]);
  }, 60_000);

  it("gets money back once for jobs that fail or are never created, and keeps that of the others", async () => {
    await setQuota(stored, { scope: "organisation", amount: EURO, unit: EUROS });
    await stored.enterKey(5);
    const cancelled = await ask(2, { ...CENTS, amount: 30 });
    expect(await usedOf(stored, "organisation")).toBe(600_000);
    for (const job of await stored.store.jobsOf(cancelled)) await stored.apply(job, { type: "cancel_requested" });
    expect(await usedOf(stored, "organisation")).toBe(0);
    await ask(3, { ...CENTS, amount: 33 });
    const [failed, made, lost] = await stored.claimEverything();
    if (!failed || !made || !lost) throw new Error("not claimed");
    await stored.apply(failed, { type: "refused", failure: { reason: "gateway" } });
    await stored.apply(await stored.apply(made, CREATED), { type: "remote_completed", usage: undefined });
    const unknown = await stored.apply(lost, { type: "outcome_unknown" });
    await stored.apply(unknown, { type: "unknown_given_up", failure: { reason: "unknown_outcome" } });
    expect(await usedOf(stored, "organisation")).toBe(660_000);
    await Promise.all([refund(stored, lost.batchId), refund(stored, lost.batchId)]);
    expect(await windows(stored)).toMatchObject([{ used: 330_000, summed: 330_000 }]);
  });

  it("counts earlier spending in its own currency, and follows its changes", async () => {
    const quotas = createQuotaStore(stored.db);
    await ask(2, { ...CENTS, amount: 30 });
    await ask(1, { currency: "USD", digits: 2, amount: 90 });
    await ask(1);
    expect(await quotas.set(change(), MONTHLY, EURO)).toMatchObject({ before: undefined, after: { used: 600_000 } });
    expect(await quotas.grant(change(), MONTHLY, 250_000)).toMatchObject({ after: { granted: 250_000, amount: EURO } });
    const { after } = await quotas.set(change(), MONTHLY, 500_000);
    expect([after.used, leftOf(after)]).toEqual([600_000, 150_000]);
    expect(await quotas.state(stored.organisationId)).toEqual([after]);
    expect(await quotas.clear(change(), MONTHLY)).toEqual(after);
    expect(await windows(stored)).toEqual([]);
    const acts = await run(sql`select action, after from audit where action like 'quota.%' order by id`);
    expect(acts[0]).toEqual({
      action: "quota.set",
      after: { unit: EUROS, span: "month", amount: EURO, granted: 0 },
    });
    expect(acts.map(({ action }) => action)).toEqual(["quota.set", "quota.granted", "quota.set", "quota.cleared"]);
  });

  it("counts requests that arrive while it is being set", async () => {
    const quotas = createQuotaStore(stored.db);
    const price = { ...CENTS, amount: 10 };
    const asking = Array.from({ length: 20 }, () => rejection(untilQuotasAreSet(() => ask(1, price))));
    const setting = [300_000, 400_000, 500_000].map((amount) => quotas.set(change(), MONTHLY, amount));
    const outcomes = await Promise.all(asking);
    await Promise.all(setting);
    const taken = outcomes.filter((one) => one === "accepted").length * 100_000;
    expect(await windows(stored)).toMatchObject([{ used: taken, summed: taken }]);
  });
});

describe("a request without a price under a quota in money", () => {
  it.each<[string, Price | undefined]>([
    ["no prices are set", undefined],
    ["its model has none", { ...CENTS, amount: undefined }],
    ["its price is in another currency", { currency: "USD", digits: 2, amount: 1 }],
  ])("is refused, whatever is left, if %s", async (_why, price) => {
    await setQuota(stored, { scope: CHANNEL, amount: EURO, unit: EUROS });
    await setQuota(stored, { scope: "organisation", amount: 9 });
    const error = await rejection(ask(1, price));
    expect(error).toBeInstanceOf(NoPriceError);
    expect(error).toMatchObject({ quotas: [{ scope: decodeScope(CHANNEL), unit: EUROS, span: "day" }] });
    expect(await usedOf(stored, "organisation")).toBe(0);
    const elsewhere = ["organisation", "channel:console:main:other"];
    expect(await ask(1, price, { scopes: elsewhere })).not.toBe("");
  });

  it("is accepted from the sandbox, which costs nothing", async () => {
    await setQuota(stored, { scope: "organisation", amount: 0, unit: EUROS });
    const batchId = await ask(2, undefined, { sandbox: true });
    for (const job of await stored.store.jobsOf(batchId)) await stored.apply(job, { type: "cancel_requested" });
    expect(await windows(stored)).toMatchObject([{ used: 0, summed: 0 }]);
  });
});

describe("a held request over a quota in money", () => {
  const held = { held: { reasons: ["quota"] } } as const;

  it("says how much is missing, and reserves it with the grant of its approval", async () => {
    await setQuota(stored, { scope: "organisation", amount: EURO, unit: EUROS, span: "month" });
    await setQuota(stored, { scope: "organisation", amount: 5 });
    const batchId = await ask(2, { ...CENTS, amount: 70 }, held);
    expect(await windows(stored)).toMatchObject([{ used: 0 }, { used: 0 }]);
    const grounds = await createApprovalStore(stored.db).grounds(stored.organisationId, batchId);
    expect(grounds.short).toMatchObject([{ unit: EUROS, amount: EURO, used: 0, asked: 1_400_000 }]);
    const grants = await stored.db.transaction((queries) => reserveHeld(queries, batchId));
    expect(grants).toMatchObject([{ scope: "organisation", unit: EUROS, span: "month", before: 0, after: 400_000 }]);
    expect(await stored.db.transaction((queries) => reserveHeld(queries, batchId))).toEqual([]);
    expect(await windows(stored)).toMatchObject([
      { unit: "images", used: 2, summed: 2 },
      { unit: EUROS, used: 1_400_000, summed: 1_400_000, granted: 400_000 },
    ]);
  });

  it("without a price is made if an admin approves it, and counts as nothing", async () => {
    const batchId = await ask(2, undefined, held);
    await setQuota(stored, { scope: "organisation", amount: 0, unit: EUROS });
    expect(await stored.db.transaction((queries) => reserveHeld(queries, batchId))).toEqual([]);
    expect(await windows(stored)).toMatchObject([{ used: 0, summed: 0 }]);
  });
});

it("warns its member and admins in money, once each", async () => {
  await run(sql`update workspaces set admin_channel = 'console:main:admins'`);
  await createQuotaStore(stored.db).set(change(), MONTHLY, 20 * EURO);
  const price = { ...CENTS, amount: 400 };
  await ask(3, price);
  const [eighty, full] = [await ask(1, price), await ask(1, price)];
  const views = await stored.db.run((queries) => batchViews(queries, [eighty, full]));
  const lines = views.map((view) => warningLines(view?.warnings ?? [], "en").join());
  expect(lines[0]).toMatch(/^€16\.00 used of €20\.00 a month for the organisation\. It resets on /);
  expect(lines[1]).toMatch(/the quota of €20\.00 a month for the organisation( is used up)?\. It resets on /i);
  // Processes of an older version, which don't know money, also read these.
  expect(await run(sql`select unit from quotas union all select unit from quota_warnings`)).toHaveLength(0);
  const store = createQuotaWarningStore(stored.db);
  await Promise.all([store.warnAdmins(adminWarningText), store.warnAdmins(adminWarningText)]);
  await store.warnAdmins(adminWarningText);
  const notes = await run(sql`select text from admin_notes order by text`);
  expect(notes.map(({ text }) => String(text).slice(0, 25))).toEqual([
    "The quota of €20.00 a mon",
    "€16.00 used of €20.00 a m",
  ]);
});
