import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDeliveryStore } from "../../../src/db/delivery/delivery-store.ts";
import type { DeliveryStore } from "../../../src/core/delivery/delivery-store.ts";
import { createFittingStore } from "../../../src/db/delivery/fitting-store.ts";
import { createMediaLedger } from "../../../src/db/delivery/media-ledger.ts";
import { createProposalStore, PROPOSAL_MS } from "../../../src/db/jobs/proposal-store.ts";
import { DAY_MS } from "../../../src/lib/limits.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { thumbnailName } from "../../../src/media/store/content-name.ts";
import { createFolderStore } from "../../../src/media/store/folder-store.ts";
import { MediaBusyError } from "../../../src/media/store/ledger.ts";
import type { SweepableStore } from "../../../src/media/store/media-store.ts";
import { createSweeper, type Sweeper, SWEEP_MEDIA_AT_ONCE } from "../../../src/media/store/sweeper.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";
import { CREATED, openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const KEEP_DAYS = 30;
const KEEP_MS = KEEP_DAYS * DAY_MS;
const HOUR = 1 / 24;
const never = new AbortController().signal;
let stored: StoredJobs;
let folder: string;
let clock: ManualClock;
let ledger: ReturnType<typeof createMediaLedger>;
let media: SweepableStore;
let sweeper: Sweeper;
let worker: string;

beforeAll(async () => {
  stored = await openStoredJobs();
  folder = await mkdtemp(join(tmpdir(), "easel-sweep-"));
});

afterAll(async () => {
  await stored.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await stored.db.run((queries) => queries.execute(sql`truncate media, fittings, leases`));
  clock = createManualClock();
  ledger = createMediaLedger(stored.db, clock.now);
  media = await createFolderStore(folder, {
    claim: (content, { unusedMs = KEEP_MS }) => ledger.claim(content, clock.now() - KEEP_MS + unusedMs),
  });
  sweeper = createSweeperOn(media);
  worker = await register();
});

function createSweeperOn(store: SweepableStore): Sweeper {
  const parts = { ledger, store, folders: [], keepMs: KEEP_MS };
  return createSweeper({ ...parts, clock, log: createLog("silent") });
}

async function register(): Promise<string> {
  const id = randomUUID();
  await stored.store.register(id);
  return id;
}

/** Ends the worker, and lets the others take over. */
async function bury(id: string): Promise<void> {
  await stored.store.retire(id);
  await stored.store.takeOver(worker, false);
}

/** Stores unique content. */
async function keep(text: string = randomUUID()): Promise<string> {
  return (await media.put(Readable.from([Buffer.from(text)]), { maxBytes: 1_000 })).hash;
}

/** Keeps some content for an hour, as the file of a request that has not been accepted. */
async function keepForRequest(text: string = randomUUID()): Promise<string> {
  return (await media.put(Readable.from([Buffer.from(text)]), { maxBytes: 1_000, unusedMs: HOUR * DAY_MS })).hash;
}

const deliveries = (): DeliveryStore => createDeliveryStore(stored.db, { changed: () => {} });
const isKept = async (hash: string): Promise<boolean> => (await media.size(hash)) !== undefined;
const sweep = (): Promise<number> => sweeper.sweep(worker, never);
const wait = (days: number): void => clock.advance(days * DAY_MS);

async function rows(): Promise<number> {
  const [row] = await stored.db.run((queries) =>
    queries.execute<{ count: number }>(sql`select count(*)::int as count from media`),
  );
  return row?.count ?? -1;
}

/** An open batch with one finished job, whose artifact is this content. */
async function openBatchWith(hash: string): Promise<string> {
  await stored.enterKey(1);
  const batchId = await stored.accept(await stored.account("Max"), 1);
  const [job] = await stored.store.claim(worker, { image: "http://gateway.test", video: undefined });
  if (!job) throw new Error("nothing was claimed");
  await stored.apply(await stored.apply(job, CREATED), { type: "remote_completed", usage: undefined });
  const content = { hash, bytes: 1, mimeType: "image/png", width: undefined, height: undefined };
  await deliveries().artifactFetched(job.id, content);
  return batchId;
}

describe("content is swept", () => {
  it("when it was unused for the retention time, to the day", async () => {
    const hash = await keep();
    wait(KEEP_DAYS - 1);
    const young = await keep();
    expect(await sweep()).toBe(0);
    wait(1.01);
    expect(await sweep()).toBe(1);
    expect([await isKept(hash), await isKept(young)]).toEqual([false, true]);
    expect(await rows()).toBe(1);
  });

  it("with its thumbnails, which the ledger does not know", async () => {
    const hash = await keep();
    await media.keepThumbnails(hash, [{ width: 320, bytes: Buffer.from("small") }]);
    expect(await rows()).toBe(1);
    wait(KEEP_DAYS + 1);
    expect(await sweep()).toBe(1);
    expect([await isKept(hash), await isKept(thumbnailName(hash, 320))]).toEqual([false, false]);
  });

  it("unless it was stored or used again meanwhile", async () => {
    const [again, needed] = [await keep("the same"), await keep()];
    wait(KEEP_DAYS - 1);
    await keep("the same");
    expect(await ledger.use([needed])).toEqual([]);
    wait(2);
    expect(await sweep()).toBe(0);
    expect([await isKept(again), await isKept(needed)]).toEqual([true, true]);
  });

  it("unless an open batch uses or made it, until that is closed", async () => {
    const [reference, artifact, fitted] = [await keep(), await keep(), await keep()];
    const batchId = await openBatchWith(artifact);
    await stored.db.run((queries) =>
      queries.execute(
        sql`update batches set request = jsonb_set(request, '{references}', jsonb_build_array(jsonb_build_object('hash', ${reference}::text)))
            where id = ${batchId}`,
      ),
    );
    const smaller = { hash: fitted, bytes: 1, mimeType: "image/webp", width: 1, height: 1 };
    await createFittingStore(stored.db).keepFitting(artifact, 10, smaller);
    wait(KEEP_DAYS * 3);
    expect(await sweep()).toBe(0);
    await deliveries().close(batchId, 0);
    expect(await sweep()).toBe(3);
    expect(await Promise.all([reference, artifact, fitted].map(isKept))).toEqual([false, false, false]);
    // No smaller version of swept content is offered.
    expect(await createFittingStore(stored.db).fitting(artifact, 10)).toBeUndefined();
  });

  it("if it is a request's file after an hour, unless the request was accepted by then", async () => {
    const [refused, accepted] = [await keepForRequest(), await keepForRequest()];
    expect(await ledger.use([accepted])).toEqual([]);
    wait(HOUR * 0.99);
    expect(await sweep()).toBe(0);
    wait(HOUR * 0.02);
    expect(await sweep()).toBe(1);
    expect([await isKept(refused), await isKept(accepted)]).toEqual([false, true]);
    wait(KEEP_DAYS - 0.1);
    expect(await sweep()).toBe(0);
    expect(await isKept(accepted)).toBe(true);
    wait(0.1);
    expect(await sweep()).toBe(1);
    expect(await isKept(accepted)).toBe(false);
  });

  it("unless it was stored before, even if the same file was sent again for a request", async () => {
    const hash = await keep("the same");
    expect(await keepForRequest("the same")).toBe(hash);
    wait(HOUR * 2);
    expect(await sweep()).toBe(0);
  });

  it("unless a proposal refers to it, until that expires", async () => {
    const hash = await keepForRequest();
    const [organisation] = await stored.db.run((queries) =>
      queries.execute<{ id: string }>(sql`select id::text from organisations`),
    );
    const reference = { kind: "image", hash, mimeType: "image/png", name: "cat.png", bytes: 1 } as const;
    await createProposalStore(stored.db).keep({
      id: randomUUID(),
      kind: "ask",
      organisationId: organisation?.id ?? "",
      accountId: await stored.account("Max"),
      conversation: { platform: "console", workspace: "main", channel: "general" },
      requestMessage: undefined,
      parent: undefined,
      isPrivate: false,
      request: { kind: "image", model: "provider-a/image-2", prompt: "a fox", count: 1, references: [reference] },
    });
    wait(HOUR * 2);
    expect(await sweep()).toBe(0);
    await stored.db.run((queries) =>
      queries.execute(sql`update proposals set created_at = created_at - ${PROPOSAL_MS} * interval '1 millisecond'`),
    );
    expect(await sweep()).toBe(1);
    expect(await isKept(hash)).toBe(false);
  });

  it("even if there is more than one round can remove", async () => {
    const count = SWEEP_MEDIA_AT_ONCE + 5;
    await stored.db.run((queries) =>
      queries.execute(sql`
        insert into media (hash, bytes, last_used_at)
        select encode(sha256(n::text::bytea), 'hex'), 1, ${new Date(clock.now()).toISOString()}::timestamptz
        from generate_series(1, ${count}) as n`),
    );
    wait(KEEP_DAYS + 1);
    expect(await sweep()).toBe(count);
    expect(await rows()).toBe(0);
  });
});

describe("the sweeper", () => {
  it("is one worker, until it ends", async () => {
    const hash = await keep();
    wait(KEEP_DAYS + 1);
    const other = await register();
    expect(await ledger.holdSweep(other)).toBe(true);
    expect(await sweep()).toBe(0);
    expect(await ledger.doom(worker, clock.now(), 10)).toEqual([]);
    expect(await isKept(hash)).toBe(true);
    await bury(other);
    expect(await sweep()).toBe(1);
  });

  it("continues where a killed one stopped", async () => {
    const hash = await keep();
    wait(KEEP_DAYS + 1);
    const killed = await register();
    await ledger.holdSweep(killed);
    expect(await ledger.doom(killed, clock.now() - KEEP_DAYS * DAY_MS, 10)).toEqual([hash]);
    await bury(killed);
    expect(await sweep()).toBe(1);
    expect(await isKept(hash)).toBe(false);
    expect(await rows()).toBe(0);
  });

  it("removes nothing once it has lost its lease", async () => {
    const hashes = [await keep(), await keep()];
    wait(KEEP_DAYS + 1);
    const stop = new AbortController();
    const removed: string[] = [];
    const slow = createSweeperOn({
      ...media,
      remove: async (hash) => {
        removed.push(hash);
        stop.abort(new Error("no lease"));
      },
    });
    await expect(slow.sweep(worker, stop.signal)).rejects.toThrow("no lease");
    expect(removed).toHaveLength(1);
    expect(hashes).toContain(removed[0]);
  });
});

describe("content that is requested while it is swept", () => {
  it("is gone for readers, and writers wait", async () => {
    const hash = await keep("wanted");
    wait(KEEP_DAYS + 1);
    const during: unknown[] = [];
    const between = createSweeperOn({
      ...media,
      remove: async (one) => {
        during.push(await ledger.use([one]), await keep("wanted").catch((error: unknown) => error));
        await media.remove(one);
        during.push(await keep("wanted").catch((error: unknown) => error));
      },
    });
    expect(await between.sweep(worker, never)).toBe(1);
    expect(during).toEqual([[hash], expect.any(MediaBusyError), expect.any(MediaBusyError)]);
    expect(await keep("wanted")).toBe(hash);
    expect(await isKept(hash)).toBe(true);
    expect(await sweep()).toBe(0);
  });

  it("is either kept or known to be gone, in any interleaving", async () => {
    for (let round = 0; round < 40; round++) {
      const hash = await keep(`round ${round}`);
      wait(KEEP_DAYS + 1);
      const [gone] = await Promise.all([
        round % 2 === 0
          ? ledger.use([hash])
          : keep(`round ${round}`).then(
              () => [],
              () => [hash],
            ),
        sweep(),
      ]);
      expect(await isKept(hash)).toBe(gone.length === 0);
    }
  });
});
