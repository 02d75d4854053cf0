import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSeal } from "../../../src/core/account/keys/seal.ts";
import { createRetention, type Retention } from "../../../src/worker/background/delete-old-rows.ts";
import { createAuditLog } from "../../../src/db/accounts/audit-log.ts";
import { mergeAccounts } from "../../../src/db/accounts/merge-accounts.ts";
import { mergeOrganisations } from "../../../src/db/accounts/merge-organisations.ts";
import { createUsageStore } from "../../../src/db/usage/usage-store.ts";
import { connectDatabase } from "../../../src/db/connection.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { createRetentionStore } from "../../../src/db/retention/retention-store.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { postKey } from "../../../src/worker/delivery/result/post-key.ts";
import { allSettled } from "../../support/database/settled.ts";
import { fillHistory } from "../../support/database/history.ts";
import { setQuota } from "../../support/database/quotas.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";
import { startTestEasel } from "../../support/easel.ts";

const DAYS = 200;
const DAY_SECONDS = 24 * 3_600;
const never = new AbortController().signal;
const log = createLog("silent");
/** The real clock, without pauses between statements. */
const clock = { ...systemClock, sleep: async () => {} };

/** Requests are 1 to 200 days old; messages and audit entries 0 to 199. */
const REQUESTS_OVER = { 45: DAYS - 44, 60: DAYS - 59 } as const;

/** Makes the ledger's rows as old as their jobs, which only a test may do. */
async function ageLedger(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    alter table ledger disable trigger user;
    update ledger set at = counts_at;
    alter table ledger enable trigger user`);
}

describe("data older than the configured retention", () => {
  let stored: StoredJobs;
  let sql: postgres.Sql;
  let account: string;
  let worker: string;

  beforeAll(async () => {
    stored = await openStoredJobs();
    sql = postgres(stored.url, { max: 2, onnotice: () => {} });
    account = await stored.account("Max");
    await setQuota(stored, { scope: "organisation", amount: 1_000_000 });
  });
  afterAll(async () => {
    await sql.end();
    await stored.close();
  });

  /** A request, a message, a file and an entry of the audit for each day. */
  beforeEach(async () => {
    await sql.unsafe(`
      alter table ledger disable trigger user; alter table audit disable trigger user;
      truncate batches, jobs, artifacts, posts, approvals, ledger, usage_sums, audit, console_messages, console_files, leases,
        media, discord_posts, slack_posts cascade;
      alter table ledger enable trigger user; alter table audit enable trigger user`);
    const size = { batches: DAYS, ledgerRows: 2 * DAYS, messages: DAYS, overSeconds: DAYS * DAY_SECONDS };
    await fillHistory(sql, { organisationId: stored.organisationId, accountId: account, ...size });
    await ageLedger(sql);
    worker = await register();
  });

  async function register(): Promise<string> {
    const id = randomUUID();
    await stored.store.register(id);
    return id;
  }

  function retention(days: { readonly keepDays?: number; readonly keepAuditDays?: number }): Retention {
    const store = createRetentionStore(stored.db);
    return createRetention({ store, keepDays: days.keepDays, keepAuditDays: days.keepAuditDays, clock, log });
  }

  async function count(table: string, where = "true"): Promise<number> {
    const [row] = await sql.unsafe(`select count(*)::integer as count from ${table} where ${where}`);
    return Number(row?.["count"]);
  }
  const oldest = async (table: string, column: string): Promise<number> =>
    Number(
      (await sql.unsafe(`select extract(day from now() - min(${column}))::integer as days from ${table}`))[0]?.["days"],
    );

  it("is at least 45 days old, whatever a worker's clock says", async () => {
    const later = new Date(Date.now() + 1_000 * DAY_SECONDS * 1_000);
    await createRetentionStore(stored.db).deleteOld("messages", later, 10 * DAYS);
    expect(await oldest("console_messages", "created_at")).toBe(44);
  });

  it("is deleted with everything that belongs to it, and the usage totals stay", async () => {
    await sql`insert into discord_posts (key, channel, digests) select post_key(batch_id, kind), 'c', '{}' from posts`;
    await sql`insert into slack_posts (key, workspace, channel, has_files) select post_key(batch_id, kind), 'T1', 'c', true from posts`;
    const used = () => createUsageStore(stored.db).own(stored.organisationId, account, "console:main");
    const windows = () => sql`select scope, unit, span, used from quota_windows where ends_at > now() order by 1, 2, 3`;
    const sum = () => sql`select sum(net)::integer as net, sum(jobs)::integer as jobs from usage_sums`;
    await sql`select sum_windows(${stored.organisationId}, null)`;
    const before = [await used(), [...(await windows())], [...(await sum())]];
    const deleted = await retention({ keepDays: 60 }).sweep(worker, never);
    expect(deleted).toMatchObject({ requests: REQUESTS_OVER[60], messages: DAYS - 60, audit: 0 });
    for (const table of ["batches", "jobs", "artifacts"]) expect([table, await count(table)]).toEqual([table, 59]);
    for (const table of ["posts", "ledger", "discord_posts", "slack_posts"])
      expect([table, await count(table)]).toEqual([table, 118]);
    expect(await oldest("batches", "closed_at")).toBe(59);
    expect(await oldest("console_messages", "created_at")).toBe(59);
    await sql`select sum_windows(${stored.organisationId}, null)`;
    expect([await used(), [...(await windows())], [...(await sum())]]).toEqual(before);
    expect(await count("audit")).toBeGreaterThan(DAYS);
  });

  it("is deleted from the notes to admins and from the ended windows and warnings of all quotas", async () => {
    const { organisationId } = stored;
    await sql`truncate admin_notes, quota_warnings, money_quota_warnings`;
    await sql`
      insert into admin_notes (organisation_id, conversation, platform, subject, text, state, created_at)
      select ${organisationId}, 'slack:T1:C1', 'slack', 'note ' || n, 'Max', case when n % 2 = 0 then 'due' else 'posted' end,
        now() - n * interval '1 day' from generate_series(1, ${DAYS}) n`;
    await sql`
      insert into quota_windows (organisation_id, scope, unit, span, starts_at, ends_at)
      select ${organisationId}, 'account:' || gen_random_uuid(), 'images', 'day', at - interval '1 day', at
      from (select now() - n * interval '1 day' as at from generate_series(1, ${DAYS}) n) ends`;
    for (const table of ["quota_warnings", "money_quota_warnings"]) {
      await sql`
        insert into ${sql(table)} (organisation_id, scope, unit, span, starts_at, percent, ends_at, batch_id, used, amount)
        select ${organisationId}, 'organisation', 'images', 'day', at - interval '1 day', 80, at, gen_random_uuid(), 8, 10
        from (select now() - n * interval '1 day' as at from generate_series(1, ${DAYS}) n) ends`;
    }
    // Those that are at least 60 days old. Notes that are due are kept, because they are still posted.
    const old = DAYS - 59;
    expect(await retention({ keepDays: 60 }).sweep(worker, never)).toMatchObject({
      notes: Math.floor(old / 2),
      windows: old,
      warnings: old,
      moneyWarnings: old,
    });
    expect(await count("admin_notes", "state = 'due'")).toBe(DAYS / 2);
    expect(await oldest("quota_windows", "ends_at")).toBe(59);
    expect(await oldest("quota_warnings", "ends_at")).toBe(59);
  });

  it("is deleted from the audit too, after that setting's number of days", async () => {
    const entries = await count("audit");
    const old = await count("audit", "at < now() - interval '100 days'");
    expect(await retention({ keepAuditDays: 100 }).sweep(worker, never)).toMatchObject({
      requests: 0,
      audit: old,
    });
    expect(await count("audit")).toBe(entries - old);
    expect(await oldest("audit", "at")).toBe(99);
    expect(await createAuditLog(stored.db).recent(stored.organisationId, {}, 3)).toHaveLength(3);
    expect(await count("batches")).toBe(DAYS);
  });

  it("is kept without these settings", async () => {
    const entries = await count("audit");
    await retention({}).run(worker, never);
    const left = [await count("batches"), await count("console_messages"), await count("audit")];
    expect(left).toEqual([DAYS, DAYS, entries]);
  });

  it("is never younger than quotas and platforms need, whatever is configured", async () => {
    const store = createRetentionStore(stored.db);
    expect(await store.deleteOld("requests", new Date(), 1_000)).toBe(REQUESTS_OVER[45]);
    await store.deleteOld("audit", new Date(), 1_000);
    expect(await oldest("audit", "at")).toBe(89);
    // A redelivered event is still recognised.
    const [young] = await sql`select event_key from batches order by closed_at limit 1`;
    expect(await stored.accept(account, 1, String(young?.["event_key"]))).toBe("");
  });

  it("is not deleted while it is open, or if its charge was refunded recently", async () => {
    await sql`update batches set closed_at = null where event_key = ${`history:${DAYS}`}`;
    const [job] = await sql`
      select jobs.id, batch_id from jobs join batches on batches.id = batch_id where event_key = ${`history:${DAYS - 1}`}`;
    await sql`
      insert into ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net, counts_at)
      values (${stored.organisationId}, ${account}, 'console:main', 'c', ${String(job?.["batch_id"])}, ${String(job?.["id"])}, 'm', 'refunded',
        'images', 1, -1, now() - interval '199 days')`;
    expect(await retention({ keepDays: 60 }).sweep(worker, never)).toMatchObject({ requests: REQUESTS_OVER[60] - 2 });
  });

  it("never waits for a lock, and locked rows are deleted by the next sweep", async () => {
    await sql.begin(async (other) => {
      await other`select from batches where event_key = ${`history:${DAYS}`} for update`;
      await other`select from console_messages where id = (select id from console_messages order by created_at limit 1) for update`;
      expect(await retention({ keepDays: 60 }).sweep(worker, never)).toMatchObject({
        requests: REQUESTS_OVER[60] - 1,
        messages: DAYS - 60 - 1,
      });
    });
    expect(await retention({ keepDays: 60 }).sweep(worker, never)).toMatchObject({ requests: 1, messages: 1 });
  });

  it("is deleted by one worker in parts, and another continues if that one dies", async () => {
    const dying = new AbortController();
    const store = createRetentionStore(stored.db);
    const first = createRetention({
      store,
      keepDays: 60,
      keepAuditDays: undefined,
      log,
      clock: { ...clock, sleep: async () => dying.abort(new Error("the process dies")) },
    });
    await expect(first.sweep(worker, dying.signal)).rejects.toThrow("the process dies");
    expect(await count("batches")).toBe(DAYS - 100);
    const next = await register();
    expect(await retention({ keepDays: 60 }).sweep(next, never)).toMatchObject({ requests: 0 });
    await stored.store.retire(worker);
    await stored.store.takeOver(next, false);
    expect(await retention({ keepDays: 60 }).sweep(next, never)).toMatchObject({ requests: REQUESTS_OVER[60] - 100 });
  });

  it("is deleted by the program's own role, which may delete nothing else from the ledger and the audit", async () => {
    const role = await migrate(stored.url);
    const db = connectDatabase(stored.url, log, role);
    const store = createRetentionStore(db);
    expect(await store.deleteOld("requests", new Date(), 10)).toBe(10);
    expect(await store.deleteOld("audit", new Date(), 10)).toBe(10);
    await db.close();
    await expect(sql`delete from ledger`).rejects.toMatchObject({ code: "EA002" });
    await expect(sql`delete from audit`).rejects.toMatchObject({ code: "EA002" });
  });

  it("is found by post keys in the form that Easel writes", async () => {
    const batchId = randomUUID();
    const kinds = [
      "notice",
      "result",
      "undo",
      "direct",
      "approval",
      "approval-here",
      "late-3",
      "late-10",
      "late-3.1",
      "late-2.4",
      "late-1.40",
    ];
    const rows = await sql`select kind, post_key(${batchId}, kind) as key from unnest(${kinds}::text[]) kind`;
    expect(rows.map(({ kind, key }) => [kind, key])).toEqual(kinds.map((kind) => [kind, postKey(batchId, kind)]));
  });

  it("still counts for the account and organisation that the member joins later", async () => {
    await retention({ keepDays: 60 }).sweep(worker, never);
    const sums = async () => [
      ...(await sql`
        select organisation_id, account_id, sum(net)::integer as net, sum(jobs)::integer as jobs from usage_sums
        where grain = 'day' group by 1, 2`),
    ];
    const survivor = await stored.account("Ada");
    await sql`update identities set platform = 'slack', workspace = 'T1' where account_id = ${survivor}`;
    const { organisationId } = stored;
    await stored.db.transaction((queries) => mergeAccounts(queries, { organisationId, absorbed: account, survivor }));
    expect(await sums()).toEqual([{ organisation_id: organisationId, account_id: survivor, net: DAYS, jobs: DAYS }]);
    const [other] = await sql`insert into organisations default values returning id`;
    const joined = String(other?.["id"]);
    const seal = createSeal("s".repeat(32));
    await stored.db.transaction((queries) =>
      mergeOrganisations(queries, { absorbed: organisationId, survivor: joined, seal }),
    );
    expect(await sums()).toEqual([{ organisation_id: joined, account_id: survivor, net: DAYS, jobs: DAYS }]);
  });
});

it("a result whose request is gone says so when pressed or replied to", async () => {
  const easel = await startTestEasel({ KEEP_DAYS: "45" });
  const sql = postgres(easel.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const en = textsFor("en");
    await easel.console.say("/imagine an old fox");
    const result = await easel.console.see("the result", (all) => all.find(({ files }) => files.length > 0));
    await allSettled(easel);
    await sql`update batches set closed_at = now() - interval '50 days'`;
    await sql`alter table ledger disable trigger user`;
    await sql`update ledger set at = now() - interval '50 days'`;
    await sql`alter table ledger enable trigger user`;
    const [row] = await sql`select delete_old_requests(now(), 10) as deleted`;
    expect(row).toEqual({ deleted: 1 });
    for (const label of [en.result.again, en.result.recipe]) {
      const before = new Set(easel.console.messages().map(({ id }) => id));
      await easel.console.press(result, label);
      const said = await easel.console.see("the answer", (all) =>
        all.find((one) => one.private && one.author.isEasel && !before.has(one.id)),
      );
      expect(said.text).toBe(en.gone);
    }
    const reply = await easel.console.answerTo("make it blue", { replyTo: result });
    expect(reply.text).toBe(en.reply.notKnown);
  } finally {
    await sql.end();
    await easel.stop();
  }
});
