import { expect, it } from "vitest";
import { createRetrier, type Redo } from "../../../../src/worker/background/retry-requests.ts";
import { isRetry, retryKey, type RetryStore } from "../../../../src/core/job/recovery/recoveries.ts";
import { EaselError } from "../../../../src/lib/errors.ts";
import { createLog } from "../../../../src/lib/log/log.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const never = new AbortController().signal;
const DAY_MS = 24 * 3_600_000;

/** A retrier over a store in which these requests are due. `did` lists the outcome of each. */
function setUp(batchIds: readonly string[], redo: Redo, store: Partial<RetryStore> = {}, confirmedMsAgo = 0) {
  const lines: unknown[] = [];
  const did: string[] = [];
  const clock = createManualClock();
  const log = createLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) }, { clock });
  const confirmedAt = new Date(clock.now() - confirmedMsAgo);
  const retrier = createRetrier({
    store: {
      due: async () => batchIds.map((batchId) => ({ recoveryId: "r", batchId, jobIds: ["j"], confirmedAt })),
      hold: async () => true,
      repeated: async () => undefined,
      postpone: async ({ batchId }) => void did.push(`${batchId} postponed`),
      settle: async ({ batchId }, outcome) => void did.push(`${batchId} ${outcome}`),
      ...store,
    },
    redo,
    textOf: () => "done",
    clock: { ...clock, sleep: async (ms, signal) => (ms === 2_000 ? clock.sleep(ms, signal) : undefined) },
    log,
  });
  return { retrier, clock, lines, did };
}

const away = new EaselError("platform_unavailable", "away", { retryable: true });

it("each due request is made again, and the outcome is stored", async () => {
  const { retrier, did, lines } = setUp(["a", "b"], async ({ batchId }) =>
    batchId === "a" ? "retried" : "over_quota",
  );
  await retrier.retryDue("worker", never);
  expect(did).toEqual(["a retried", "b over_quota"]);
  expect(lines).toEqual([]);
});

it("a request is not repeated if that was done before a crash or by another worker", async () => {
  const asked: string[] = [];
  const { retrier, did } = setUp(["ours", "other", "new"], async ({ batchId }) => (asked.push(batchId), "retried"), {
    repeated: async ({ batchId }) => (batchId === "ours" || batchId === "other" ? batchId : undefined),
  });
  await retrier.retryDue("worker", never);
  expect(asked).toEqual(["new"]);
  expect(did).toEqual(["ours retried", "other again", "new retried"]);
});

it("a request that can't be made now waits without holding up the others", async () => {
  const { retrier, did, lines } = setUp(["stuck", "next"], async ({ batchId }) => {
    if (batchId === "stuck") throw away;
    return "retried";
  });
  await retrier.retryDue("worker", never);
  expect(did).toEqual(["stuck postponed", "next retried"]);
  expect(lines).toMatchObject([{ level: "info", batch: "stuck", msg: "a request could not be retried yet" }]);
});

it.each([
  ["after a day", away, DAY_MS + 1],
  ["immediately if a retry can't help", new Error("broken"), 0],
])("is given up %s", async (_when, error, ago) => {
  const { retrier, did, lines } = setUp(["a"], async () => Promise.reject(error), {}, ago);
  await retrier.retryDue("worker", never);
  expect(did).toEqual(["a failed"]);
  expect(lines).toMatchObject([{ level: "error", batch: "a", msg: "a request could not be retried" }]);
});

it("is not given up within a day", async () => {
  const { retrier, did } = setUp(["a"], async () => Promise.reject(away), {}, DAY_MS);
  await retrier.retryDue("worker", never);
  expect(did).toEqual(["a postponed"]);
});

it("another worker's requests are left alone, and nothing is held while nothing is due", async () => {
  const other = setUp(["a"], async () => "retried", { hold: async () => false });
  await other.retrier.retryDue("worker", never);
  expect(other.did).toEqual([]);
  let isHeld = false;
  const idle = setUp([], async () => "retried", { hold: async () => (isHeld = true) });
  await idle.retrier.retryDue("worker", never);
  expect(isHeld).toBe(false);
});

it("checks again every two seconds, even after an error, until it is stopped", async () => {
  let looked = 0;
  const stop = new AbortController();
  const { retrier, clock, lines } = setUp([], async () => "retried", {
    due: async () => {
      looked++;
      if (looked === 1) throw new Error("the database is away");
      return [];
    },
  });
  const running = retrier.run("worker", stop.signal);
  await expect.poll(() => clock.sleepers()).toBe(1);
  expect(lines).toMatchObject([{ level: "warn", msg: "confirmed retries could not be worked on; trying again" }]);
  clock.advance(2_000);
  await expect.poll(() => looked).toBe(2);
  await expect.poll(() => clock.sleepers()).toBe(1);
  stop.abort();
  await running.catch(() => {});
  expect(looked).toBe(2);
});

it("a stop ends the round before the next request", async () => {
  const stop = new AbortController();
  const { retrier, did } = setUp(["a", "b"], async () => (stop.abort(new Error("stopped")), "retried"));
  await expect(retrier.retryDue("worker", stop.signal)).rejects.toThrow("stopped");
  expect(did).toEqual(["a retried"]);
});

it("a retry's key names the recovery and the request", () => {
  const key = retryKey({ recoveryId: "r", batchId: "b" });
  expect(key).toBe("recovery:r:b");
  expect([isRetry(key), isRetry("message:recovery:")]).toEqual([true, false]);
});
