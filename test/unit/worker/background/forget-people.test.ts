import { expect, it } from "vitest";
import { createForgetter } from "../../../../src/worker/background/forget-people.ts";
import type { ForgettingStore } from "../../../../src/core/account/forgetting.ts";
import { createLog } from "../../../../src/lib/log/log.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const MINUTE_MS = 60_000;
const never = new AbortController().signal;

/** A forgetter over a store in which nothing is left of `accounts`. `did` lists the calls, with the place or the limit. */
function setUp(accounts: readonly string[], store: Partial<ForgettingStore> = {}) {
  const lines: unknown[] = [];
  const did: unknown[] = [];
  const clock = createManualClock();
  const log = createLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) }, { clock });
  const forgetter = createForgetter({
    store: {
      open: async () => accounts,
      hold: async () => true,
      requests: async () => [],
      forgetRequest: async (id) => void did.push(id),
      deleteMessages: async () => 0,
      deleteUploads: async () => 0,
      finish: async (accountId) => did.push(`${accountId} finished`) > 0,
      ...store,
    },
    // Without the pauses between requests.
    clock: { ...clock, sleep: async (ms, signal) => (ms === MINUTE_MS ? clock.sleep(ms, signal) : undefined) },
    log,
  });
  return { forgetter, clock, lines, did };
}

const pageOf = (size: number, name: string) =>
  Array.from({ length: size }, (_, at) => ({ id: `${name}${at}`, at: `2026-01-01 00:00:${at}` }));

it("a person who can't be forgotten now doesn't delay the others", async () => {
  const { forgetter, did, lines } = setUp(["stuck", "other"], {
    requests: async (accountId) => {
      if (accountId === "stuck") throw new Error("a statement takes too long");
      return [];
    },
  });
  await forgetter.forgetAll("worker", never);
  expect(did).toEqual(["other finished"]);
  expect(lines).toMatchObject([
    { level: "warn", account: "stuck", msg: "forgetting a person failed; trying again" },
    { level: "info", account: "other", msg: "a person was forgotten" },
  ]);
});

it("requests are read page after page, each once, and messages and uploads until none is left", async () => {
  const places: unknown[] = [];
  let [messages, uploads] = [3, 2];
  const { forgetter, did } = setUp(["max"], {
    requests: async (_account, after, limit) => {
      places.push(after?.id);
      return after === undefined ? pageOf(limit, "a") : pageOf(2, "b");
    },
    deleteMessages: async (_account, limit) => (messages-- > 1 ? limit : 0),
    deleteUploads: async (_account, limit) => (uploads-- > 1 ? limit : 1),
  });
  await forgetter.forgetAll("worker", never);
  expect(places).toEqual([undefined, "a49"]);
  expect(did).toEqual([...pageOf(50, "a"), ...pageOf(2, "b")].map(({ id }) => id).concat("max finished"));
  expect([messages, uploads]).toEqual([0, 0]);
});

it("a worker forgets nobody while another one holds the lease, and needs no lease while the list is empty", async () => {
  const { forgetter, did } = setUp(["max"], { hold: async () => false });
  await forgetter.forgetAll("worker", never);
  expect(did).toEqual([]);
  let held = 0;
  const idle = setUp([], { hold: async () => ++held > 0 });
  await idle.forgetter.forgetAll("worker", never);
  expect(held).toBe(0);
});

it("a person with data left is checked again, and not reported as forgotten", async () => {
  const { forgetter, lines } = setUp(["max"], { finish: async () => false });
  await forgetter.forgetAll("worker", never);
  expect(lines).toEqual([]);
});

it("a worker that is stopping leaves the rest to the next one", async () => {
  const stopping = new AbortController();
  const { forgetter, did, lines } = setUp(["max", "kim"], {
    requests: async () => pageOf(3, "a"),
    forgetRequest: async (id) => {
      did.push(id);
      stopping.abort(new Error("stopping"));
    },
  });
  await expect(forgetter.forgetAll("worker", stopping.signal)).rejects.toThrow("stopping");
  expect(did).toEqual(["a0"]);
  expect(lines).toEqual([]);
});

it("is tried again every minute, even if the list of people can't be read", async () => {
  let rounds = 0;
  const { forgetter, clock, lines } = setUp([], {
    open: async () => {
      rounds += 1;
      if (rounds === 1) throw new Error("the database went away");
      return [];
    },
  });
  const stopping = new AbortController();
  const running = forgetter.run("worker", stopping.signal);
  await expect.poll(() => lines).toMatchObject([{ level: "warn", err: { message: "the database went away" } }]);
  await expect.poll(() => clock.sleepers()).toBe(1);
  clock.advance(MINUTE_MS);
  await expect.poll(() => rounds).toBe(2);
  stopping.abort(new Error("stopping"));
  await expect(running).rejects.toThrow("stopping");
});
