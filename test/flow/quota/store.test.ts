import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OverQuotaError, leftOf, type QuotaId } from "../../../src/core/account/quota/quota.ts";
import { ORGANISATION_SCOPE } from "../../../src/core/account/policy/scope.ts";
import { channelMention } from "../../../src/core/chat/message.ts";
import { batchViews } from "../../../src/db/jobs/batch-views.ts";
import { createQuotaWarningStore } from "../../../src/db/accounts/quota-warning-store.ts";
import { createQuotaStore, applyTimeZone } from "../../../src/db/accounts/quota-store.ts";
import { createUsageStore } from "../../../src/db/usage/usage-store.ts";
import type { UsageBy } from "../../../src/core/account/quota/usage.ts";
import type { NewBatch } from "../../../src/core/job/job-store.ts";
import { DAY_MS } from "../../../src/lib/limits.ts";
import { adminWarningText, warningLines } from "../../../src/text/render/quota-warnings.ts";
import { entriesOf, untilQuotasAreSet, windows, wrongSums } from "../../support/database/quotas.ts";
import { BASE_URLS, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const ADA = { accountId: undefined, name: "Ada", workspace: "console:main" } as const;
const DAILY: QuotaId = { scope: ORGANISATION_SCOPE, unit: "images", span: "day" };

let stored: StoredJobs;
let quotas: ReturnType<typeof createQuotaStore>;
let account: string;
let change: { organisationId: string; actor: typeof ADA };

beforeEach(async () => {
  stored = await openStoredJobs();
  quotas = createQuotaStore(stored.db);
  account = await stored.account("Max");
  change = { organisationId: stored.organisationId, actor: ADA };
});

afterEach(() => stored.close());

const run = (text: ReturnType<typeof sql>) => stored.db.run((queries) => queries.execute(text));
const ask = (jobs: number, changes: Partial<NewBatch> = {}): Promise<string> =>
  stored.accept(account, jobs, randomUUID(), undefined, changes);
const acts = async (): Promise<unknown[]> => [
  ...(await run(sql`select action, scope, before, after, actor_name from audit order by id`)),
];

describe("a quota", () => {
  it("can be set, changed, extended and cleared, each audited with the state before", async () => {
    await ask(3);
    const first = await quotas.set(change, DAILY, 5);
    expect(first).toMatchObject({ before: undefined, after: { amount: 5, used: 3, granted: 0, timeZone: "UTC" } });
    const granted = await quotas.grant(change, DAILY, 4);
    expect(granted).toMatchObject({ before: { granted: 0 }, after: { granted: 4, amount: 5 } });
    const lowered = await quotas.set(change, DAILY, 2);
    expect(lowered).toMatchObject({ before: { amount: 5, granted: 4 }, after: { amount: 2, granted: 4, used: 3 } });
    expect(await quotas.state(stored.organisationId)).toMatchObject([{ ...DAILY, amount: 2, used: 3 }]);
    expect(await quotas.clear(change, DAILY)).toMatchObject({ amount: 2 });
    expect(await quotas.clear(change, DAILY)).toBeUndefined();
    expect(await quotas.grant(change, DAILY, 1)).toBeUndefined();
    expect(await quotas.state(stored.organisationId)).toEqual([]);
    const facts = { unit: "images", span: "day" };
    const kept = (action: string, before: object | null, after: object | null) => ({
      action,
      scope: "organisation",
      before: before && { ...facts, ...before },
      after: after && { ...facts, ...after },
      actor_name: "Ada",
    });
    expect(await acts()).toEqual([
      kept("quota.set", null, { amount: 5, granted: 0 }),
      kept("quota.granted", { amount: 5, granted: 0 }, { amount: 5, granted: 4 }),
      kept("quota.set", { amount: 5, granted: 4 }, { amount: 2, granted: 4 }),
      kept("quota.cleared", { amount: 2, granted: 4 }, null),
    ]);
  });

  it("can be set below what is used; then nothing more is accepted until something is released", async () => {
    const batchId = await ask(3);
    const { after } = await quotas.set(change, DAILY, 2);
    expect([after.used, leftOf(after)]).toEqual([3, 0]);
    await expect(ask(1)).rejects.toBeInstanceOf(OverQuotaError);
    for (const job of await stored.store.jobsOf(batchId)) await stored.apply(job, { type: "cancel_requested" });
    await ask(2);
  });

  it("counts requests that arrive while it is being set", async () => {
    const asking = Array.from({ length: 20 }, () => untilQuotasAreSet(() => ask(1)).catch((error: unknown) => error));
    const setting = [3, 4, 5].map((amount) => quotas.set(change, DAILY, amount));
    const outcomes = await Promise.all(asking);
    await Promise.all(setting);
    const taken = outcomes.filter((one) => typeof one === "string").length;
    expect(await windows(stored)).toMatchObject([{ used: taken, summed: taken }]);
  });

  it("follows the days of the workspace where it was set, even when the time zone changes", async () => {
    await run(sql`update workspaces set time_zone = 'Pacific/Kiritimati'`);
    await ask(1);
    const { after } = await quotas.set(change, DAILY, 5);
    expect(after).toMatchObject({ timeZone: "Pacific/Kiritimati", used: 1 });
    await quotas.grant(change, DAILY, 2);
    await stored.db.transaction(async (queries) => {
      await queries.execute(sql`update workspaces set time_zone = 'America/Sao_Paulo'`);
      await applyTimeZone(queries, stored.organisationId, "console:main");
    });
    const [moved] = await quotas.state(stored.organisationId);
    // A request from a moment ago belongs to the current day in any zone.
    expect(moved).toMatchObject({ timeZone: "America/Sao_Paulo", used: 1, granted: 2 });
    expect(moved?.endsAt).not.toEqual(after.endsAt);
    expect(await windows(stored)).toHaveLength(1);
    await ask(1);
    expect(await windows(stored)).toMatchObject([{ used: 2, summed: 2 }]);
  });

  it("can be neither seen nor changed by another organisation", async () => {
    await quotas.set(change, DAILY, 5);
    const [other] = await run(sql`insert into organisations default values returning id`);
    const elsewhere = { organisationId: String(other?.["id"]), actor: ADA };
    expect(await quotas.state(elsewhere.organisationId)).toEqual([]);
    expect(await quotas.clear(elsewhere, DAILY)).toBeUndefined();
    expect(await quotas.grant(elsewhere, DAILY, 1)).toBeUndefined();
    expect(await quotas.set(elsewhere, DAILY, 9)).toMatchObject({ before: undefined, after: { timeZone: "UTC" } });
    expect(await quotas.state(stored.organisationId)).toMatchObject([{ amount: 5 }]);
  });
});

it("a batch with an unknown outcome is refunded once, completely, and only by its own organisation", async () => {
  await stored.enterKey(5);
  const worker = randomUUID();
  await stored.store.register(worker);
  await quotas.set(change, DAILY, 2);
  const batchId = await ask(2);
  const jobs = await stored.store.claim(worker, BASE_URLS);
  const unknown = await Promise.all(jobs.map((job) => stored.apply(job, { type: "outcome_unknown" })));
  expect(await quotas.refund(change, batchId)).toBeUndefined();
  for (const job of unknown) {
    await stored.apply(job, { type: "unknown_given_up", failure: { reason: "unknown_outcome" } });
  }
  const what = { batchId, requesterName: "Max", model: "provider-a/image-2", unit: "images", amount: 2 };
  expect(await quotas.refundable(stored.organisationId)).toEqual([what]);
  const stranger = { organisationId: randomUUID(), actor: ADA };
  expect([await quotas.refundable(stranger.organisationId), await quotas.refund(stranger, batchId)]).toEqual([
    [],
    undefined,
  ]);
  const outcomes = await Promise.all([quotas.refund(change, batchId), quotas.refund(change, batchId)]);
  expect(outcomes.filter((one) => one !== undefined)).toEqual([what]);
  for (const job of await stored.store.jobsOf(batchId)) {
    expect(await entriesOf(stored, job.id)).toEqual(["reserved 1", "assumed 0", "refunded -1"]);
  }
  expect(await windows(stored)).toMatchObject([{ used: 0, summed: 0 }]);
  expect((await acts()).at(-1)).toMatchObject({ action: "quota.refunded", after: what });
});

describe("usage", () => {
  /** Moves a batch's ledger entries back in time. */
  const age = async (batchId: string, span: string): Promise<void> => {
    // A trigger keeps the ledger append-only.
    await run(sql`alter table ledger disable trigger ledger_amounts_stay`);
    await run(sql`update ledger set counts_at = counts_at - ${span}::interval where batch_id = ${batchId}`);
    await run(sql`alter table ledger enable trigger ledger_amounts_stay`);
  };

  it("of a member is the amount reserved and not released today, this week and this month", async () => {
    const usage = createUsageStore(stored.db);
    await ask(3);
    await ask(1, { service: "video", unit: "seconds", cost: 12 });
    const released = await ask(4);
    for (const job of await stored.store.jobsOf(released)) await stored.apply(job, { type: "cancel_requested" });
    await age(await ask(5), "2 months");
    await stored.accept(await stored.account("Ada"), 7);
    expect(await usage.own(stored.organisationId, account, "console:main")).toEqual(
      ["day", "week", "month"].flatMap((span) => [
        { span, unit: "images", used: 3 },
        { span, unit: "seconds", used: 12 },
      ]),
    );
    expect((await usage.own(randomUUID(), account, "console:main")).every(({ used }) => used === 0)).toBe(true);
  });

  it("is the same from the ledger and from its sums, whenever the sums begin", async () => {
    const usage = createUsageStore(stored.db);
    await run(sql`update workspaces set time_zone = 'Asia/Kathmandu' where platform = 'console'`);
    for (const span of ["0 hours", "5 hours", "1 day", "3 days", "12 days"]) await age(await ask(2), span);
    await age(await ask(1, { service: "video", unit: "seconds", cost: 12 }), "26 hours");
    const { organisationId } = stored;
    const readFrom = async (start: string) => {
      await run(sql`update usage_start set at = ${start}::timestamptz`);
      return [
        await usage.own(organisationId, account, "console:main"),
        await usage.shares(organisationId, "console:main", "month", "channel"),
        await usage.shares(organisationId, "console:main", "month", "day"),
        await usage.days(organisationId, "console:main", "week", 100),
        await usage.days(organisationId, "console:main", "month", 100, account),
      ];
    };
    const fromLedger = await readFrom("infinity");
    expect(JSON.stringify(fromLedger)).toContain("console:main:general");
    const midnight = (daysAgo: number) =>
      `${new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)}T00:00Z`;
    for (const start of ["-infinity", midnight(0), midnight(1), midnight(4)]) {
      expect(await readFrom(start), start).toEqual(fromLedger);
    }
    expect(await wrongSums(stored)).toEqual([]);
  });

  it("of the organisation is listed by member, channel, model or day, largest first, and in detail", async () => {
    const usage = createUsageStore(stored.db);
    await ask(3);
    const other = { platform: "console", workspace: "main", channel: "other", thread: "t" } as const;
    const request: NewBatch["request"] = { kind: "image", model: "b/other", prompt: "a fox", count: 2, references: [] };
    await stored.accept(await stored.account("Ada"), 2, randomUUID(), undefined, { conversation: other, request });
    await ask(1, { service: "video", unit: "seconds", cost: 12 });
    await age(await ask(5), "2 months");
    const shares = (by: UsageBy) => usage.shares(stored.organisationId, "console:main", "month", by);
    expect(await shares("member")).toEqual([
      { name: "Max", images: 3, seconds: 12 },
      { name: "Ada", images: 2, seconds: 0 },
    ]);
    expect(await shares("channel")).toEqual([
      { name: "console:main:general", images: 3, seconds: 12 },
      { name: "console:main:other", images: 2, seconds: 0 },
    ]);
    expect(await shares("model")).toEqual([
      { name: "provider-a/image-2", images: 3, seconds: 12 },
      { name: "b/other", images: 2, seconds: 0 },
    ]);
    const days = await usage.days(stored.organisationId, "console:main", "month", 10);
    expect(days.map(({ member, channel, jobs, images, seconds }) => [member, channel, jobs, images, seconds])).toEqual([
      ["Ada", "console:main:other", 2, 2, 0],
      ["Max", "console:main:general", 4, 3, 12],
    ]);
    expect(days[0]?.day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(await shares("day")).toEqual([{ name: days[0]?.day, images: 5, seconds: 12 }]);
    const own = await usage.days(stored.organisationId, "console:main", "month", 10, account);
    expect(own).toEqual(days.slice(1));
    expect(await usage.days(randomUUID(), "console:main", "month", 10, account)).toEqual([]);
    expect(await usage.days(stored.organisationId, "console:main", "month", 1)).toHaveLength(1);
    expect(await usage.shares(randomUUID(), "console:main", "month", "member")).toEqual([]);
  });
});

describe("a quota warning", () => {
  it("is shown to the member with their batch, and to admins in their channel, once each", async () => {
    await run(sql`update workspaces set admin_channel = 'console:main:admins'`);
    await quotas.set(change, DAILY, 5);
    await ask(3);
    const [eighty, full] = [await ask(1), await ask(1)];
    const view = async (batchId: string) =>
      (await stored.db.run((queries) => batchViews(queries, [batchId])))[0]?.warnings;
    expect(await view(eighty)).toMatchObject([{ ...DAILY, percent: 80, used: 4, amount: 5, timeZone: "UTC" }]);
    expect(await view(full)).toMatchObject([{ percent: 100, used: 5 }]);
    expect(await view(await stored.accept(account, 1, randomUUID(), undefined, { unit: "seconds" }))).toBeUndefined();
    const store = createQuotaWarningStore(stored.db);
    await Promise.all([store.warnAdmins(adminWarningText), store.warnAdmins(adminWarningText)]);
    await store.warnAdmins(adminWarningText);
    const notes = [...(await run(sql`select conversation, text from admin_notes order by text`))];
    expect(notes).toMatchObject([
      { conversation: "console:main:admins", text: expect.stringMatching(/^4 pictures used of 5 pictures a day/) },
      {
        conversation: "console:main:admins",
        text: expect.stringMatching(/^The quota of .* is used up\. .* A request from Max reached this limit\.$/),
      },
    ]);
  });

  it("shows the grant that applied then, or only the sum if the quota was set again since", async () => {
    await quotas.set(change, DAILY, 5);
    await quotas.grant(change, DAILY, 2);
    const batch = await ask(7);
    const told = async () => (await stored.db.run((queries) => batchViews(queries, [batch])))[0]?.warnings ?? [];
    expect(await told()).toMatchObject([{ percent: 100, used: 7, amount: 5, granted: 2 }]);
    expect(warningLines(await told(), "en")).toEqual([
      expect.stringMatching(
        /^This request uses up the quota of 5 pictures a day for the organisation \(plus 2 pictures for now\)\. It resets on /,
      ),
    ]);
    await quotas.grant(change, DAILY, 4);
    expect(await told()).toMatchObject([{ amount: 5, granted: 2 }]);
    await quotas.set(change, DAILY, 20);
    expect(await told()).toMatchObject([{ amount: 7, granted: 0 }]);
  });

  it("mentions the quota's channel as its platform does", async () => {
    await run(sql`update workspaces set admin_channel = 'console:main:admins'`);
    const quota = { ...DAILY, scope: { kind: "channel", id: "console:main:general" } } as const;
    await quotas.set(change, quota, 1);
    await ask(1, { scopes: ["organisation", "channel:console:main:general"] });
    await createQuotaWarningStore(stored.db).warnAdmins(adminWarningText);
    expect([...(await run(sql`select text from admin_notes`))]).toEqual([
      { text: expect.stringContaining(`a day for ${channelMention("general")} is used up. It resets on`) },
    ]);
  });
});
