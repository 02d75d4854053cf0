import { expect, it } from "vitest";
import { createRetention } from "../../../../src/worker/background/delete-old-rows.ts";
import type { Kept, RetentionStore } from "../../../../src/core/account/retention.ts";
import { DAY_MS } from "../../../../src/lib/limits.ts";
import { createLog } from "../../../../src/lib/log/log.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const HOUR_MS = 3_600_000;
const never = new AbortController().signal;

/** The kinds that are kept as long as requests. */
const OF_REQUESTS = ["requests", "messages", "files", "notes", "windows", "warnings", "moneyWarnings"];

interface Call {
  readonly what: Kept;
  readonly before: Date;
  readonly limit: number;
}

/** A retention over a store that answers with these numbers of rows, then with none. */
function setUp(
  { keepDays, keepAuditDays }: { readonly keepDays?: number; readonly keepAuditDays?: number },
  store: Partial<RetentionStore> = {},
) {
  const lines: unknown[] = [];
  const calls: Call[] = [];
  const clock = createManualClock();
  const log = createLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) }, { clock });
  const retention = createRetention({
    store: {
      hold: async () => true,
      deleteOld: async (what, before, limit) => {
        calls.push({ what, before, limit });
        return (await store.deleteOld?.(what, before, limit)) ?? 0;
      },
      ...(store.hold && { hold: store.hold }),
    },
    keepDays,
    keepAuditDays,
    // Without the pauses between statements.
    clock: { ...clock, sleep: async (ms, signal) => (ms === HOUR_MS ? clock.sleep(ms, signal) : undefined) },
    log,
  });
  return { retention, clock, lines, calls };
}

it("nothing is deleted unless it is configured", async () => {
  const { retention, calls } = setUp({});
  await retention.run("worker", never);
  expect(Object.values(await retention.sweep("worker", never)).filter((deleted) => deleted > 0)).toEqual([]);
  expect(calls).toEqual([]);
});

it("each kind is deleted by its own number of days, in parts, until fewer are found than a part has", async () => {
  let parts = 0;
  const { retention, clock, calls, lines } = setUp(
    { keepDays: 60, keepAuditDays: 90 },
    { deleteOld: async (what, _before, limit) => (what === "requests" && ++parts < 3 ? limit : 1) },
  );
  const deleted = await retention.sweep("worker", never);
  const [kept, audited] = [60, 90].map((days) => new Date(clock.now() - days * DAY_MS));
  expect(calls.map(({ what }) => what)).toEqual(["requests", "requests", ...OF_REQUESTS, "audit"]);
  expect(calls.map(({ before }) => before)).toEqual([kept, kept, ...OF_REQUESTS.map(() => kept), audited]);
  const others = [...OF_REQUESTS.slice(1), "audit"].map((what) => ({ [what]: 1 }));
  expect(deleted).toEqual(Object.assign({ requests: 2 * (calls[0]?.limit ?? 0) + 1 }, ...others));
  expect(lines).toMatchObject([{ level: "info", requests: deleted.requests, msg: "old rows deleted" }, ...others]);
});

it.each([
  [{ keepDays: 60 }, OF_REQUESTS],
  [{ keepAuditDays: 90 }, ["audit"]],
])("with %o, only %j are deleted", async (days, kinds) => {
  const { retention, calls, lines } = setUp(days);
  await retention.sweep("worker", never);
  expect(calls.map(({ what }) => what)).toEqual(kinds);
  expect(lines).toEqual([]);
});

it("a worker stops when another one deletes", async () => {
  let mine = 2;
  const { retention, calls } = setUp(
    { keepDays: 60 },
    { hold: async () => mine-- > 0, deleteOld: async (_what, _before, limit) => limit },
  );
  expect(await retention.sweep("worker", never)).toMatchObject({ requests: 2 * (calls[0]?.limit ?? 0), messages: 0 });
  expect(calls).toHaveLength(2);
});

it("deletions are logged even if a later one fails, and that one is tried again in an hour", async () => {
  let fails = true;
  const { retention, clock, calls, lines } = setUp(
    { keepDays: 60 },
    {
      deleteOld: async (what) => {
        if (what === "messages" && fails) throw new Error("the database went away");
        return what === "requests" && fails ? 3 : 0;
      },
    },
  );
  const stopping = new AbortController();
  const running = retention.run("worker", stopping.signal);
  await expect
    .poll(() => lines)
    .toMatchObject([
      { level: "info", requests: 3, msg: "old rows deleted" },
      { level: "warn", err: { message: "the database went away" }, msg: "old rows could not be deleted; trying again" },
    ]);
  expect(calls).toHaveLength(2);
  fails = false;
  await expect.poll(() => clock.sleepers()).toBe(1);
  clock.advance(HOUR_MS);
  await expect.poll(() => calls.length).toBe(2 + OF_REQUESTS.length);
  expect(lines).toHaveLength(2);
  stopping.abort(new Error("stopping"));
  await expect(running).rejects.toThrow("stopping");
});
