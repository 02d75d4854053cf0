import { CODE_TRIES } from "../../../src/db/accounts/code-store.ts";
import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CodeUser, Linking } from "../../../src/core/account/linking.ts";
import { createAuditLog } from "../../../src/db/accounts/audit-log.ts";
import { MAX_BLOCKED_WORDS } from "../../../src/lib/limits.ts";
import { openLinkedPeople, type LinkedPeople } from "../../support/database/linked-people.ts";
import { setQuota, usedOf, windows, wrongSums } from "../../support/database/quotas.ts";
import { BASE_URLS, CREATED, type StoredJobs } from "../../support/database/stored-jobs.ts";

let people: LinkedPeople;
let stored: StoredJobs;
let linking: Linking;

beforeAll(async () => {
  people = await openLinkedPeople();
  ({ stored, linking } = people);
});
afterAll(() => stored.close());

const newPerson = (name?: string) => people.newPerson(name);
const rows = (query: SQL) => people.rows(query);
const join = (maker: CodeUser, other: CodeUser) => people.join(maker, other);
const ask = (person: CodeUser, count: number) => people.ask(person, count);

describe("a code", () => {
  it("joins two accounts, once, regardless of case and spacing", async () => {
    const [one, other] = [await newPerson("Ada"), await newPerson("Ada on Slack")];
    const code = await linking.makeCode(one, "account");
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/);
    const typed = ` ${code.toLowerCase().replace("-", " ")} `;
    expect(await linking.redeem(other, "account", typed)).toEqual({ kind: "joined", name: "Ada" });
    expect(await linking.redeem(await newPerson(), "account", code)).toEqual({ kind: "wrong" });
    const identities = await rows(sql`select user_id from identities where account_id = ${one.accountId}::uuid`);
    expect(identities).toHaveLength(2);
    expect(await rows(sql`select id from accounts where id = ${other.accountId}::uuid`)).toEqual([]);
  });

  it("joins nothing with its own account, for another purpose, or after a newer code was made", async () => {
    const one = await newPerson();
    const first = await linking.makeCode(one, "account");
    expect(await linking.redeem(one, "account", first)).toEqual({ kind: "same" });
    const other = await newPerson();
    expect(await linking.redeem(other, "organisation", first)).toEqual({ kind: "wrong" });
    const second = await linking.makeCode(one, "account");
    expect(await linking.redeem(other, "account", first)).toEqual({ kind: "wrong" });
    expect(await linking.redeem(other, "account", second)).toMatchObject({ kind: "joined" });
  });

  it("expires, and is never stored in plain text", async () => {
    const code = await linking.makeCode(await newPerson(), "account");
    const kept = JSON.stringify(await rows(sql`select * from codes`));
    expect(kept).not.toContain(code);
    expect(kept).not.toContain(code.replace("-", ""));
    await rows(sql`update codes set expires_at = now() - interval '1 second'`);
    expect(await linking.redeem(await newPerson(), "account", code)).toEqual({ kind: "wrong" });
  });

  it("can't be guessed: an identity's tries are limited across processes", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const code = await linking.makeCode(one, "account");
    const again = people.again();
    const tries = await Promise.all(
      Array.from({ length: CODE_TRIES + 3 }, (_, index) =>
        (index % 2 ? again : linking).redeem(other, "account", "AAAA-AAAA"),
      ),
    );
    expect(tries.filter(({ kind }) => kind === "wrong")).toHaveLength(CODE_TRIES);
    expect(await linking.redeem(other, "account", code)).toMatchObject({ kind: "too_many", until: expect.any(Date) });
    await rows(sql`update code_tries set since = now() - interval '11 minutes'`);
    expect(await linking.redeem(other, "account", code)).toMatchObject({ kind: "joined" });
  });
});

describe("merging two accounts", () => {
  it("combines requests, jobs, ledger, lanes and quota", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    await setQuota(stored, { scope: `account:${one.accountId}`, amount: 10 });
    await ask(one, 4);
    const batchId = await ask(other, 3);
    expect(await usedOf(stored, `account:${one.accountId}`)).toBe(4);
    await rows(sql`insert into proposals (id, organisation_id, account_id, kind, conversation, request)
      values (gen_random_uuid(), ${stored.organisationId}, ${other.accountId}, 'ask', 'console:main:general', '{}')`);
    expect(await join(one, other)).toMatchObject({ kind: "joined" });
    expect(await usedOf(stored, `account:${one.accountId}`)).toBe(7);
    expect(await rows(sql`select distinct account_id from jobs where batch_id = ${batchId}::uuid`)).toEqual([
      { account_id: one.accountId },
    ]);
    for (const table of ["identities", "batches", "jobs", "ledger", "usage_sums", "lanes", "codes", "proposals"]) {
      expect(
        await rows(sql`select 1 from ${sql.identifier(table)} where account_id = ${other.accountId}::uuid`),
      ).toEqual([]);
    }
    const scopes = await rows(sql`select 1 from jobs where ${`account:${other.accountId}`} = any(scopes)`);
    expect(scopes).toEqual([]);
    // They share the rest of the quota.
    await expect(ask(one, 4)).rejects.toMatchObject({ code: "over_quota" });
    await stored.endEverything();
    for (const window of await windows(stored)) expect(window.used).toBe(window.summed);
    expect(await wrongSums(stored)).toEqual([]);
  });

  it("combines their stars, and keeps one for a result that both starred", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const [both, alone] = [await ask(one, 1), await ask(one, 1)];
    const star = (person: CodeUser, id: string) =>
      rows(sql`insert into stars (organisation_id, account_id, batch_id, channel, event_key)
        values (${person.organisationId}, ${person.accountId}, ${id}, 'c', 'e')`);
    await star(one, both);
    await star(other, both);
    await star(other, alone);
    expect(await join(one, other)).toMatchObject({ kind: "joined" });
    const left = await rows(sql`select account_id::text as of, batch_id::text as id from stars
      where batch_id in (${both}::uuid, ${alone}::uuid)`);
    expect(left).toHaveLength(2);
    expect(left).toEqual(expect.arrayContaining([both, alone].map((id) => ({ of: one.accountId, id }))));
  });

  it("keeps only the newest of their stars, so that linking again and again does not add up", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const star = (person: CodeUser, batch: string, since: string) =>
      rows(sql`
        with copies as (
          insert into batches select (jsonb_populate_record(batches, jsonb_build_object('id', gen_random_uuid(),
            'event_key', ${since} || n))).*
          from batches, generate_series(1, 150) n where id = ${batch}::uuid
          returning id)
        insert into stars (organisation_id, account_id, batch_id, channel, event_key, created_at)
        select ${person.organisationId}::uuid, ${person.accountId}::uuid, id, 'c', ${since}, ${since}::timestamptz from copies`);
    const batch = await ask(one, 1);
    await star(one, batch, "2026-01-02");
    await star(other, batch, "2026-01-01");
    expect(await join(one, other)).toMatchObject({ kind: "joined" });
    const left = await rows(sql`select event_key as since, count(*)::integer as count from stars
      where account_id = ${one.accountId}::uuid group by event_key order by event_key desc`);
    expect(left).toEqual([
      { since: "2026-01-02", count: 150 },
      { since: "2026-01-01", count: 50 },
    ]);
  });

  it("disturbs no running job", async () => {
    await stored.enterKey(3);
    await stored.endEverything();
    const [one, other] = [await newPerson(), await newPerson()];
    await ask(other, 1);
    await people.addEnded(one, 1);
    const workerId = randomUUID();
    await stored.store.register(workerId);
    const [claimed] = await stored.store.claim(workerId, BASE_URLS);
    if (!claimed) throw new Error("nothing was claimed");
    const running = await stored.apply(claimed, CREATED);
    expect(await join(one, other)).toMatchObject({ kind: "joined" });
    const ended = await stored.apply(running, { type: "remote_completed", usage: undefined });
    expect(ended).toMatchObject({ state: "succeeded", fence: running.fence });
  });

  it("applies the stricter limits, and every block of either", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const [to, from] = [`account:${one.accountId}`, `account:${other.accountId}`];
    await rows(sql`insert into policies (organisation_id, scope, settings) values
      (${stored.organisationId}, ${to}, '{"maxCount":5,"maxSeconds":10}'), (${stored.organisationId}, ${from}, '{"maxCount":2}'),
      (${stored.organisationId}, 'workspace:console:main', ${JSON.stringify({ blocked: [from, "account:x"], access: [to] })}::jsonb)`);
    await setQuota(stored, { scope: to, amount: 10 });
    await setQuota(stored, { scope: from, amount: 3 });
    await setQuota(stored, { scope: from, amount: 50, span: "week" });
    await setQuota(stored, { scope: from, amount: 8_000_000, unit: "money:EUR" });
    await setQuota(stored, { scope: to, amount: 9_000_000, unit: "money:EUR" });
    await rows(sql`insert into groups (organisation_id, name) values (${stored.organisationId}, 'both')`);
    await rows(sql`insert into group_members (group_id, organisation_id, subject)
      select id, organisation_id, subject from groups, unnest(array[${to}, ${from}]) as subject where name = 'both'`);
    await join(one, other);
    expect(await rows(sql`select settings from policies where scope = ${to}`)).toEqual([
      { settings: { maxCount: 2, maxSeconds: 10 } },
    ]);
    expect(await rows(sql`select settings from policies where scope = 'workspace:console:main'`)).toEqual([
      { settings: { blocked: expect.arrayContaining(["account:x", to]), access: [to] } },
    ]);
    expect(await rows(sql`select span, amount::integer from quotas where scope = ${to} order by span`)).toEqual([
      { span: "day", amount: 3 },
      { span: "week", amount: 50 },
    ]);
    expect(await rows(sql`select scope, amount::integer from money_quotas`)).toEqual([
      { scope: to, amount: 8_000_000 },
    ]);
    expect(await rows(sql`select subject from group_members`)).toEqual([{ subject: to }]);
    for (const table of ["policies", "quotas", "money_quotas", "quota_windows"]) {
      expect(await rows(sql`select 1 from ${sql.identifier(table)} where scope = ${from}`)).toEqual([]);
    }
  });

  it("is refused for two members of one workspace, and nothing changes", async () => {
    const [one, elsewhere] = [await newPerson(), await newPerson()];
    const colleague = await people.newPerson("Bob", one.identity.workspace);
    expect(await join(elsewhere, colleague)).toMatchObject({ kind: "joined" });
    const code = await linking.makeCode(one, "account");
    // Their account also has an identity in this workspace, wherever the code is entered.
    for (const person of [{ ...colleague, accountId: elsewhere.accountId }, elsewhere]) {
      expect(await linking.redeem(person, "account", code)).toEqual({ kind: "same_workspace" });
    }
    expect(await rows(sql`select user_id from identities where account_id = ${one.accountId}::uuid`)).toEqual([
      { user_id: one.identity.userId },
    ]);
  });

  it("is refused if a list would get too long", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const wordsOf = (prefix: string) => Array.from({ length: MAX_BLOCKED_WORDS - 1 }, (_, index) => prefix + index);
    for (const [{ accountId }, prefix] of [
      [one, "a"],
      [other, "b"],
    ] as const) {
      const settings = JSON.stringify({ blockedWords: wordsOf(prefix) });
      await rows(sql`insert into policies (organisation_id, scope, settings)
        values (${one.organisationId}, ${`account:${accountId}`}, ${settings}::jsonb)`);
    }
    expect(await join(one, other)).toEqual({ kind: "full" });
    expect(await rows(sql`select id from accounts where id = ${other.accountId}::uuid`)).toHaveLength(1);
  });

  it("keeps one of two keys with the same secret, unless the other serves more", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const enter = (person: CodeUser, name: string, fingerprint: string, services: string) =>
      rows(sql`insert into credentials (organisation_id, name, origin, scope, fingerprint, sealed_secret, services, concurrency,
          clip_concurrency)
        values (${stored.organisationId}, ${name}, 'people', ${`account:${person.accountId}`}, ${fingerprint}, 'sealed',
          ${services}::text[], 1, 1)`);
    await enter(one, "one's", "f-same", "{image}");
    await enter(other, "other's", "f-same", "{image}");
    await enter(one, "one's for clips", "f-both", "{video}");
    await enter(other, "other's for both", "f-both", "{image,video}");
    await enter(one, "one's for pictures", "f-split", "{image}");
    await enter(other, "other's for clips", "f-split", "{video}");
    await enter(other, "another", "f-another", "{image}");
    expect(await join(one, other)).toMatchObject({ kind: "joined" });
    const left = await rows(sql`
      select name from credentials where scope = ${`account:${one.accountId}`} and removed_at is null order by name`);
    expect(left.map(({ name }) => name)).toEqual([
      "another",
      "one's",
      "one's for pictures",
      "other's for both",
      "other's for clips",
    ]);
  });

  it("is audited", async () => {
    const audit = createAuditLog(stored.db);
    for (const [jobs, gone] of [
      [0, "Lin"],
      [1, "Ada"],
    ] as const) {
      const [one, other] = [await newPerson("Ada"), await newPerson("Lin")];
      await people.addEnded(other, jobs);
      await join(one, other);
      const [absorbed, survivor] = gone === "Lin" ? [other, one] : [one, other];
      const [entry] = await audit.recent(stored.organisationId, {}, 1);
      expect(entry).toMatchObject({
        action: "account.linked",
        accountId: other.accountId,
        name: "Lin",
        scope: `account:${absorbed.accountId}`,
        before: { account: absorbed.accountId, name: gone, identity: other.identity },
        after: { account: survivor.accountId, name: survivor.actor.name },
      });
      const former = `account:${absorbed.accountId}`;
      const names = await audit.formerNames(stored.organisationId, [former, "group:unknown", "account:unknown"]);
      expect([...names]).toEqual([[former, gone]]);
    }
  });

  it("stays consistent while both send requests", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    await setQuota(stored, { scope: `account:${one.accountId}`, amount: 1_000 });
    // Enough jobs that this account absorbs the other.
    await people.addEnded(one, 100);
    const code = await linking.makeCode(one, "account");
    const asked = Array.from({ length: 20 }, (_, index) =>
      ask(index % 2 ? one : other, 1).then(
        () => 1,
        () => 0,
      ),
    );
    const [joined, ...taken] = await Promise.all([linking.redeem(other, "account", code), ...asked]);
    expect(joined).toMatchObject({ kind: "joined" });
    const all = taken.reduce<number>((sum, one_) => sum + (typeof one_ === "number" ? one_ : 0), 0);
    expect(
      await rows(sql`select count(*)::integer as n from batches where account_id = ${one.accountId}::uuid`),
    ).toEqual([{ n: all + 1 }]);
    for (const window of await windows(stored)) expect(window.used).toBe(window.summed);
  });
});
