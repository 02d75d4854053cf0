import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { BASE_URLS, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

let stored: StoredJobs;

beforeAll(async () => {
  stored = await openStoredJobs();
});

afterAll(() => stored.close());

async function aWorker(): Promise<string> {
  const id = randomUUID();
  await stored.store.register(id);
  return id;
}

describe("claiming after an admin lowered a key's limit", () => {
  const lower = (fingerprint: string, concurrency: number) =>
    stored.db.run((queries) =>
      queries.execute(`update credentials set concurrency = ${concurrency} where fingerprint = '${fingerprint}'`),
    );

  it.each([
    { held: "the upper slots", end: [0, 1], left: 0 },
    { held: "one below and one above", end: [0, 2], left: 0 },
    { held: "one above", end: [0, 1, 2], left: 1 },
    { held: "one below", end: [0, 2, 3], left: 1 },
    { held: "none", end: [0, 1, 2, 3], left: 2 },
  ])("counts every job that still holds a slot: $held", async ({ end, left }) => {
    await stored.endEverything();
    await stored.db.run((queries) => queries.execute("delete from slots"));
    const fingerprint = await stored.enterKey(4);
    await stored.accept(await stored.account("many"), 10);
    const workers = await Promise.all(Array.from({ length: 4 }, () => aWorker()));
    const held = await stored.store.claim(workers[0] ?? "", BASE_URLS);
    expect(held).toHaveLength(4);
    await lower(fingerprint, 2);
    for (const index of end) {
      const job = held[index];
      if (job) await stored.apply(job, { type: "refused", failure: { reason: "gateway" } });
    }
    const claimed = await Promise.all(workers.map((id) => stored.store.claim(id, BASE_URLS)));
    const rest = await stored.store.claim(workers[0] ?? "", BASE_URLS);
    expect([...claimed.flat(), ...rest]).toHaveLength(left);
    for (const job of [...held.filter((_, index) => !end.includes(index)), ...claimed.flat(), ...rest]) {
      await stored.apply(job, { type: "refused", failure: { reason: "gateway" } });
    }
    await lower(fingerprint, 4);
    await stored.endEverything();
  });
});

it("takes the first free slot, however PostgreSQL joins the tables", async () => {
  await stored.db.run((queries) => queries.execute("delete from slots"));
  const fingerprint = await stored.enterKey(4);
  const sql = postgres(stored.url, { max: 1 });
  onTestFinished(() => sql.end());
  // Gives the slots ids in another order than their numbers.
  await sql`delete from slots`;
  await sql`insert into slots (key_fingerprint, service, n) select ${fingerprint}, 'image', 5 - n from generate_series(1, 4) n`;
  await stored.accept(await stored.account("in order"), 2);
  const worker = await aWorker();
  await sql`set enable_nestloop = off`;
  await sql`set enable_hashjoin = off`;
  await sql`select from claim_jobs(${worker}, ${BASE_URLS.image}, null, 2, array[${stored.organisationId}::uuid])`;
  expect(await sql`select n from slots where job_id is not null order by n`).toEqual([{ n: 1 }, { n: 2 }]);
  await stored.endEverything();
});

it("claims nothing for a service without an address, and doesn't let it block others", async () => {
  await stored.db.run((queries) => queries.execute("delete from slots"));
  await stored.enterKey(2);
  await stored.accept(await stored.account("elsewhere"), 1);
  const worker = await aWorker();
  expect(await stored.store.claim(worker, { image: undefined, video: "http://gateway.test" })).toHaveLength(0);
  const [job] = await stored.store.claim(worker, BASE_URLS);
  expect(job?.baseUrl).toBe(BASE_URLS.image);
  await stored.endEverything();
  if (job) await stored.apply(job, { type: "refused", failure: { reason: "gateway" } });
});
