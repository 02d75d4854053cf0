import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Month, Usage, UsageDay, UsageShare } from "../../../src/core/account/quota/usage.ts";
import { createUsageStore } from "../../../src/db/usage/usage-store.ts";
import { wrongSums } from "../../support/database/quotas.ts";
import { countRowsRead, type RowsRead } from "../../support/database/rows-read.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const WORKSPACE = "console:main";
/** A month's days, and the quarters of an hour of the partial days at its ends. */
const DAYS = 31;
const ENDS = 2 * 96;
/** Two units: pictures, and their cost. */
const UNITS = 2;
const PRICE = 4;
const RUNS_BEFORE = 6;

let stored: StoredJobs;
let reads: RowsRead;
let usage: Usage;
let account: string;

const run = (text: ReturnType<typeof sql>) => stored.db.run((queries) => queries.execute(text));
const useZone = (zone: string) => run(sql`update workspaces set time_zone = ${zone} where platform = 'console'`);

/** How many sums are read with the generic plan, which PostgreSQL uses once a statement has run several times. */
async function sumsReadBy(read: () => Promise<unknown>): Promise<number | undefined> {
  for (let time = 0; time < RUNS_BEFORE; time++) await read();
  return (await reads.by(read))["usage_sums"];
}

/** Adds one job of the member per step between two times before now. Every seventh is released. */
async function fill(step: string, from: string, to: string): Promise<void> {
  await run(sql`
    insert into ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net, price, currency,
      counts_at)
    select ${stored.organisationId}::uuid, ${account}::uuid, ${WORKSPACE}::text, 'console:main:general', gen_random_uuid(), job.id,
      'provider-a/image-2', entry, 'images', 1, case entry when 'reserved' then 1 else -1 end, ${PRICE}::bigint, 'USD:2', at
    from (
      select row_number() over (order by at) as n, gen_random_uuid() as id, at
      from generate_series(now() - ${from}::interval, now() - ${to}::interval, ${step}::interval) at
    ) job, unnest(array['reserved', 'released']) entry
    where entry = 'reserved' or n % 7 = 0`);
}

beforeAll(async () => {
  stored = await openStoredJobs();
  account = await stored.account("Max");
  // A year of older sums, and a month with as many sums as one member, channel and model can have.
  await fill("187 minutes", "400 days", "32 days");
  await fill("15 minutes", "32 days", "0");
  await run(sql`vacuum analyze usage_sums`);
  await run(sql`vacuum analyze ledger`);
  reads = countRowsRead(stored, { mayReadWholeTables: true });
  usage = createUsageStore(reads.db);
});

afterAll(async () => {
  await reads.close();
  await stored.close();
});

describe("a month's usage by day", () => {
  // How many hours of a UTC day fall on another day in the zone than its noon.
  it.each([
    ["UTC", 0],
    ["Europe/Berlin", 2],
    ["Asia/Shanghai", 8],
    ["America/New_York", 5],
    ["Pacific/Kiritimati", 10],
    ["Asia/Kathmandu", 6],
  ])(
    "is read from one row per day, and from the quarter-hour rows that belong to another day in %s",
    async (zone, hours) => {
      await useZone(zone);
      const { organisationId } = stored;
      const most = UNITS * (DAYS * (1 + 4 * hours) + ENDS);
      for (const read of [
        () => usage.days(organisationId, WORKSPACE, "month", 100),
        () => usage.days(organisationId, WORKSPACE, "month", 100, account),
        () => usage.shares(organisationId, WORKSPACE, "month", "day"),
      ]) {
        expect(await sumsReadBy(read)).toBeLessThan(most);
      }
    },
  );

  it.each([
    "UTC",
    "Europe/Berlin",
    "Asia/Shanghai",
    "America/New_York",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    // Clocks change at midnight.
    "Africa/Cairo",
  ])("is exactly what the ledger says in %s, also where clocks change", async (zone) => {
    await useZone(zone);
    const { organisationId } = stored;
    const months = await monthsOf(zone);
    const readAll = async (): Promise<(UsageDay | UsageShare)[]> => {
      const all = [
        ...(await usage.shares(organisationId, WORKSPACE, "week", "day")),
        ...(await usage.days(organisationId, WORKSPACE, "day", 1_000)),
        ...(await usage.days(organisationId, WORKSPACE, "month", 1_000, account)),
      ];
      for (const month of months) all.push(...(await usage.month(organisationId, month)));
      return all;
    };
    await reads.by(async () => {
      const sumsBegin = (at: string) =>
        reads.db.run((queries) => queries.execute(sql`update usage_start set at = ${at}::timestamptz`));
      await sumsBegin("infinity");
      const fromLedger = await readAll();
      expect(fromLedger.length).toBeGreaterThan(360);
      await sumsBegin("-infinity");
      const summed = await readAll();
      // Prices are newer than the sums, so they are never read from the ledger.
      expect(summed.map(({ spent: _spent, ...row }) => row)).toEqual(fromLedger);
      expect(summed.map(({ spent }) => spent?.money)).toEqual(
        summed.map(({ images }) => [{ currency: "USD", digits: 2, amount: PRICE * images }]),
      );
    });
  });

  it("has sums that match the ledger", async () => {
    expect(await wrongSums(stored)).toEqual([]);
  });
});

it("a member's usage is read without reading that of hundreds of others", async () => {
  await useZone("UTC");
  const { organisationId } = stored;
  await run(sql`
    insert into usage_sums (organisation_id, account_id, grain, starts_at, unit, channel, model, shard, net, jobs)
    select ${organisationId}::uuid, account, grain, date_bin('1 day', now() - ago * interval '1 day', 'epoch'), 'images',
      'console:main:general', 'provider-a/image-2', 0, 1, 1
    from (select gen_random_uuid() as account from generate_series(1, 300)) others,
      generate_series(0, 60) ago, unnest(array['day', 'quarter']) grain`);
  await run(sql`vacuum analyze usage_sums`);
  for (const read of [
    () => usage.days(organisationId, WORKSPACE, "month", 100, account),
    () => usage.own(organisationId, account, WORKSPACE),
  ]) {
    expect(await sumsReadBy(read)).toBeLessThan(UNITS * (2 * DAYS + ENDS));
  }
});

/** The zone's last thirteen months, which contain each change of its clocks. */
async function monthsOf(timeZone: string): Promise<Month[]> {
  const rows = await run(sql`
    select month.starts_at as "startsAt", month.ends_at as "endsAt"
    from generate_series(0, 12) ago
    cross join lateral quota_window('month', ${timeZone}, now() - ago * interval '1 month') month`);
  return rows.map(({ startsAt, endsAt }) => ({
    workspace: WORKSPACE,
    startsAt: new Date(String(startsAt)),
    endsAt: new Date(String(endsAt)),
    timeZone,
    locale: "en",
  }));
}

it("a month has the bounds of the workspace's time zone", async () => {
  await useZone("Asia/Tokyo");
  expect(await usage.monthOf(stored.organisationId, WORKSPACE, "2026-10")).toEqual({
    timeZone: "Asia/Tokyo",
    startsAt: new Date("2026-09-30T15:00:00Z"),
    endsAt: new Date("2026-10-31T15:00:00Z"),
  });
  expect(await usage.monthOf(stored.organisationId, "console:other", "2026-10")).toBeUndefined();
});
