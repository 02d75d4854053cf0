import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settleDatabase } from "../../../src/db/backup/settle-database.ts";
import { settleRestored, type Settled, type SinceTheCopy } from "../../../src/db/backup/settle-restored.ts";
import { restoredText } from "../../../src/app/backup/restored-text.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const HOUR_MS = 3_600_000;

let source: StoredJobs;
let sql: postgres.Sql;

beforeAll(async () => {
  source = await openStoredJobs();
  sql = postgres(source.url, { max: 1, fetch_types: false, onnotice: () => {} });
  await source.enterKey(2);
  const member = await source.account("Max");
  await source.accept(member, 2);
  await source.hold(member, 1);
  const changes = { service: "video", unit: "seconds" } as const;
  await source.accept(member, 1, undefined, undefined, changes);
  await source.accept(member, 1, undefined, undefined, { ...changes, held: { reasons: ["threshold"] } });
});

afterAll(async () => {
  await sql.end();
  await source.close();
});

/** The decision for a copy of this age, made after `change`, and the jobs that result. The transaction is rolled back. */
async function decided(
  hours: number,
  since: SinceTheCopy,
  change: (transaction: postgres.TransactionSql) => Promise<unknown> = async () => {},
  query = "select service, state, count(*)::integer as jobs from jobs where ended_at is null group by 1, 2 order by 1, 2",
): Promise<Settled & { readonly jobs: readonly unknown[] }> {
  const undo = new Error("undone");
  let outcome: Awaited<ReturnType<typeof decided>> | undefined;
  const deciding = sql.begin(async (transaction) => {
    await change(transaction);
    const settled = await settleRestored(transaction, new Date(Date.now() - hours * HOUR_MS), since);
    outcome = { ...settled, jobs: [...(await transaction.unsafe(query))] };
    throw undo;
  });
  await expect(deciding).rejects.toBe(undo);
  if (!outcome) throw new Error("nothing was decided");
  return outcome;
}

describe("jobs that waited when the copy was made", () => {
  const PICTURES = [
    { service: "image", state: "held", jobs: 1 },
    { service: "image", state: "waiting", jobs: 2 },
  ];
  const ALL_UNCERTAIN = {
    lookedFor: 0,
    uncertain: 5,
    jobs: [
      { service: "image", state: "unknown", jobs: 3 },
      { service: "video", state: "unknown", jobs: 2 },
    ],
  };

  it("are sent as usual if Easel has not run since", async () => {
    const clips = [
      { service: "video", state: "held", jobs: 1 },
      { service: "video", state: "waiting", jobs: 1 },
    ];
    expect(await decided(100, "stopped")).toEqual({ lookedFor: 0, uncertain: 0, jobs: [...PICTURES, ...clips] });
  });

  it("are looked up by their idempotency keys if they are pictures, and are uncertain if they are clips", async () => {
    const clips = [{ service: "video", state: "unknown", jobs: 2 }];
    expect(await decided(1, "ran")).toEqual({ lookedFor: 2, uncertain: 2, jobs: [...PICTURES, ...clips] });
    const query = `
      select failure, settlement, now() - submitted_at > interval '59 minutes' as is_as_old_as_the_copy
      from jobs where service = 'video' and state = 'unknown' limit 1`;
    const { jobs } = await decided(1, "ran", undefined, query);
    expect(jobs).toEqual([
      { failure: { reason: "unknown_outcome" }, settlement: "reserved", is_as_old_as_the_copy: true },
    ]);
  });

  it("are all uncertain if the gateway may have forgotten their keys", async () => {
    expect(await decided(49, "ran")).toEqual(ALL_UNCERTAIN);
  });

  it("are all uncertain if they may have been sent with another gateway key", async () => {
    expect(await decided(1, "keys-changed")).toEqual(ALL_UNCERTAIN);
    const addKey = (transaction: postgres.TransactionSql) => transaction`
      insert into credentials (organisation_id, origin, fingerprint, sealed_secret, services, concurrency, clip_concurrency)
      values (${source.organisationId}, 'people', 'another', 'sealed', '{image}', 1, 1)`;
    expect(await decided(1, "ran", addKey)).toEqual(ALL_UNCERTAIN);
  });

  it("have another day to be sent, unless they were cancelled", async () => {
    const query = `
      select service, ordinal, now() - waiting_since < interval '1 hour' as is_fresh from jobs
      where state = 'waiting' order by 1, 2`;
    const wait = async (transaction: postgres.TransactionSql) => {
      await transaction`
        update jobs set created_at = created_at - interval '23 hours', waiting_since = waiting_since - interval '23 hours'`;
      await transaction`
        update jobs set cancel_requested_at = now() where state = 'waiting' and (service = 'video' or ordinal = 1)`;
    };
    expect(await decided(1, "ran", wait, query)).toEqual({
      lookedFor: 1,
      uncertain: 1,
      jobs: [
        { service: "image", ordinal: 1, is_fresh: false },
        { service: "image", ordinal: 2, is_fresh: true },
        { service: "video", ordinal: 1, is_fresh: false },
      ],
    });
  });

  it("have their rows written first if they were only accepted", async () => {
    const accept = (transaction: postgres.TransactionSql) => transaction`
      with made as (
        select b.*, jsonb_build_object('state', 'waiting', 'scopes', jsonb_build_array('organisation'), 'own_keys', false, 'cost', 1,
          'model', 'm', 'reserves', false, 'jobs', jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'ordinal', 1,
          'path', '/p', 'body', '{}', 'idempotency_key', 'k'))) as jobs_to_write
        from batches b where b.service = 'video' limit 1
      )
      insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name, locale,
        service, request, count, sandbox, intake)
      select gen_random_uuid(), platform, 'accepted only', organisation_id, account_id, conversation, requester_id, requester_name,
        locale, service, request, 1, sandbox, jobs_to_write
      from made`;
    expect(await decided(1, "ran", accept)).toMatchObject({ lookedFor: 2, uncertain: 3 });
  });

  it.each([
    ["are sent once more with their keys", 1, "submitting"],
    ["are uncertain if the gateway may have forgotten the keys", 49, "unknown"],
  ])("and were already being sent %s", async (_what, hours, state) => {
    const send = (transaction: postgres.TransactionSql) => transaction`
      update jobs set state = 'submitting', worker_id = gen_random_uuid(), submitted_at = now() where state = 'waiting' and service = 'image'`;
    const query =
      "select state, worker_id is not null as is_left_over from jobs where service = 'image' and state <> 'held' and ended_at is null limit 1";
    const { jobs } = await decided(hours, "ran", send, query);
    expect(jobs).toEqual([{ state, is_left_over: state === "submitting" }]);
  });

  it("are treated the same in a database that was restored by other means", async () => {
    await source.store.register(randomUUID());
    const at = new Date(Date.now() - HOUR_MS);
    await expect(settleDatabase(source.url, at, "ran")).rejects.toThrow("Easel runs on this database");
    await sql`update workers set beat = now() - interval '1 hour'`;
    expect(await settleDatabase(source.url, at, "ran")).toEqual({ lookedFor: 2, uncertain: 2 });
    expect(await sql`select id from workers`).toEqual([]);
    expect(await sql`select name from sql_functions`).not.toEqual([]);
  });
});

describe("the admin channels", () => {
  const at = new Date("2026-01-02T09:04:00Z");
  const note = { now: new Date("2026-01-02T10:30:00Z"), textOf: restoredText };
  const notes = () => sql<{ conversation: string; text: string }[]>`select conversation, text from admin_notes`;

  it("are notified once of the missing period, in their time zone", async () => {
    await sql`update workspaces set admin_channel = 'console:main:admins', time_zone = 'Europe/Berlin'`;
    await settleDatabase(source.url, at, "ran", note);
    await settleDatabase(source.url, at, "ran", note);
    const told = await notes();
    expect(told).toHaveLength(1);
    expect(told[0]?.conversation).toBe("console:main:admins");
    expect(told[0]?.text).toContain(
      "between 2 January 2026 at 10:04 (Europe/Berlin) and 2 January 2026 at 11:30 (Europe/Berlin)",
    );
  });
});

describe("a retry of many", () => {
  const QUERY = `select state, array(select outcome from recovery_items where recovery_id = recoveries.id) as outcomes
    from recoveries order by state`;
  const given = (transaction: postgres.TransactionSql) => transaction`
    with added as (
      insert into recoveries (id, organisation_id, kind, choice, sums, locale, state)
      select gen_random_uuid(), id, 'retry', '{}', '{}', 'en', unnest(array['asked', 'running']) from organisations
      returning id
    )
    insert into recovery_items (recovery_id, batch_id, ordinal, job_ids) select id, gen_random_uuid(), 1, '{}' from added`;

  it("that was running or not yet confirmed is ended, because it may have continued after the copy", async () => {
    expect((await decided(1, "ran", given, QUERY)).jobs).toEqual([{ state: "done", outcomes: "{failed}" }]);
  });

  it("continues if Easel has not run since", async () => {
    expect((await decided(1, "stopped", given, QUERY)).jobs).toEqual([
      { state: "asked", outcomes: "{NULL}" },
      { state: "running", outcomes: "{NULL}" },
    ]);
  });
});
