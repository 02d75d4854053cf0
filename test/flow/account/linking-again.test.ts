import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CodeUser, Linking } from "../../../src/core/account/linking.ts";
import { CODE_TRIES } from "../../../src/db/accounts/code-store.ts";
import { MAX_MOVED_JOBS } from "../../../src/lib/limits.ts";
import { openLinkedPeople, type LinkedPeople } from "../../support/database/linked-people.ts";

let people: LinkedPeople;
let linking: Linking;

beforeAll(async () => {
  people = await openLinkedPeople();
  ({ linking } = people);
});
afterAll(() => people.stored.close());

const newPerson = (name?: string) => people.newPerson(name);
const rows = (query: SQL) => people.rows(query);
const join = (maker: CodeUser, other: CodeUser) => people.join(maker, other);

describe("a code", () => {
  it("counts as a try even if it is right, so that nobody links again and again", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    let now = other;
    for (let tries = 0; tries < CODE_TRIES; tries++) {
      expect(await join(one, now)).toMatchObject({ kind: "joined" });
      now = await people.unlink(now);
    }
    expect(await join(one, now)).toMatchObject({ kind: "too_many" });
    await rows(sql`update code_tries set since = now() - interval '11 minutes'`);
    expect(await join(one, now)).toMatchObject({ kind: "joined" });
  });

  it("counts as a try if the merge fails or is refused, and can be entered again within the limit", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const code = await linking.makeCode(one, "account");
    await rows(sql`create function fail() returns trigger language plpgsql as $$ begin raise 'failed'; end $$`);
    await rows(sql`create trigger fails before delete on accounts execute function fail()`);
    for (let tries = 0; tries < CODE_TRIES; tries++) {
      await expect(linking.redeem(other, "account", code)).rejects.toMatchObject({ cause: { message: "failed" } });
    }
    await rows(sql`drop trigger fails on accounts`);
    expect(await linking.redeem(other, "account", code)).toMatchObject({ kind: "too_many" });
    const colleague = await people.newPerson("Bob", one.identity.workspace);
    for (let tries = 0; tries < CODE_TRIES; tries++) {
      expect(await linking.redeem(colleague, "account", code)).toEqual({ kind: "same_workspace" });
    }
    expect(await linking.redeem(colleague, "account", code)).toMatchObject({ kind: "too_many" });
  });

  it("that is made deletes earlier tries once they no longer count", async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    await join(one, other);
    await rows(sql`update code_tries set since = now() - interval '11 minutes'`);
    await linking.makeCode(one, "account");
    expect(await rows(sql`select who from code_tries`)).toEqual([]);
  });
});

describe("of two accounts", () => {
  const writesOf = ({ accountId }: CodeUser) =>
    rows(sql`select xmin::text from jobs where account_id = ${accountId}::uuid order by id`);

  it("the one with fewer jobs is absorbed, even if it made the code, so that a long history is never moved again", async () => {
    const [one, other] = [await newPerson("Ada"), await newPerson("Lin")];
    await people.addEnded(other, 2_000);
    const before = await writesOf(other);
    expect(before).toHaveLength(2_000);
    // The answer names the account whose code it was.
    expect(await join(one, other)).toEqual({ kind: "joined", name: "Ada" });
    const alone = await people.unlink(one);
    expect(await join(alone, other)).toMatchObject({ kind: "joined" });
    expect(await join(other, await people.unlink({ ...one, accountId: other.accountId }))).toMatchObject({
      kind: "joined",
    });
    expect(await writesOf(other)).toEqual(before);
    expect(await rows(sql`select user_id from identities where account_id = ${other.accountId}::uuid`)).toHaveLength(2);
  });

  it("at least one must have few enough jobs to be moved", async () => {
    const [one, other, third] = [await newPerson(), await newPerson(), await newPerson()];
    await people.addEnded(one, MAX_MOVED_JOBS.account + 1);
    await people.addEnded(other, MAX_MOVED_JOBS.account + 1);
    expect(await join(one, other)).toEqual({ kind: "long_history" });
    expect(await rows(sql`select user_id from identities where account_id = ${one.accountId}::uuid`)).toHaveLength(1);
    expect(await join(third, other)).toMatchObject({ kind: "joined" });
  });
});
