import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { monthReportFiles, monthReportText } from "../../../src/command/quota/month-report.ts";
import type { Month } from "../../../src/core/account/quota/usage.ts";
import { createUsageStore } from "../../../src/db/usage/usage-store.ts";
import { createAdminNoteStore } from "../../../src/db/delivery/admin-notes.ts";
import { createMonthReportStore } from "../../../src/db/money/month-report-store.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

/** The whole month counts as its beginning, because the tests run on any day. */
const WHOLE_MONTH_DAYS = 31;
const EUROS = { currency: "EUR", digits: 2 } as const;

let stored: StoredJobs;
let account: string;

beforeEach(async () => {
  stored = await openStoredJobs();
  account = await stored.account("Max");
  await run(sql`update workspaces set admin_channel = 'console:main:admins', time_zone = 'Asia/Tokyo'`);
});

afterEach(() => stored.close());

const run = (text: ReturnType<typeof sql>) => stored.db.run((queries) => queries.execute(text));
/** An hour before the end of last month in Tokyo. */
const lastMonth = sql`date_trunc('month', now() at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo' - interval '1 hour'`;
async function usedLastMonth(): Promise<void> {
  await stored.accept(account, 2, randomUUID(), undefined, { price: { ...EUROS, amount: 4 } });
  await stored.accept(account, 1);
  await run(sql`update usage_sums set starts_at = date_bin('15 minutes', ${lastMonth}, 'epoch')`);
}
/** Runs two concurrent processes. Resolves with the notes that are due. */
async function notes() {
  const store = createMonthReportStore(stored.db, WHOLE_MONTH_DAYS);
  await Promise.all([store.report(monthReportText), store.report(monthReportText)]);
  return createAdminNoteStore(stored.db).due("console");
}

it("a month's usage is reported to the admin channel once, with its money, in the last request's language", async () => {
  await usedLastMonth();
  await stored.accept(account, 5);
  const [note, ...others] = await notes();
  expect(others).toEqual([]);
  expect(note?.text.split("\n")).toEqual([
    expect.stringMatching(/^\*\*Usage in \w+ \d{4}\*\*$/),
    "Total: 3 pictures (€0.08, and 1 without a known price)",
    "• **provider-a/image-2** · 3 pictures (€0.08, and 1 without a known price)",
  ]);
  expect(note?.report).toMatchObject({ workspace: "console:main", timeZone: "Asia/Tokyo", locale: "en" });
  expect(await notes()).toHaveLength(1);
  // This also holds after another channel was chosen.
  await run(sql`update workspaces set admin_channel = 'console:main:others'`);
  expect(await notes()).toHaveLength(1);
});

it("has a chart and a table that name no place", async () => {
  await usedLastMonth();
  const [note] = await notes();
  const month: Month | undefined = note?.report;
  if (!month) throw new Error("nothing was reported");
  const drawn: string[] = [];
  const files = await monthReportFiles(stored.organisationId, month, {
    usage: createUsageStore(stored.db),
    prices: undefined,
    platform: { capabilities: { answersShowFiles: true } },
    drawChart: async (picture) => {
      drawn.push(picture.heading);
      return { bytes: Buffer.from("a chart"), width: 10, height: 10 };
    },
  });
  expect(files.map(({ name }) => name)).toEqual(["usage-month.png", "usage-month.csv"]);
  expect(drawn).toEqual([expect.stringMatching(/^Usage in /)]);
  const table = files[1] ? (await buffer(await files[1].open())).toString() : "";
  const [, row = "", ...rows] = table.trim().split("\r\n");
  expect(rows).toEqual([]);
  expect(row).toMatch(/^\d{4}-\d\d-\d\d,Max,[0-9a-f-]{36},private,provider-a\/image-2,3,3,0,0\.08,EUR,1$/);
});

it.each([
  ["nothing was used in it", async () => void (await stored.accept(account, 1))],
  [
    "no admin channel is set",
    async () => {
      await usedLastMonth();
      await run(sql`update workspaces set admin_channel = null`);
    },
  ],
  [
    "it was used in another workspace only",
    async () => {
      await usedLastMonth();
      await run(sql`update usage_sums set channel = 'console:mains:general'`);
    },
  ],
])("is not reported if %s", async (_why, prepare) => {
  await prepare();
  expect(await notes()).toEqual([]);
});

it("is not reported later in the next month", async () => {
  await usedLastMonth();
  await createMonthReportStore(stored.db, 0).report(monthReportText);
  expect(await createAdminNoteStore(stored.db).due("console")).toEqual([]);
});
