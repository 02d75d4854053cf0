import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ImageJob } from "../../../src/sandbox/image/image-job.ts";
import { stepAt } from "../../../src/sandbox/image/lifecycle.ts";
import { openCalls, type Call } from "../../../src/sandbox/calls.ts";
import { openJournal, readLines } from "../../../src/sandbox/journal.ts";
import { openStore } from "../../../src/sandbox/sandbox-store.ts";

const NOW = Date.UTC(2026, 0, 1);
const DAY = 24 * 3_600_000;
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "easel-store-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function jobNamed(id: string, createdAt = NOW): ImageJob {
  return {
    id,
    owner: "owner",
    createdAt,
    startAt: createdAt + 1000,
    endAt: createdAt + 2000,
    place: 1,
    idempotency: { key: `key of ${id}`, hash: "hash" },
    picture: {
      prompt: "a fox",
      model: "provider-a/image-2",
      width: 16,
      height: 16,
      tier: "1K",
      format: "png",
      transparent: false,
      seed: 1,
      images: [],
    },
  };
}

describe("the journal", () => {
  it("returns every record, and skips a line that a crash cut off", async () => {
    const path = join(dataDir, "lines");
    const journal = openJournal(path, [{ first: 1 }]);
    journal.append({ second: "灯塔\nline" }, { third: 3 });
    journal.close();
    await appendFile(path, '{"torn": "by a cra');
    expect([...readLines(path)]).toEqual([{ first: 1 }, { second: "灯塔\nline" }, { third: 3 }]);
  });

  it("decodes characters that are split between two reads", () => {
    const path = join(dataDir, "lines");
    const text = "灯".repeat(700_000);
    openJournal(path, [{ text }, { after: true }]).close();
    expect([...readLines(path)]).toEqual([{ text }, { after: true }]);
  });

  it("is empty without a file", () => {
    expect([...readLines(join(dataDir, "absent"))]).toEqual([]);
  });
});

describe("the store", () => {
  it("keeps a cancelled edit cancelled when its images arrive, or fail to, in the same millisecond", () => {
    const store = openStore(dataDir, NOW);
    const edits = ["a", "b"].map((id) => ({ ...jobNamed(id), pending: true }));
    for (const edit of edits) {
      store.addImageJob(edit);
      store.cancel(edit, NOW + 3000);
      if (edit.id === "a") store.resolveInputs(edit, [{ file: "hash" }], NOW + 3000);
      else store.failInputs(edit, "image_download_failed", NOW + 3000);
      expect(stepAt(edit, NOW + 9000).step).toMatchObject({ phase: "cancelled", at: NOW + 3000 });
    }
    expect(store.activeJobs("owner", "image", NOW + 9000)).toBe(0);
    store.close();
  });

  it("is the same after it was reopened", () => {
    const first = openStore(dataDir, NOW);
    first.setPort(4321);
    first.advance(5000);
    first.addImageJob(jobNamed("a"));
    const cancelled = jobNamed("b");
    first.addImageJob(cancelled);
    first.cancel(cancelled, NOW + 10);
    first.addFault({ match: { method: "GET" }, action: { type: "hang" }, times: 2 });
    first.takeFault("GET", "/anything");
    const key = first.signingKey;
    first.close();

    const second = openStore(dataDir, NOW);
    expect(second.signingKey).toEqual(key);
    expect(second.port()).toBe(4321);
    expect(second.clockOffset()).toBe(5000);
    expect(second.imageJob("a")).toEqual(jobNamed("a"));
    expect(second.imageJob("b")?.cancelledAt).toBe(NOW + 10);
    expect(second.imageJobOfKey("owner", "key of a")?.id).toBe("a");
    expect(second.imageJobOfKey("another", "key of a")).toBeUndefined();
    expect(second.faults()).toMatchObject([{ times: 1 }]);
    second.close();
  });

  it("is compacted at the start", async () => {
    const first = openStore(dataDir, NOW);
    for (let second = 0; second < 50; second += 1) first.advance(1000);
    first.close();
    openStore(dataDir, NOW).close();
    const lines = (await readFile(join(dataDir, "journal.jsonl"), "utf8")).trim().split("\n");
    expect(lines).toHaveLength(2);
  });

  it("forgets jobs a month after they ended, not before", () => {
    const first = openStore(dataDir, NOW);
    first.addImageJob(jobNamed("old", NOW - 31 * DAY));
    first.addImageJob(jobNamed("recent", NOW - 29 * DAY));
    first.close();
    const second = openStore(dataDir, NOW);
    expect(second.imageJob("old")).toBeUndefined();
    expect(second.imageJobOfKey("owner", "key of old")).toBeUndefined();
    expect(second.imageJob("recent")?.id).toBe("recent");
    second.close();
  });

  it("counts an owner's jobs that have not ended", () => {
    const store = openStore(dataDir, NOW);
    const [a, b] = [jobNamed("a"), jobNamed("b")];
    store.addImageJob(a);
    store.addImageJob(b);
    expect(store.activeJobs("owner", "image", NOW)).toBe(2);
    expect(store.queuedJobs("owner", NOW)).toBe(2);
    store.cancel(a, NOW + 5);
    expect(store.activeJobs("owner", "image", NOW + 5)).toBe(1);
    expect(store.queuedJobs("owner", NOW + 5)).toBe(1);
    expect(store.activeJobs("owner", "image", NOW + 2000)).toBe(0);
    expect(store.activeJobs("owner", "video", NOW)).toBe(0);
    expect(store.activeJobs("another", "image", NOW)).toBe(0);
    store.close();
  });
});

describe("the call list", () => {
  const call: Call = {
    at: NOW,
    method: "GET",
    path: "/",
    headers: {},
    body: null,
    bodySha256: null,
    requestId: "req_1",
    status: null,
    fault: null,
  };

  it("combines a call with its outcome", () => {
    const calls = openCalls(dataDir);
    calls.saw(call);
    calls.saw({ ...call, requestId: "req_2" });
    calls.ended("req_1", 202, null);
    expect(calls.list()).toEqual([
      { ...call, status: 202 },
      { ...call, requestId: "req_2" },
    ]);
    calls.clear();
    expect(calls.list()).toEqual([]);
    calls.close();
  });

  it("survives a line that a crash cut off", async () => {
    const first = openCalls(dataDir);
    first.saw(call);
    first.close();
    await appendFile(join(dataDir, "calls.jsonl"), '{"saw": {"at"');
    const second = openCalls(dataDir);
    second.saw({ ...call, requestId: "req_2" });
    expect(second.list().map(({ requestId }) => requestId)).toEqual(["req_1", "req_2"]);
    second.close();
  });
});
