import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { batchViews } from "../../../src/db/jobs/batch-views.ts";
import { setQuota } from "../../support/database/quotas.ts";
import { BASE_URLS, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

/** A member of an organisation. */
interface Member {
  readonly organisationId: string;
  readonly accountId: string;
}

let stored: StoredJobs;
let worker: string;
/** Of the organisation whose quotas are being changed. */
let here: Member;
/** Of another one. */
let there: Member;
/** A transaction of somebody else, which a test leaves open. */
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

/** Begins a change of the first organisation's quotas that lasts until `holder` ends it. */
async function change(): Promise<void> {
  await holder`begin`;
  await holder`select pg_advisory_xact_lock(quota_lock(${here.organisationId}::uuid))`;
  await holder`
    select write_jobs(array(
      select id from batches where organisation_id = ${here.organisationId}::uuid and intake is not null))`;
  await holder`select from quota_windows where organisation_id = ${here.organisationId}::uuid for update`;
}

const organisationsOf = (jobs: readonly { organisationId: string }[]) => jobs.map((job) => job.organisationId);

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

  it("leaves its accepted requests for later", async () => {
    const left = await accept(here, { jobsLater: true });
    const begun = await accept(there, { jobsLater: true });
    await change();
    expect(organisationsOf(await stored.store.claim(worker, BASE_URLS, [left, begun]))).toEqual([there.organisationId]);
    // Without jobs it would look as if all of them had ended.
    expect(await stored.db.run((queries) => batchViews(queries, [left]))).toEqual([undefined]);
    expect((await stored.store.ownedBy(worker)).batchIds.toSorted()).toEqual([left, begun].toSorted());
    await holder`rollback`;
    await stored.store.ownedBy(worker);
    expect(organisationsOf(await stored.store.claim(worker, BASE_URLS))).toEqual([here.organisationId]);
  });
});
