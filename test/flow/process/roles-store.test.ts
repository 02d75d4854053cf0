import { SET_ASIDE_MS } from "../../../src/db/jobs/adopt-jobs.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isSetAside } from "../../../src/core/job/job.ts";
import type { Job } from "../../../src/core/job/job-store.ts";
import { BASE_URLS, CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

let stored: StoredJobs;

beforeAll(async () => {
  stored = await openStoredJobs();
});

afterAll(() => stored.close());

/** A newly registered worker. */
async function aWorker(former?: string): Promise<string> {
  const id = randomUUID();
  await stored.store.register(id, former);
  return id;
}

/** Makes the worker's last heartbeat so old that it counts as dead. */
async function kill(workerId: string): Promise<void> {
  await stored.db.run((queries) =>
    queries.execute(`update workers set beat = now() - interval '1 minute' where id = '${workerId}'`),
  );
}

async function jobOf(batchId: string): Promise<Job> {
  const [job] = await stored.store.jobsOf(batchId);
  if (!job) throw new Error("a batch without jobs");
  return job;
}

describe("a job whose workers die", () => {
  beforeEach(async () => {
    await stored.endEverything();
    await stored.enterKey(20);
  });

  it("counts workers that died while sending it, until it progresses, but not those that died while watching it", async () => {
    const batchId = await stored.accept(await stored.account("deadly"), 1);
    let worker = await aWorker();
    await stored.store.claim(worker, BASE_URLS);
    for (const deaths of [1, 2]) {
      const next = await aWorker();
      await kill(worker);
      const { jobs } = await stored.store.takeOver(next, false);
      expect(jobs.map((job) => [job.id, job.deaths])).toEqual([[(await jobOf(batchId)).id, deaths]]);
      worker = next;
    }
    const running = await stored.apply(await jobOf(batchId), CREATED);
    expect(running.deaths).toBe(0);
    const watcher = await aWorker();
    await kill(worker);
    expect((await stored.store.takeOver(watcher, false)).jobs.map((job) => job.deaths)).toEqual([0]);
    const made = await stored.apply(await jobOf(batchId), { type: "remote_completed", usage: undefined });
    let fetcher = await aWorker();
    await kill(watcher);
    expect(made.state).toBe("succeeded");
    // It was only waiting to be fetched.
    let [taken] = (await stored.store.takeOver(fetcher, false)).jobs;
    expect(taken?.deaths).toBe(0);
    for (const deaths of [1, 2, 3]) {
      if (!taken) throw new Error("not taken over");
      await stored.store.noteHandling(taken, true);
      const next = await aWorker();
      await kill(fetcher);
      [taken] = (await stored.store.takeOver(next, false)).jobs;
      fetcher = next;
      expect(taken).toMatchObject({ deaths });
      const isAside = taken !== undefined && isSetAside(taken, Date.now());
      expect(isAside).toBe(deaths === 3);
    }
    expect((taken?.notBefore.getTime() ?? 0) - Date.now()).toBeGreaterThan(SET_ASIDE_MS - 60_000);
    // Records the beginning and the end of the handling.
    if (taken) await stored.store.noteHandling(taken, true);
    if (taken) await stored.store.noteHandling(taken, false);
    const last = await aWorker();
    await kill(fetcher);
    expect((await stored.store.takeOver(last, false)).jobs.map((job) => job.deaths)).toEqual([3]);
  });

  it("doesn't count a worker that stopped, or one that was only away", async () => {
    const batchId = await stored.accept(await stored.account("innocent"), 1);
    const stopped = await aWorker();
    await stored.store.claim(stopped, BASE_URLS);
    await stored.store.retire(stopped);
    const away = await aWorker();
    expect((await stored.store.takeOver(away, false)).jobs.map((job) => job.deaths)).toEqual([0]);
    await kill(away);
    const other = await aWorker();
    expect((await stored.store.takeOver(other, false)).jobs.map((job) => job.deaths)).toEqual([1]);
    await aWorker(away);
    expect((await jobOf(batchId)).deaths).toBe(0);
  });
});

describe("posting for a workspace", () => {
  const reconcilerOf = async (batchId: string): Promise<unknown> => {
    const rows = await stored.db.run((queries) =>
      queries.execute(`select worker_id from batches where id = '${batchId}'`),
    );
    return rows[0]?.["worker_id"];
  };

  it("belongs to one of several competing workers, which gets all later batches and the orphaned ones", async () => {
    await stored.db.run((queries) => queries.execute("delete from workers; update batches set closed_at = now()"));
    const accountId = await stored.account("asker");
    const workers = await Promise.all(Array.from({ length: 5 }, () => aWorker()));
    const first = await stored.accept(accountId, 1);
    const taken = await Promise.all(workers.map((id) => stored.store.takeBatch(first, id)));
    expect(taken.flatMap((one) => one.workspaces)).toEqual(["console:main"]);
    const poster = workers[taken.findIndex((one) => one.batchIds.length > 0)] ?? "";
    expect(await reconcilerOf(first)).toBe(poster);
    const second = await stored.accept(accountId, 1);
    expect(await reconcilerOf(second)).toBe(poster);
    expect((await stored.store.ownedBy(poster)).batchIds.toSorted()).toEqual([first, second].toSorted());

    const survivors = workers.filter((id) => id !== poster);
    await kill(poster);
    const after = await Promise.all(survivors.map((id) => stored.store.takeOver(id, false)));
    expect(after.flatMap((one) => one.batchIds).toSorted()).toEqual([first, second].toSorted());
    expect(after.flatMap((one) => one.workspaces)).toEqual(["console:main"]);
    const heir = survivors[after.findIndex((one) => one.batchIds.length > 0)];
    expect(await reconcilerOf(await stored.accept(accountId, 1))).toBe(heir);
  });

  it("finds a batch that was assigned to a worker just as it was declared dead", async () => {
    const [lost, living] = [randomUUID(), await aWorker()];
    const batchId = await stored.accept(await stored.account("orphaned"), 1);
    await stored.db.run((queries) =>
      queries.execute(`update batches set worker_id = '${lost}' where id = '${batchId}';
        update jobs set worker_id = '${lost}', state = 'running' where batch_id = '${batchId}'`),
    );
    const taken = await stored.store.takeOver(living, true);
    expect(taken.batchIds).toContain(batchId);
    expect(taken.jobs.map((job) => job.batchId)).toContain(batchId);
  });
});
