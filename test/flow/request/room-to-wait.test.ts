import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TooManyWaitingError } from "../../../src/core/account/bounds.ts";
import { connectDatabase } from "../../../src/db/connection.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import type { NewBatch } from "../../../src/core/job/job-store.ts";
import { BASE_URLS, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

let stored: StoredJobs;
let account: string;

beforeEach(async () => {
  stored = await openStoredJobs();
  account = await stored.account("Max");
});

afterEach(() => stored.close());

const ask = (count: number, changes: Partial<NewBatch> = {}, through = stored.store): Promise<string> =>
  stored.accept(account, count, randomUUID(), undefined, { mostWaiting: 10, ...changes }, through);
const refusal = (work: Promise<unknown>): Promise<TooManyWaitingError> =>
  work.then(
    () => Promise.reject(new Error("not refused")),
    (error: unknown) => (error instanceof TooManyWaitingError ? error : Promise.reject(error)),
  );
const batches = async (): Promise<number> => {
  const [row] = await stored.db.run((queries) => queries.execute("select count(*)::integer as n from batches"));
  return Number(row?.["n"]);
};

describe("the bound on a member's waiting jobs", () => {
  it("is exact, and a refused request leaves nothing behind", async () => {
    await ask(7);
    expect(await refusal(ask(4))).toMatchObject({ code: "too_many_waiting", waiting: 7 });
    expect(await batches()).toBe(1);
    await ask(3);
    expect(await refusal(ask(1))).toMatchObject({ waiting: 10 });
    expect(await batches()).toBe(2);
  });

  it("counts held jobs, clips, and requests whose jobs are not written yet", async () => {
    await stored.hold(account, 3);
    await ask(2, { service: "video", unit: "seconds" });
    await ask(4, { jobsLater: true });
    expect(await refusal(ask(2))).toMatchObject({ waiting: 9 });
    await ask(1);
  });

  it("has room again once jobs are claimed, and is separate for each member", async () => {
    await stored.enterKey(4);
    await ask(10);
    await refusal(ask(1));
    await stored.accept(await stored.account("Ada"), 10, randomUUID(), undefined, { mostWaiting: 10 });
    const worker = randomUUID();
    await stored.store.register(worker);
    const claimed = await stored.store.claim(worker, BASE_URLS);
    const mine = claimed.filter((job) => job.accountId === account);
    expect(mine).toHaveLength(2);
    await ask(2);
    expect(await refusal(ask(1))).toMatchObject({ waiting: 10 });
    // Jobs that return to waiting need no room.
    for (const job of mine) await stored.apply(job, { type: "not_sent", delayMs: 0 });
    expect(await refusal(ask(1))).toMatchObject({ waiting: 12 });
  });

  it("is never exceeded by simultaneous requests in four processes", async () => {
    const pools = Array.from({ length: 4 }, () => connectDatabase(stored.url, pino({ level: "silent" })));
    const stores = pools.map((db) => createJobStore(db, { changed() {}, freed() {}, time() {} }));
    const asked = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        ask(2, { mostWaiting: 25, jobsLater: index % 2 === 0 }, stores[index % stores.length]),
      ),
    );
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(12);
    for (const one of asked) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(TooManyWaitingError);
    await Promise.all(pools.map((db) => db.close()));
  });

  it("recognises a repeated event instead of refusing it", async () => {
    const key = randomUUID();
    expect(await stored.accept(account, 10, key, undefined, { mostWaiting: 10 })).not.toBe("");
    expect(await stored.accept(account, 10, key, undefined, { mostWaiting: 10 })).toBe("");
  });
});
