import { sql, type SQL } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CodeUser } from "../../../src/core/account/linking.ts";
import type { Membership } from "../../../src/core/account/membership.ts";
import { createMemberships } from "../../../src/app/context/membership-cache.ts";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { createMembershipStore } from "../../../src/db/accounts/membership-store.ts";
import { createPolicyStore } from "../../../src/db/accounts/policy-store.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { MAX_GROUP_MEMBERS, MAX_POLICY_SUBJECTS } from "../../../src/lib/limits.ts";
import { MAX } from "../../support/commands.ts";
import { openLinkedPeople, type LinkedPeople } from "../../support/database/linked-people.ts";
import { setQuota, usedOf } from "../../support/database/quotas.ts";
import type { StoredJobs } from "../../support/database/stored-jobs.ts";

let people: LinkedPeople;
let stored: StoredJobs;

beforeAll(async () => {
  people = await openLinkedPeople();
  ({ stored } = people);
});
afterAll(() => stored.close());

const newPerson = () => people.newPerson();
const rows = (query: SQL) => people.rows(query);
const scopeOf = ({ accountId }: CodeUser): string => `account:${accountId}`;

/** Two people who were joined into the first one's account. */
async function linkedPair(): Promise<[CodeUser, CodeUser]> {
  const [one, other] = [await newPerson(), await newPerson()];
  expect(await people.join(one, other)).toMatchObject({ kind: "joined" });
  return [one, other];
}

async function setPolicy(scope: string, settings: object): Promise<void> {
  await rows(sql`
    insert into policies (organisation_id, scope, settings)
    values (${stored.organisationId}, ${scope}, ${JSON.stringify(settings)}::jsonb)
    on conflict (organisation_id, scope) do update set settings = excluded.settings`);
}

async function policyOf(scope: string): Promise<unknown> {
  const [row] = await rows(sql`select settings from policies where scope = ${scope}`);
  return row?.["settings"];
}

/** A group with these members; returns its scope. */
async function makeGroup(name: string, ...members: readonly string[]): Promise<string> {
  const [made] = await rows(sql`
    insert into groups (organisation_id, name) values (${stored.organisationId}, ${name}) returning id::text`);
  const id = String(made?.["id"]);
  for (const member of members) {
    await rows(sql`insert into group_members (group_id, organisation_id, subject)
      values (${id}::uuid, ${stored.organisationId}, ${member})`);
  }
  return `group:${id}`;
}

const membersOf = async (group: string) =>
  (await rows(sql`select subject from group_members where 'group:' || group_id = ${group}`)).map(
    ({ subject }) => subject,
  );

async function membershipOf({ identity }: CodeUser): Promise<Membership> {
  const memberships = createMemberships({
    store: createMembershipStore(stored.db),
    accounts: createAccountStore(stored.db),
    clock: systemClock,
    log: pino({ level: "silent" }),
  });
  const { workspace, userId } = identity;
  const conversation = { platform: "slack", workspace, channel: "C1" } as const;
  const found = await memberships.membershipOf({ conversation, actor: { ...MAX, userId } });
  if (!found) throw new Error("the workspace is not claimed");
  return found;
}

/** Moves everything so far one day into the past. */
async function nextDay(): Promise<void> {
  // Only a test may change the ledger.
  await rows(sql`alter table ledger disable trigger ledger_amounts_stay`);
  await rows(sql`update ledger set counts_at = counts_at - interval '1 day'`);
  await rows(sql`alter table ledger enable trigger ledger_amounts_stay`);
  await rows(sql`
    update quota_windows set starts_at = starts_at - interval '1 day', ends_at = ends_at - interval '1 day'`);
}

describe("unlinking an identity", () => {
  it("creates an account with the same limits, pauses, blocks and use", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    await setQuota(stored, { scope: scopeOf(one), amount: 10 });
    await people.ask(one, 3);
    await people.join(one, other);
    await stored.makeEverything();
    await setPolicy("workspace:console:main", { blocked: [scopeOf(one)] });
    await setPolicy(scopeOf(one), { maxCount: 2, ownKeys: true, imageModel: "provider-a/image-2", talk: "make" });
    await rows(sql`insert into pauses (organisation_id, scope, paused_by)
      values (${stored.organisationId}, ${scopeOf(one)}, 'Ada')`);
    const alone = await people.unlink(other);
    expect(await rows(sql`select account_id from identities where user_id = ${other.identity.userId}`)).toEqual([
      { account_id: alone.accountId },
    ]);
    expect(await usedOf(stored, scopeOf(alone))).toBe(3);
    expect(await policyOf("workspace:console:main")).toEqual({ blocked: [scopeOf(one), scopeOf(alone)] });
    // Permissions and defaults are not limits.
    expect(await policyOf(scopeOf(alone))).toEqual({ maxCount: 2 });
    expect(await rows(sql`select paused_by from pauses where scope = ${scopeOf(alone)}`)).toEqual([
      { paused_by: "Ada" },
    ]);
    expect(await people.linking.unlink(alone)).toEqual({ kind: "single" });
    await setPolicy("workspace:console:main", {});
  });

  it("uses the identity's current account, whatever was cached", async () => {
    const [one, other] = await linkedPair();
    // `other` still names the account from before they were linked.
    const alone = await people.unlink(other);
    expect(await rows(sql`select account_id from identities where user_id = ${other.identity.userId}`)).toEqual([
      { account_id: alone.accountId },
    ]);
    expect(await rows(sql`select account_id from identities where user_id = ${one.identity.userId}`)).toEqual([
      { account_id: one.accountId },
    ]);
  });
});

describe("what an admin gave to an account stays with it", () => {
  it("access, groups and their keys: linking and unlinking passes none of them on", async () => {
    const [ada, bob] = [await newPerson(), await newPerson()];
    await setPolicy("organisation", { access: [scopeOf(ada)] });
    const makers = await makeGroup("Makers", scopeOf(ada));
    const fingerprint = await stored.enterKey(1);
    await rows(sql`update credentials set scope = ${makers} where fingerprint = ${fingerprint}`);
    await people.join(ada, bob);
    expect((await membershipOf(bob)).keys.image).toEqual({ kind: "group", id: makers.slice("group:".length) });

    const unlinked = await people.linking.unlink(bob);
    expect(unlinked).toMatchObject({ kind: "unlinked", left: { groups: ["Makers"], access: true, quotas: false } });
    expect(await policyOf("organisation")).toEqual({ access: [scopeOf(ada)] });
    expect(await membersOf(makers)).toEqual([scopeOf(ada)]);
    const { groups, keys, subjects } = await membershipOf(bob);
    expect({ groups, image: keys.image }).toEqual({ groups: [], image: undefined });
    expect(subjects).not.toContain(scopeOf(ada));
    expect((await membershipOf(ada)).keys.image).toBeDefined();
    await setPolicy("organisation", {});
  });

  it("a quota: both accounts together get no more than before, today and tomorrow", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    await setQuota(stored, { scope: scopeOf(one), amount: 10 });
    await people.join(one, other);
    const alone = await people.unlink(other);
    for (let day = 0; day < 2; day++) {
      await people.ask(one, 10);
      await expect(people.ask(alone, 1)).rejects.toMatchObject({ code: "over_quota" });
      await expect(people.ask(one, 1)).rejects.toMatchObject({ code: "over_quota" });
      await nextDay();
    }
    // Until an admin decides otherwise.
    await setQuota(stored, { scope: scopeOf(alone), amount: 2 });
    expect(await people.ask(alone, 2)).not.toBe("");
  });

  it("belongs to the joined account when they link again", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const team = await makeGroup("Team", scopeOf(one));
    await setQuota(stored, { scope: scopeOf(one), amount: 10 });
    await setQuota(stored, { scope: team, amount: 50, unit: "seconds" });
    await setQuota(stored, { scope: scopeOf(one), amount: 7_000_000, unit: "money:EUR", span: "month" });
    await people.join(one, other);
    const alone = await people.unlink(other);
    const inMoney = () => rows(sql`select scope, amount::integer, kept_by from money_quotas order by amount`);
    expect(await inMoney()).toEqual([
      { scope: scopeOf(alone), amount: 0, kept_by: expect.any(String) },
      { scope: expect.any(String), amount: 7_000_000, kept_by: null },
    ]);
    // It doesn't matter which of the two makes the code.
    await people.join(alone, one);
    expect(
      await rows(sql`select scope, unit, amount::integer, kept_by from quotas
        where scope in (${scopeOf(one)}, ${scopeOf(alone)}, ${team}) order by unit`),
    ).toEqual([
      { scope: scopeOf(alone), unit: "images", amount: 10, kept_by: null },
      { scope: team, unit: "seconds", amount: 50, kept_by: null },
    ]);
    expect(await inMoney()).toEqual([{ scope: scopeOf(alone), amount: 7_000_000, kept_by: null }]);
    expect(await membersOf(team)).toEqual([scopeOf(alone)]);
  });

  it("gives way to a quota that an admin set for another account", async () => {
    const [one, other, third] = [await newPerson(), await newPerson(), await newPerson()];
    await setQuota(stored, { scope: scopeOf(one), amount: 10 });
    await setQuota(stored, { scope: scopeOf(third), amount: 4 });
    await people.join(one, other);
    await people.join(third, await people.unlink(other));
    expect(await rows(sql`select amount::integer, kept_by from quotas where scope = ${scopeOf(third)}`)).toEqual([
      { amount: 4, kept_by: null },
    ]);
  });
});

describe("nobody escapes a rule by linking and unlinking", () => {
  it("the rules, blocks and quotas of a group restrict the new account too", async () => {
    const [ada, accomplice] = [await newPerson(), await newPerson()];
    const interns = await makeGroup("Interns", scopeOf(ada));
    await setPolicy(interns, { maxCount: 1, approveCount: 0 });
    await setPolicy(scopeOf(ada), { maxCount: 3, maxSeconds: 5 });
    await setPolicy("channel:console:main:quiet", { blocked: [interns] });
    await setQuota(stored, { scope: interns, amount: 5 });
    await people.join(accomplice, ada);
    const alone = await people.unlink(ada);
    expect(await policyOf(scopeOf(alone))).toEqual({ maxCount: 1, maxSeconds: 5, approveCount: 0 });
    expect(await policyOf("channel:console:main:quiet")).toEqual({ blocked: [interns, scopeOf(alone)] });
    await expect(people.ask(alone, 1)).rejects.toMatchObject({ code: "over_quota" });
  });

  it("a used-up quota stays used up, however many identities are separated and joined again", async () => {
    const [one, second, third] = [await newPerson(), await newPerson(), await newPerson()];
    await setQuota(stored, { scope: scopeOf(one), amount: 10 });
    await people.join(one, second);
    await people.join(one, third);
    await people.ask(one, 10);
    await stored.makeEverything();
    const [b, c] = [await people.unlink(second), await people.unlink(third)];
    expect(await people.join(b, c)).toMatchObject({ kind: "joined" });
    expect(await usedOf(stored, scopeOf(b))).toBe(10);
    await expect(people.ask(b, 1)).rejects.toMatchObject({ code: "over_quota" });
    expect(await people.join(one, b)).toMatchObject({ kind: "joined" });
    expect(await usedOf(stored, scopeOf(one))).toBe(10);
    await expect(people.ask(one, 1)).rejects.toMatchObject({ code: "over_quota" });
  });
});

describe("full lists", () => {
  const others = (count: number) => Array.from({ length: count }, (_, index) => `account:someone-${index}`);
  const change = { organisationId: "", actor: { accountId: undefined, name: "Ada", workspace: "console:main" } };
  const inOrganisation = { kind: "organisation", id: "" } as const;

  it.each(["access", "blocked"] as const)("of people (%s) do not grow, and stay readable", async (list) => {
    const [one, other] = await linkedPair();
    const full = [...others(MAX_POLICY_SUBJECTS - 1), scopeOf(one)];
    await setPolicy("organisation", { [list]: full });
    // A full list can't block the new account too, so unlinking is refused.
    expect(await people.linking.unlink(other)).toMatchObject({ kind: list === "access" ? "unlinked" : "full" });
    expect(await policyOf("organisation")).toEqual({ [list]: full });
    expect((await membershipOf(one)).policy[list]).toHaveLength(1);
    const policies = createPolicyStore(stored.db);
    const by = { ...change, organisationId: stored.organisationId };
    const { after } = await policies.change(by, inOrganisation, (before) => ({ ...before, maxCount: 3 }));
    expect(after.maxCount).toBe(3);
    await setPolicy("organisation", {});
  });

  it("of a group's members do not grow", async () => {
    const [one, other] = await linkedPair();
    const crowd = await makeGroup("Crowd", ...others(MAX_GROUP_MEMBERS - 1), scopeOf(one));
    await people.unlink(other);
    expect(await membersOf(crowd)).toHaveLength(MAX_GROUP_MEMBERS);
  });

  it("that exceed their bound can be read and shortened, but not extended", async () => {
    const ada = await newPerson();
    const tooLong = others(MAX_POLICY_SUBJECTS + 50);
    await setPolicy("organisation", { blocked: tooLong, maxCount: 3 });
    expect((await membershipOf(ada)).policy.blocked).toMatchObject([{ value: tooLong }]);
    const policies = createPolicyStore(stored.db);
    const by = { ...change, organisationId: stored.organisationId };
    expect(await policies.settings(stored.organisationId, inOrganisation)).toMatchObject({ blocked: tooLong });
    const blockedBy = (blocked: string[]) => policies.change(by, inOrganisation, (before) => ({ ...before, blocked }));
    await expect(blockedBy([...tooLong, "account:one-more"])).rejects.toThrow("too_big");
    expect((await blockedBy(tooLong.slice(1))).after.blocked).toHaveLength(MAX_POLICY_SUBJECTS + 49);
    expect((await policies.change(by, inOrganisation, (before) => ({ ...before, maxCount: 2 }))).after.maxCount).toBe(
      2,
    );
    await setPolicy("organisation", {});
  });
});
