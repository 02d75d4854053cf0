import { expect, it } from "vitest";
import { measuredDatabase } from "../../../../src/app/metrics/database.ts";
import { createMeters } from "../../../../src/app/metrics/meters.ts";
import type { Database } from "../../../../src/db/connection.ts";
import { DatabaseBusyError, DatabaseUnavailableError, EaselError } from "../../../../src/lib/errors.ts";
import { totalOf } from "../../../support/metrics/samples.ts";

const elsewhere = (): never => expect.unreachable("no part of these tests");

/** A measured database whose calls all run `call`. */
function setUp(call: () => Promise<never>) {
  const meters = createMeters();
  const db: Database = {
    run: call,
    runDirect: call,
    runSoon: call,
    transaction: call,
    changeQuotas: call,
    listen: elsewhere,
    onStatus: elsewhere,
    close: elsewhere,
  };
  return { meters, db: measuredDatabase(db, meters) };
}

it.each([
  ["busy", new DatabaseBusyError("busy")],
  ["unavailable", new DatabaseUnavailableError("away")],
  ["answered", new EaselError("over_quota", "a refusal by the database")],
  ["failed", new Error("syntax error")],
])("measures a call as %s, and passes its error on", async (outcome, error) => {
  const { meters, db } = setUp(() => Promise.reject(error));
  await expect(db.run(elsewhere)).rejects.toBe(error);
  await expect(db.runSoon(elsewhere)).rejects.toBe(error);
  const count = totalOf(await meters.text(), "easel_database_call_seconds_count", { pool: "background", outcome });
  const soon = totalOf(await meters.text(), "easel_database_call_seconds_count", { pool: "interactive", outcome });
  expect([count, soon]).toEqual([1, 1]);
});

it("shows how many calls are under way", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const { meters, db } = setUp(() => promise);
  const calls = [db.run(elsewhere), db.transaction(elsewhere), db.changeQuotas("o", elsewhere)];
  const underWay = async () => totalOf(await meters.text(), "easel_database_calls", { pool: "background" });
  expect(await underWay()).toBe(3);
  reject(new Error("over"));
  await Promise.allSettled(calls);
  expect(await underWay()).toBe(0);
  expect(totalOf(await meters.text(), "easel_database_connections", { pool: "background" })).toBeGreaterThan(0);
});

it("measures no wait of a call that never began", async () => {
  const { meters, db } = setUp(() => Promise.reject(new DatabaseUnavailableError("away")));
  await Promise.allSettled([db.transaction(elsewhere), db.changeQuotas("o", elsewhere), db.run(elsewhere)]);
  expect(totalOf(await meters.text(), "easel_database_wait_seconds_count")).toBe(0);
});
