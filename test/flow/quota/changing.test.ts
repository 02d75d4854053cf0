import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPolicyStore } from "../../../src/db/accounts/policy-store.ts";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { DatabaseBusyError } from "../../../src/lib/errors.ts";
import type { Job } from "../../../src/core/job/job-store.ts";
import { reserveHeld } from "../../../src/db/jobs/reserve-held.ts";
import { batchViews } from "../../../src/db/jobs/batch-views.ts";
import { setQuota, windows } from "../../support/database/quotas.ts";
import { BASE_URLS, CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const REFUSED = { type: "refused", failure: { reason: "gateway" } } as const;

/** A member of an organisation. */
interface Member {
  readonly organisationId: string;
  readonly accountId: string;
}

let stored: StoredJobs;
let worker: string;
/** A member of the organisation whose quotas are being changed. */
let here: Member;
/** A member of another organisation. */
let there: Member;
/** Another client's transaction, which a test leaves open. */
let holder: postgres.Sql;

beforeEach(async () => {
  stored = await openStoredJobs();
  worker = randomUUID();
  await stored.store.register(worker);
  here = { organisationId: stored.organisationId, accountId: await stored.account("Max") };
  const [organisation] = await run(sql`insert into organisations default values returning id`);
  there = await memberOf(String(organisation?.["id"]));
  for (const { organisationId } of [here, there]) await enterKey(organisationId);
  holder = postgres(stored.url, { max: 1, fetch_types: false, onnotice: () => {} });
});

afterEach(async () => {
  await holder.end({ timeout: 0 });
  await stored.close();
});

const run = (text: ReturnType<typeof sql>) => stored.db.run((queries) => queries.execute(text));

async function memberOf(organisationId: string): Promise<Member> {
  const [account] = await run(
    sql`insert into accounts (organisation_id, display_name) values (${organisationId}, 'Ada') returning id`,
  );
  return { organisationId, accountId: String(account?.["id"]) };
}

async function enterKey(organisationId: string): Promise<void> {
  await createAccountStore(stored.db).enterConfigured({
    organisationId,
    name: "configured",
    masked: "sk-…",
    fingerprint: randomUUID(),
    sealKeyId: "",
    sealedSecret: "sealed",
    services: ["image"],
    concurrency: 50,
  });
}

const accept = ({ organisationId, accountId }: Member, changes: { jobsLater?: boolean } = {}): Promise<string> =>
  stored.accept(accountId, 1, randomUUID(), worker, {
    organisationId,
    scopes: ["organisation", `account:${accountId}`],
    ...changes,
  });

/** Begins a change of `here`'s quotas that lasts until `holder` ends its transaction. */
async function change(): Promise<void> {
  await holder`begin`;
  await holder`select pg_advisory_xact_lock(quota_lock(${here.organisationId}::uuid))`;
  await holder`
    select write_jobs(array(
      select id from batches where organisation_id = ${here.organisationId}::uuid and intake is not null))`;
  await holder`select from quota_windows where organisation_id = ${here.organisationId}::uuid for update`;
}

/** A claimed job of each member. */
async function jobOfEach(): Promise<readonly [Job, Job]> {
  for (const member of [here, there]) await accept(member);
  const jobs = await stored.store.claim(worker, BASE_URLS);
  const of = ({ organisationId }: Member) => jobs.find((job) => job.organisationId === organisationId);
  const [mine, other] = [of(here), of(there)];
  if (!mine || !other) throw new Error("nothing to claim");
  return [mine, other];
}

const organisationsOf = (jobs: readonly { organisationId: string }[]) => jobs.map((job) => job.organisationId);

it("a change of quotas never delays or fails another organisation's work, whatever waits for it", async () => {
  const [mine, other] = await jobOfEach();
  await setQuota(stored, { scope: `key:${String(mine.credentialId)}`, amount: 5 });
  await accept(there);
  await change();
  const pending = [...Array.from({ length: 9 }, () => accept(here)), stored.apply(mine, REFUSED)];
  const told = Promise.allSettled(pending);
  const accepted = accept(there);
  const written = stored.apply(other, CREATED);
  const claimed = await stored.store.claim(worker, BASE_URLS);
  expect(organisationsOf(claimed)).toContain(there.organisationId);
  expect(organisationsOf(claimed)).not.toContain(here.organisationId);
  expect(await accepted).not.toBe("");
  expect((await written).state).toBe("running");
  await holder`commit`;
  await told;
});

describe("while an organisation's quotas are being changed, a claim", () => {
  it("serves other organisations, and this one afterwards", async () => {
    for (const { organisationId } of [here, there]) {
      const [key] = await run(sql`select id from credentials where organisation_id = ${organisationId}`);
      await setQuota({ ...stored, organisationId }, { scope: `key:${String(key?.["id"])}`, amount: 5 });
    }
    await accept(here);
    await accept(there);
    await change();
    expect(organisationsOf(await stored.store.claim(worker, BASE_URLS))).toEqual([there.organisationId]);
    await holder`commit`;
    expect(organisationsOf(await stored.store.claim(worker, BASE_URLS))).toEqual([here.organisationId]);
  });

  it("spends no turn on its members", async () => {
    for (let member = 0; member < 30; member++) await accept(await memberOf(here.organisationId));
    await accept(there);
    await change();
    expect(organisationsOf(await stored.store.claim(worker, BASE_URLS))).toEqual([there.organisationId]);
  });

  it("leaves that organisation's accepted requests for later", async () => {
    const left = await accept(here, { jobsLater: true });
    const begun = await accept(there, { jobsLater: true });
    await change();
    expect(organisationsOf(await stored.store.claim(worker, BASE_URLS, [left, begun]))).toEqual([there.organisationId]);
    // A view without jobs would look as if all of them had ended.
    expect(await stored.db.run((queries) => batchViews(queries, [left]))).toEqual([undefined]);
    expect((await stored.store.ownedBy(worker)).batchIds.toSorted()).toEqual([left, begun].toSorted());
    await holder`rollback`;
    await stored.store.ownedBy(worker);
    expect(organisationsOf(await stored.store.claim(worker, BASE_URLS))).toEqual([here.organisationId]);
  });
});

describe("while an organisation's quotas are being changed, a transition", () => {
  it("of another organisation is written even if it is batched with one that has to wait", async () => {
    const [mine, other] = await jobOfEach();
    await change();
    // The first is sent alone, and then the others together.
    const [first, settling, created] = [
      stored.apply(mine, { type: "cancel_requested" }),
      stored.apply(mine, REFUSED),
      stored.apply(other, CREATED),
    ];
    await expect(settling).rejects.toBeInstanceOf(DatabaseBusyError);
    expect([(await first).state, (await created).state]).toEqual(["submitting", "running"]);
    await holder`commit`;
    expect(await stored.apply(mine, REFUSED)).toMatchObject({ state: "failed" });
  });

  it("of another organisation is written while a merge holds the jobs of this one", async () => {
    const [mine, other] = await jobOfEach();
    await holder`begin`;
    await holder`select from jobs where organisation_id = ${here.organisationId}::uuid for update`;
    const [first, created] = [stored.apply(mine, CREATED), stored.apply(other, CREATED)];
    await expect(first).rejects.toBeInstanceOf(DatabaseBusyError);
    expect((await created).state).toBe("running");
    await holder`commit`;
    expect((await stored.apply(mine, CREATED)).state).toBe("running");
  });
});

it("waiting changes of one organisation's quotas leave connections for other organisations", async () => {
  const [, other] = await jobOfEach();
  await change();
  const scope = `account:${here.accountId}`;
  const told = Promise.allSettled(Array.from({ length: 12 }, (_, amount) => setQuota(stored, { scope, amount })));
  expect((await stored.store.find(other.id))?.id).toBe(other.id);
  expect((await stored.apply(other, CREATED)).state).toBe("running");
  await holder`commit`;
  expect((await told).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => "fulfilled"));
  expect(await windows(stored)).toMatchObject([{ scope, used: 1 }]);
});

it("a change of quotas that waits too long is cancelled by PostgreSQL, so that no connection is lost", async () => {
  await change();
  const policies = createPolicyStore(stored.db);
  const changing = {
    organisationId: here.organisationId,
    actor: { accountId: undefined, name: "Ada", workspace: "console:main" },
  };
  const workspace = { platform: "console", workspace: "main" } as const;
  await expect(policies.changeWorkspace(changing, workspace, { timeZone: "Asia/Tokyo" })).rejects.toMatchObject({
    mayHaveRun: false,
  });
});

it("an approval over a quota that is being changed is refused immediately", async () => {
  const batchId = await stored.accept(here.accountId, 1, randomUUID(), worker, { held: { reasons: ["quota"] } });
  const approve = () => stored.db.transaction((queries) => reserveHeld(queries, batchId));
  await change();
  await expect(approve()).rejects.toBeInstanceOf(DatabaseBusyError);
  await holder`commit`;
  expect(await approve()).toEqual([]);
});

describe("while an organisation's quotas are being changed, a request", () => {
  it("of that organisation is refused immediately, and the database doesn't count as unavailable", async () => {
    const statuses: string[] = [];
    stored.db.onStatus((status) => statuses.push(status));
    await change();
    await expect(accept(here)).rejects.toMatchObject({ name: "DatabaseBusyError", mayHaveRun: false });
    expect(statuses).toEqual(["up"]);
    await holder`commit`;
    expect(await accept(here)).not.toBe("");
  });

  it("waits for other locks only as long as PostgreSQL's lock time-out", async () => {
    const [row] = await stored.db.runSoon((queries) =>
      queries.execute<{ ms: number }>("select setting::integer as ms from pg_settings where name = 'lock_timeout'"),
    );
    // Zero would be no limit. At two seconds, the call would be abandoned before PostgreSQL ends the wait.
    expect(row?.ms).toBeGreaterThan(0);
    expect(row?.ms).toBeLessThan(2_000);
  });
});

it("a change of many quotas reads no more of the ledger than one of a few", async () => {
  const scopes = Array.from({ length: 20 }, (_, index) => `channel:console:main:channel-${index}`);
  for (const scope of scopes) {
    await stored.accept(here.accountId, 1, randomUUID(), worker, { scopes: ["organisation", scope] });
  }
  const setAll = async (some: readonly string[]): Promise<void> => {
    for (const scope of some) await setQuota(stored, { scope, amount: 5 });
  };
  const rowsRead = (): Promise<number> =>
    stored.db.transaction(async (queries) => {
      const soFar = async (): Promise<number> => {
        const [row] = await queries.execute(
          sql`select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'ledger'`,
        );
        return Number(row?.["read"]);
      };
      const before = await soFar();
      await queries.execute(sql`select sum_windows(${here.organisationId}, null)`);
      return (await soFar()) - before;
    });
  await setAll(scopes.slice(0, 2));
  const ofTwo = await rowsRead();
  await setAll(scopes.slice(2));
  expect(await rowsRead()).toEqual(ofTwo);
  const all = await windows(stored);
  expect(all).toHaveLength(scopes.length);
  for (const { used, summed } of all) expect([used, summed]).toEqual([1, 1]);
});
