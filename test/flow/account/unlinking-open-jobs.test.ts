import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CodeUser } from "../../../src/core/account/linking.ts";
import { openLinkedPeople, type LinkedPeople } from "../../support/database/linked-people.ts";
import type { StoredJobs } from "../../support/database/stored-jobs.ts";

let people: LinkedPeople;
let stored: StoredJobs;

beforeAll(async () => {
  people = await openLinkedPeople();
  ({ stored } = people);
});
afterAll(() => stored.close());

const BOUND = 10;

/** Asks with the account that the person has now. */
async function ask({ identity }: CodeUser, count: number): Promise<string> {
  return stored.accept(await accountOf({ identity }), count, undefined, undefined, { mostWaiting: BOUND });
}

async function accountOf({ identity }: Pick<CodeUser, "identity">): Promise<string> {
  const [row] = await people.rows(sql`
    select account_id::text as id from identities where user_id = ${identity.userId}`);
  return String(row?.["id"]);
}

describe("an account with open jobs", () => {
  it("keeps its identities until the jobs are done, so that unlinking can't double the bound", async () => {
    const [one, other] = [await people.newPerson(), await people.newPerson()];
    await ask(other, BOUND);
    // So that the account with the open jobs is absorbed.
    await people.addEnded(one, BOUND);
    expect(await people.join(one, other)).toMatchObject({ kind: "joined" });
    expect(await people.linking.unlink(other)).toEqual({ kind: "busy", jobs: BOUND });
    expect(await accountOf(other)).toBe(one.accountId);
    await expect(ask(other, 1)).rejects.toMatchObject({ code: "too_many_waiting", waiting: BOUND });
    // Jobs at the gateway count towards the other bound.
    const jobs = await stored.claimEverything();
    expect(jobs).toHaveLength(BOUND);
    expect(await people.linking.unlink(other)).toEqual({ kind: "busy", jobs: BOUND });
    for (const job of jobs) await stored.apply(job, { type: "refused", failure: { reason: "gateway" } });
    expect(await people.linking.unlink(other)).toMatchObject({ kind: "unlinked" });
  });

  it("counts clips, jobs that wait for approval, and jobs that are not written yet", async () => {
    const [one, other] = [await people.newPerson(), await people.newPerson()];
    await people.join(one, other);
    await stored.hold(one.accountId, 2);
    await stored.accept(one.accountId, 1, undefined, undefined, { service: "video", unit: "seconds" });
    await stored.accept(one.accountId, 3, undefined, undefined, { jobsLater: true });
    expect(await people.linking.unlink(other)).toEqual({ kind: "busy", jobs: 6 });
  });
});
