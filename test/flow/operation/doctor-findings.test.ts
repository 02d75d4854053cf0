import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { databaseFindings, silentWorkspaces } from "../../../src/db/doctor/doctor-store.ts";
import type { PlatformName } from "../../../src/core/chat/conversation.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

/** The fewest requests in a week after which a day without one is reported. */
const BUSY_WEEK = 51;

let stored: StoredJobs;
let account: string;

beforeAll(async () => {
  stored = await openStoredJobs();
  account = await stored.account("Max");
  for (let index = 0; index < BUSY_WEEK; index++) await stored.accept(account, 1);
  await stored.db.run((queries) => queries.execute(sql`update batches set conversation = 'slack:T1:C1'`));
});
afterAll(() => stored.close());

const silent = (connections: readonly PlatformName[] = ["slack"]) =>
  silentWorkspaces(stored.db, ["console:main", "slack:T1"], connections);

async function age(hours: number): Promise<void> {
  await stored.db.run((queries) =>
    queries.execute(sql`update batches set created_at = now() - ${hours} * interval '1 hour' - interval '1 minute'`),
  );
}

it("names a workspace from which many requests came in the last week, but none in the last day", async () => {
  expect(await silent()).toEqual([]);
  expect(await silentWorkspaces(stored.db, [], ["slack"])).toEqual([]);
  await age(23);
  expect(await silent()).toEqual([]);
  await age(26);
  expect(await silent()).toEqual([{ part: "silent", workspace: "slack:T1", hours: 26 }]);
});

it("leaves out the Console, and platforms that are not connected", async () => {
  expect(await silent(["discord"])).toEqual([]);
  const moveTo = (conversation: string) =>
    stored.db.run((queries) => queries.execute(sql`update batches set conversation = ${conversation}`));
  await moveTo("console:main:general");
  expect(await silent()).toEqual([]);
  await moveTo("slack:T1:C1");
  expect(await silent()).toHaveLength(1);
});

it("names no workspace with fewer requests, or with none in the whole week", async () => {
  await age(8 * 24);
  expect(await silent()).toEqual([]);
  await age(26);
  await stored.db.run((queries) =>
    queries.execute(
      sql`update batches set created_at = now() - interval '8 days' where id = (select id from batches limit 1)`,
    ),
  );
  expect(await silent()).toEqual([]);
});

it("counts the jobs that wait because the gateway answered 429, and compares the clocks", async () => {
  const examine = (clock = { now: () => systemClock.now() }) =>
    databaseFindings(stored.db, stored.organisationId, clock);
  expect((await examine()).filter(({ part }) => part === "busy")).toEqual([]);
  await stored.db.run((queries) =>
    queries.execute(sql`
      update jobs set failure = '{"reason": "gateway", "status": 429}' where id in (select id from jobs limit 3)`),
  );
  expect(await examine()).toContainEqual({ part: "busy", waiting: 3 });
  const [database] = await examine({ now: () => systemClock.now() - 3_600_000 });
  expect(database).toMatchObject({ part: "database", kind: "answers" });
  const aheadMs = database?.part === "database" && database.kind === "answers" ? database.aheadMs : 0;
  expect(Math.round(aheadMs / 60_000)).toBe(60);
});

it("counts the results of the last day that were made but not delivered", async () => {
  const examine = async () =>
    (await databaseFindings(stored.db, stored.organisationId, systemClock)).filter(
      ({ part }) => part === "undelivered",
    );
  const [lost, sent, early] = (
    await stored.db.run((queries) => queries.execute<{ id: string }>(sql`select id from batches limit 3`))
  ).map(({ id }) => id);
  const post = (id: string | undefined, kind: string, state: string) =>
    stored.db.run((queries) =>
      queries.execute(sql`insert into posts (batch_id, kind, state) values (${id}, ${kind}, ${state})`),
    );
  await stored.db.run((queries) =>
    queries.execute(sql`
      update batches set closed_at = now() - case when id = ${early} then interval '2 days' else interval '1 hour' end`),
  );
  for (const id of [lost, sent, early]) await post(id, "result", "undeliverable");
  await post(lost, "direct", "undeliverable");
  await post(sent, "direct", "posted");
  // Nothing was made for this one.
  expect(await examine()).toEqual([]);
  await stored.db.run((queries) => queries.execute(sql`update jobs set state = 'succeeded'`));
  expect(await examine()).toEqual([{ part: "undelivered", results: 1 }]);
});
