import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ORGANISATION_SCOPE, type Scope } from "../../../src/core/account/policy/scope.ts";
import { MediaRequest } from "../../../src/core/request/request.ts";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { mergeAccounts, MergeInterrupted } from "../../../src/db/accounts/merge-accounts.ts";
import { createForgetting } from "../../../src/db/retention/forget-account.ts";
import { BASE_URLS, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";
import { ADMIN, storedKeys } from "../../support/database/stored-keys.ts";
import { forgetterOn } from "../../support/forgetting.ts";

const never = new AbortController().signal;

describe("an account to be forgotten", () => {
  let stored: StoredJobs;
  let sql: postgres.Sql;
  let worker: string;
  const admin = { accountId: undefined, name: "Ada", workspace: "console:main" };
  beforeAll(async () => {
    stored = await openStoredJobs();
    sql = postgres(stored.url, { max: 2, onnotice: () => {} });
    worker = await register();
  });
  afterAll(async () => {
    await sql.end();
    await stored.close();
  });

  async function register(): Promise<string> {
    const id = randomUUID();
    await stored.store.register(id);
    return id;
  }
  const forget = (accountId: string) => createForgetting(stored.db).forget(stored.organisationId, accountId, admin);
  const left = async (accountId: string): Promise<number> =>
    (await sql`select from batches where account_id = ${accountId} and requester_id <> ''`).length;

  it("must have no open jobs, because a job at the gateway is paid for", async () => {
    const account = await stored.account("Kim");
    await stored.accept(account, 2);
    expect(await forget(account)).toEqual({ kind: "busy", requests: 1 });
    expect(await sql`select display_name from accounts where id = ${account}`).toEqual([{ display_name: "Kim" }]);
    await sql`update batches set intake = null, closed_at = now() where account_id = ${account}`;
    expect(await forget(account)).toEqual({ kind: "begun" });
    expect(await forget(account)).toEqual({ kind: "gone" });
    expect(await forget(randomUUID())).toEqual({ kind: "gone" });
  });

  it("must not be a configured key's only owner, because the key would be added again for everyone", async () => {
    const account = await stored.account("Kit");
    await stored.enterKey(2);
    const keyring = storedKeys(stored.db).keyring;
    const [key] = await keyring.list(stored.organisationId);
    const assign = (scope: Scope) =>
      keyring.assign(stored.organisationId, key?.id ?? "", { scope, concurrency: {} }, ADMIN);
    await assign({ kind: "account", id: account });
    expect(await forget(account)).toEqual({ kind: "key", name: "configured" });
    expect(await createAccountStore(stored.db).organisationsWithoutAny()).toEqual([]);
    const kept = await sql`select scope, removed_at from credentials`;
    expect([...kept]).toEqual([{ scope: `account:${account}`, removed_at: null }]);
    await assign(ORGANISATION_SCOPE);
    expect(await forget(account)).toEqual({ kind: "begun" });
    await sql`update credentials set removed_at = now()`;
  });

  it("loses its keys, but not a secret that another member's job needs", async () => {
    const [account, other] = [await stored.account("Ida"), await stored.account("Jo")];
    const keys = storedKeys(stored.db);
    const [shared, idle] = [
      await keys.add(stored.organisationId, "shared", "sk-0123456789-shared"),
      await keys.add(stored.organisationId, "idle", "sk-0123456789-idle", { services: ["video"] }),
    ];
    const batchId = await stored.accept(other, 1);
    const claimed = await stored.store.claim(worker, BASE_URLS);
    expect(claimed.find((job) => job.batchId === batchId)).toMatchObject({ credentialId: shared });
    for (const id of [shared, idle]) {
      const to = {
        scope: { kind: "account", id: account },
        concurrency: {},
      } as const;
      await keys.keyring.assign(stored.organisationId, id, to, ADMIN);
    }
    expect(await forget(account)).toEqual({ kind: "begun" });
    const theirs = await sql`
      select id::text as id, name, sealed_secret <> '' as secret, removed_at is not null as removed
      from credentials where origin = 'people' order by id`;
    expect([...theirs]).toEqual([
      { id: shared, name: "", secret: true, removed: true },
      { id: idle, name: "", secret: false, removed: true },
    ]);
    await sql`update jobs set worker_id = null where credential_id = ${shared}`;
    await createAccountStore(stored.db).wipeRemoved();
    expect(await sql`select from credentials where origin = 'people' and sealed_secret <> ''`).toHaveLength(0);
  });

  it("continues to be forgotten by another worker if one dies, and its requests can still be read", async () => {
    await sql`update forgettings set done_at = now()`;
    const account = await stored.account("Eve");
    const reference = { kind: "image", hash: "h", mimeType: "image/png", name: "eve.png", bytes: 3 } as const;
    const image = {
      kind: "image",
      model: "provider-a/image-2",
      prompt: "eve's garden",
      count: 2,
      size: "1K",
      references: [reference],
      mask: reference,
      systemInstruction: "eve",
      native: { eve: 1 },
    };
    const video = {
      kind: "video",
      model: "gamma3.0",
      prompt: "eve's clip",
      seconds: 5,
      billedSeconds: 5,
      references: [],
      native: { eve: 1 },
    };
    for (const request of [image, video, image]) {
      await stored.accept(account, 1, randomUUID(), undefined, { requesterName: "Eve", requesterId: "eve" });
      await sql`update batches set request = ${sql.json(request)}, intake = null, closed_at = now() where account_id = ${account} and closed_at is null`;
    }
    await forget(account);
    const dying = new AbortController();
    const dies = async (): Promise<void> => dying.abort(new Error("the process dies"));
    await expect(forgetterOn(stored.db, dies).forgetAll(worker, dying.signal)).rejects.toThrow("the process dies");
    expect(await left(account)).toBe(2);
    const next = await register();
    await forgetterOn(stored.db).forgetAll(next, never);
    expect(await left(account)).toBe(2);
    await stored.store.retire(worker);
    await stored.store.takeOver(next, false);
    await forgetterOn(stored.db).forgetAll(next, never);
    expect(await left(account)).toBe(0);
    // A person who still acts as the account can neither add data that would be forgotten nor move data to another account.
    const other = await stored.account("Lin");
    for (const [absorbed, survivor] of [
      [account, other],
      [other, account],
    ] as const) {
      const merge = { organisationId: stored.organisationId, absorbed, survivor };
      await expect(stored.db.transaction((queries) => mergeAccounts(queries, merge))).rejects.toThrow(MergeInterrupted);
    }
    const requests =
      await sql`select request, requester_name from batches where account_id = ${account} order by created_at`;
    expect(requests.map(({ request }) => MediaRequest.parse(request))).toMatchObject([
      { prompt: "—", count: 2, size: "1K", references: [] },
      { prompt: "—", billedSeconds: 5 },
      { prompt: "—" },
    ]);
    expect(JSON.stringify(requests)).not.toMatch(/eve/i);
  });
});
