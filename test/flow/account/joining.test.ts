import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CodeUser, Linking } from "../../../src/core/account/linking.ts";
import { createSeal } from "../../../src/core/account/keys/seal.ts";
import { organisationCode } from "../../../src/core/account/access-codes.ts";
import { createLinking } from "../../../src/db/accounts/linking-store.ts";
import { createOrganisationStore } from "../../../src/db/accounts/organisation-store.ts";
import { MAX_MOVED_JOBS } from "../../../src/lib/limits.ts";
import { addEndedJobs } from "../../support/database/ended-jobs.ts";
import { wrongSums } from "../../support/database/quotas.ts";
import { createTenants, type Tenant, type Tenants } from "../../support/database/tenants.ts";

const SECRET = "a secret key that is used by tests alone";
const seal = createSeal(SECRET);

let tenants: Tenants;
let linking: Linking;

beforeAll(async () => {
  tenants = await createTenants();
  linking = createLinking(tenants.db, { secretKey: SECRET, operatorCode: "OPERATOR-CODE", seal });
});
afterAll(() => tenants.close());

const rows = (query: ReturnType<typeof sql>) => tenants.db.run(async (queries) => [...(await queries.execute(query))]);

function codeUser(tenant: Tenant): CodeUser {
  const [platform = "", workspace = ""] = tenant.workspace.split(":");
  return { ...tenant, identity: { platform, workspace, userId: tenant.userId } };
}

/** An organisation with rows in every table. */
async function fill(tenant: Tenant): Promise<void> {
  const { organisationId, accountId, workspace } = tenant;
  const [platform = "", id = ""] = workspace.split(":");
  const conversation = `${platform}:${id}:general`;
  await rows(sql`insert into groups (organisation_id, name) values (${organisationId}, 'Makers')`);
  await rows(sql`insert into group_members (group_id, organisation_id, subject)
    select id, organisation_id, ${`account:${accountId}`} from groups where organisation_id = ${organisationId}::uuid`);
  await rows(sql`insert into policies (organisation_id, scope, settings) values
    (${organisationId}, 'organisation', '{"maxCount":3}'), (${organisationId}, ${`workspace:${workspace}`}, '{"maxCount":5,"maxSeconds":9}')`);
  await rows(
    sql`insert into pauses (organisation_id, scope, paused_by) values (${organisationId}, 'organisation', 'Ada')`,
  );
  await rows(sql`insert into quotas (organisation_id, scope, unit, span, amount, set_in, time_zone)
    values (${organisationId}, 'organisation', 'images', 'day', 20, ${workspace}, 'UTC')`);
  await rows(sql`insert into credentials (organisation_id, fingerprint, sealed_secret, services, concurrency, clip_concurrency, scope)
    values (${organisationId}, ${`f-${id}`}, ${seal.close(`sk-${id}`, organisationId)}, '{image}', 2, 2, 'organisation')`);
  await rows(sql`insert into presets (organisation_id, scope, name, command, options, created_by)
    values (${organisationId}, ${`account:${accountId}`}, 'mine', 'imagine', '{}', ${accountId}::uuid)`);
  const [batch] = await rows(sql`insert into batches
    (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name, locale, service, request,
      count, sandbox)
    values (gen_random_uuid(), 'discord', ${`e-${id}`}, ${organisationId}, ${accountId}, ${conversation}, 'u', 'Max', 'en', 'image', '{}', 1, true) returning id`);
  await rows(sql`insert into jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash,
      idempotency_key, settlement, scopes, cost)
    values (gen_random_uuid(), ${String(batch?.["id"])}, ${organisationId}, ${accountId}, 'image', 1, 'running', '/p', '{}', 'h', 'i',
      'reserved', array['organisation', ${`workspace:${workspace}`}, ${`account:${accountId}`}], 4)`);
  await rows(sql`insert into ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net, counts_at)
    select organisation_id, account_id, ${workspace}, ${conversation}, batch_id, id, 'm', 'reserved', 'images', cost, cost, now()
    from jobs where organisation_id = ${organisationId}::uuid`);
  await rows(sql`insert into stars (organisation_id, account_id, batch_id, channel, event_key)
    values (${organisationId}, ${accountId}, ${String(batch?.["id"])}, ${conversation}, 'e')`);
  await rows(
    sql`insert into lanes (organisation_id, service, account_id) values (${organisationId}, 'image', ${accountId})`,
  );
  await rows(
    sql`insert into audit (organisation_id, actor_name, workspace, action) values (${organisationId}, 'Ada', ${workspace}, 'group.created')`,
  );
}

describe("merging two organisations", () => {
  it("keeps everything, and turns organisation-wide settings of the absorbed one into workspace settings", async () => {
    const [here, there] = [await tenants.add("here"), await tenants.add("there", "slack")];
    await fill(here);
    await fill(there);
    const code = await linking.makeCode(codeUser(here), "organisation");
    const before = await rows(sql`select * from audit where organisation_id = ${there.organisationId}::uuid`);
    expect(await linking.redeem(codeUser(there), "organisation", code)).toEqual({
      kind: "joined",
      name: here.workspace,
    });

    const tables = await rows(sql`select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'organisation_id' and table_name <> 'audit'`);
    expect(tables.length).toBeGreaterThan(12);
    for (const { table_name: name } of tables) {
      const left = await rows(
        sql`select 1 from ${sql.identifier(String(name))} where organisation_id = ${there.organisationId}::uuid`,
      );
      expect({ name, left }).toEqual({ name, left: [] });
    }
    const organisation = sql`organisation_id = ${here.organisationId}::uuid`;
    expect(await rows(sql`select name from groups where ${organisation} order by name`)).toEqual([
      { name: "Makers" },
      { name: "Makers 2" },
    ]);
    const scope = `workspace:${there.workspace}`;
    expect(await rows(sql`select settings from policies where ${organisation} and scope = ${scope}`)).toEqual([
      { settings: { maxCount: 3, maxSeconds: 9 } },
    ]);
    expect(await rows(sql`select scope from pauses where ${organisation} order by scope`)).toEqual([
      { scope: "organisation" },
      { scope },
    ]);
    const windows = await rows(
      sql`select scope, used::integer from quota_windows where ${organisation} order by scope`,
    );
    expect(windows).toEqual([
      { scope: "organisation", used: 8 },
      { scope, used: 4 },
    ]);
    expect(await wrongSums(tenants)).toEqual([]);
    const keys = await rows(
      sql`select scope, sealed_secret as sealed from credentials where ${organisation} order by scope`,
    );
    expect(keys.map((key) => [key["scope"], seal.open(String(key["sealed"]), here.organisationId)])).toEqual([
      ["organisation", "sk-w-here"],
      [scope, "sk-w-there"],
    ]);
    // History is append-only.
    expect(await rows(sql`select * from audit where organisation_id = ${there.organisationId}::uuid`)).toEqual(before);
    expect(await rows(sql`select action, workspace from audit where ${organisation} order by id`)).toEqual([
      { action: "group.created", workspace: here.workspace },
      { action: "group.created", workspace: there.workspace },
      { action: "organisation.joined", workspace: there.workspace },
    ]);
    expect(await rows(sql`select 1 from organisations where id = ${there.organisationId}::uuid`)).toEqual([]);
  });

  it("moves no long history, but the other organisation can join the one that has it", async () => {
    const [here, there] = [await tenants.add("long-here"), await tenants.add("long-there", "slack")];
    await addEndedJobs(tenants.db, there, MAX_MOVED_JOBS.organisation + 1);
    const join = async (maker: Tenant, other: Tenant) =>
      linking.redeem(codeUser(other), "organisation", await linking.makeCode(codeUser(maker), "organisation"));
    expect(await join(here, there)).toEqual({ kind: "long_history" });
    expect(await rows(sql`select 1 from organisations where id = ${there.organisationId}::uuid`)).toHaveLength(1);
    expect(await join(there, here)).toEqual({ kind: "joined", name: there.workspace });
  });

  it("never increases their total: workspaces split the organisation's quota", async () => {
    const [here, there] = [await tenants.add("share-here"), await tenants.add("share-there")];
    const { organisationId } = there;
    await rows(sql`insert into workspaces (platform, external_id, organisation_id) values
      ('slack', 'share-2', ${organisationId}), ('slack', 'share-3', ${organisationId})`);
    const known = "workspace:slack:share-3";
    await rows(sql`insert into quotas (organisation_id, scope, unit, span, amount, set_in, time_zone) values
      (${organisationId}, 'organisation', 'images', 'day', 20, ${there.workspace}, 'UTC'),
      (${organisationId}, 'organisation', 'seconds', 'day', 2, ${there.workspace}, 'UTC'),
      (${organisationId}, ${known}, 'images', 'day', 3, ${there.workspace}, 'UTC')`);
    await rows(sql`insert into quota_windows (organisation_id, scope, unit, span, starts_at, ends_at, granted)
      select ${organisationId}::uuid, 'organisation', 'images', 'day', starts_at, ends_at, 4
      from quota_window('day', 'UTC', now())`);
    const code = await linking.makeCode(codeUser(here), "organisation");
    expect(await linking.redeem(codeUser(there), "organisation", code)).toMatchObject({ kind: "joined" });
    const shares = await rows(sql`
      select q.scope, q.unit, q.amount::integer, w.granted::integer from quotas q
      left join quota_windows w using (organisation_id, scope, unit, span)
      where q.organisation_id = ${here.organisationId}::uuid order by q.unit, q.amount desc, w.granted desc`);
    expect(shares.map(({ unit, amount }) => [unit, amount])).toEqual([
      ["images", 7],
      ["images", 7],
      // It had less than its share before.
      ["images", 3],
      ["seconds", 1],
      ["seconds", 1],
      ["seconds", 0],
    ]);
    expect(shares.find(({ scope, unit }) => scope === known && unit === "images")).toMatchObject({ amount: 3 });
    expect(shares.slice(0, 3).reduce((sum, { granted }) => sum + Number(granted), 0)).toBe(4);
  });

  it("needs two organisations, whose accounts can't be joined before", async () => {
    const [here, there] = [await tenants.add("one"), await tenants.add("two")];
    const code = await linking.makeCode(codeUser(here), "organisation");
    expect(await linking.redeem(codeUser(here), "organisation", code)).toEqual({ kind: "same" });
    const own = await linking.makeCode(codeUser(here), "account");
    expect(await linking.redeem(codeUser(there), "account", own)).toEqual({ kind: "other_organisation" });
  });

  it.each([
    { what: "", isDisabled: false, kept: "here" },
    { what: ", the one in use", isDisabled: true, kept: "there" },
  ])("keeps one of two keys for everyone with the same secret$what", async ({ what, isDisabled, kept }) => {
    const name = (key: string): string => `twin${what.length}-${key}`;
    const [here, there] = [await tenants.add(name("here")), await tenants.add(name("there"))];
    // The keys for everyone of an organisation with several workspaces stay keys for everyone.
    await rows(sql`insert into workspaces (platform, external_id, organisation_id)
      values ('slack', ${name("2")}, ${there.organisationId})`);
    for (const [key, { organisationId }] of [
      ["here", here],
      ["there", there],
    ] as const) {
      await rows(sql`insert into credentials (organisation_id, name, origin, fingerprint, sealed_secret, services, concurrency,
          clip_concurrency, disabled_at)
        values (${organisationId}, ${key}, 'people', ${name("f")}, ${seal.close(name("sk"), organisationId)}, '{image}', 1, 1,
          case when ${isDisabled && key === "here"}::boolean then now() end)`);
    }
    const code = await linking.makeCode(codeUser(here), "organisation");
    expect(await linking.redeem(codeUser(there), "organisation", code)).toMatchObject({ kind: "joined" });
    expect(
      await rows(sql`
        select name from credentials where organisation_id = ${here.organisationId}::uuid and removed_at is null`),
    ).toEqual([{ name: kept }]);
  });

  it("leaves a key unused if its secret can't be opened here", async () => {
    const [here, there] = [await tenants.add("keys-here"), await tenants.add("keys-there")];
    await rows(sql`insert into credentials (organisation_id, fingerprint, sealed_secret, services, concurrency, clip_concurrency)
      values (${there.organisationId}, 'f-lost', 'v1.a.b.c', '{image}', 1, 1)`);
    const code = await linking.makeCode(codeUser(here), "organisation");
    expect(await linking.redeem(codeUser(there), "organisation", code)).toMatchObject({ kind: "joined" });
    expect(
      await rows(sql`select resting_until = 'infinity' as rests from credentials where fingerprint = 'f-lost'`),
    ).toEqual([{ rests: true }]);
  });
});

describe("the operator's code", () => {
  const claimer = (workspace: string) => ({
    actor: { accountId: undefined, name: "Ada", workspace: `discord:${workspace}` },
    identity: { platform: "discord", workspace, userId: "u-1" },
  });

  it("gives a workspace its own organisation, once", async () => {
    const claimed = await linking.claim(claimer("c-1"), "operator code", undefined);
    const [made] = await rows(sql`select organisation_id from workspaces where external_id = 'c-1'`);
    expect(claimed).toEqual({ kind: "claimed", organisationId: made?.["organisation_id"] });
    const others = sql`select 1 from workspaces where organisation_id = ${made?.["organisation_id"]}::uuid`;
    expect(await rows(others)).toHaveLength(1);
    expect(await linking.claim(claimer("c-1"), "OPERATORCODE", undefined)).toEqual({ kind: "already" });
    expect(await rows(sql`select action, actor_name from audit where workspace = 'discord:c-1'`)).toEqual([
      { action: "workspace.claimed", actor_name: "Ada" },
    ]);
  });

  it("does not add a workspace to an existing organisation, which needs that organisation's code", async () => {
    const store = createOrganisationStore(tenants.db);
    const { organisationId } = await store.allow({ platform: "slack", workspace: "T-acme", organisation: "acme" });
    const wrong = { kind: "wrong" };
    expect(await linking.claim(claimer("c-5"), "OPERATOR-CODE", "acme")).toEqual(wrong);
    expect(await linking.claim(claimer("c-5"), organisationCode(SECRET, organisationId), undefined)).toEqual(wrong);
    expect(await linking.claim(claimer("c-5"), organisationCode(SECRET, organisationId), "other")).toEqual(wrong);
    expect(await linking.claim(claimer("c-5"), organisationCode(SECRET, organisationId), "ACME")).toEqual({
      kind: "claimed",
      organisationId,
    });
  });

  it("can't be guessed", async () => {
    for (let tries = 0; tries < 5; tries++) {
      expect(await linking.claim(claimer("c-3"), "WRONG", undefined)).toEqual({ kind: "wrong" });
    }
    expect(await linking.claim(claimer("c-3"), "OPERATOR-CODE", undefined)).toMatchObject({ kind: "too_many" });
    expect(await rows(sql`select 1 from workspaces where external_id = 'c-3'`)).toEqual([]);
  });

  it("claims a workspace once if two people enter it at the same time", async () => {
    const both = await Promise.all([
      linking.claim(claimer("c-4"), "OPERATOR-CODE", undefined),
      linking.claim(claimer("c-4"), "OPERATOR-CODE", undefined),
    ]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(["already", "claimed"]);
    expect(
      await rows(sql`select 1 from organisations
      where id not in (select organisation_id from workspaces)`),
    ).toEqual([]);
  });
});
