import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Span } from "../../../src/core/account/quota/quota.ts";
import { moment } from "../../../src/db/jobs/job-row.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

let stored: StoredJobs;

beforeAll(async () => {
  stored = await openStoredJobs();
});

afterAll(() => stored.close());

async function windowOf(span: Span, zone: string, at: string): Promise<[string, string]> {
  const [row] = await stored.db.run((queries) =>
    queries.execute(sql`select * from quota_window(${span}, ${zone}, ${at}::timestamptz)`),
  );
  const { starts_at, ends_at } = z.object({ starts_at: moment, ends_at: moment }).parse(row);
  return [starts_at.toISOString().slice(0, 16), ends_at.toISOString().slice(0, 16)];
}

describe("the quota window of a moment", () => {
  it.each([
    [
      "an hour shorter when clocks go forward",
      "Europe/Berlin",
      "2026-03-29T10:00Z",
      "2026-03-28T23:00",
      "2026-03-29T22:00",
    ],
    [
      "an hour longer when clocks go back",
      "Europe/Berlin",
      "2026-10-25T10:00Z",
      "2026-10-24T22:00",
      "2026-10-25T23:00",
    ],
    [
      "starting at the clock change that skips midnight",
      "America/Sao_Paulo",
      "2018-11-04T12:00Z",
      "2018-11-04T03:00",
      "2018-11-05T02:00",
    ],
    [
      "ending at the clock change that skips midnight",
      "America/Sao_Paulo",
      "2018-11-04T02:59Z",
      "2018-11-03T03:00",
      "2018-11-04T03:00",
    ],
    [
      "an hour longer when the hour before midnight repeats",
      "America/Sao_Paulo",
      "2018-02-18T02:30Z",
      "2018-02-17T02:00",
      "2018-02-18T03:00",
    ],
    [
      "starting at the first of two midnights",
      "America/Havana",
      "2026-11-01T04:30Z",
      "2026-11-01T04:00",
      "2026-11-02T05:00",
    ],
    [
      "still the same after the second of two midnights",
      "America/Havana",
      "2026-11-01T05:30Z",
      "2026-11-01T04:00",
      "2026-11-02T05:00",
    ],
    [
      "ending at the first of two midnights",
      "America/Havana",
      "2026-11-01T03:59Z",
      "2026-10-31T04:00",
      "2026-11-01T04:00",
    ],
    ["in a zone with an offset of 5:45", "Asia/Kathmandu", "2026-06-01T18:14Z", "2026-05-31T18:15", "2026-06-01T18:15"],
    ["in UTC", "UTC", "2026-06-01T00:00Z", "2026-06-01T00:00", "2026-06-02T00:00"],
  ])("is a day: %s", async (_what, zone, at, from, until) => {
    expect(await windowOf("day", zone, at)).toEqual([from, until]);
  });

  it.each([
    ["Sunday night", "2026-03-29T21:59Z", "2026-03-22T23:00", "2026-03-29T22:00"],
    ["Monday morning", "2026-03-29T22:00Z", "2026-03-29T22:00", "2026-04-05T22:00"],
    ["the turn of the year", "2027-01-01T12:00Z", "2026-12-27T23:00", "2027-01-03T23:00"],
  ])("is a week that starts on Monday: %s", async (_what, at, from, until) => {
    expect(await windowOf("week", "Europe/Berlin", at)).toEqual([from, until]);
  });

  it.each([
    ["the end of a leap February", "Europe/Berlin", "2028-02-29T22:59Z", "2028-01-31T23:00", "2028-02-29T23:00"],
    [
      "a month in which clocks go forward",
      "Europe/Berlin",
      "2026-03-31T21:59Z",
      "2026-02-28T23:00",
      "2026-03-31T22:00",
    ],
    [
      "a month that starts before UTC's",
      "Pacific/Kiritimati",
      "2026-12-31T10:00Z",
      "2026-12-31T10:00",
      "2027-01-31T10:00",
    ],
    ["the end of a year", "America/Sao_Paulo", "2026-12-31T12:00Z", "2026-12-01T03:00", "2027-01-01T03:00"],
  ])("is a month: %s", async (_what, zone, at, from, until) => {
    expect(await windowOf("month", zone, at)).toEqual([from, until]);
  });

  it("contains its moment and ends where the next one begins, in every time zone", async () => {
    // Easel's connections cancel a statement after ten seconds, which this one can take on a busy machine.
    const client = postgres(stored.url, { max: 1, fetch_types: false, onnotice: () => {} });
    const rows = await client`
      select name, span, at::text from pg_timezone_names,
        unnest(array['day', 'week', 'month']) span,
        generate_series(timestamptz '2026-01-01 00:10Z', '2026-12-31', interval '13 days 7 hours') at,
        quota_window(span, name, at) now, quota_window(span, name, now.ends_at) next
      where name not like 'posix%'
        and not (now.starts_at <= at and at < now.ends_at and next.starts_at = now.ends_at)`;
    await client.end();
    expect([...rows]).toEqual([]);
  });
});
