import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { knownChannels } from "../../../src/platforms/console/store/channel-store.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { createManualClock } from "../../support/manual-clock.ts";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, pino({ level: "silent" }));
  await db.run((queries) =>
    queries.execute("insert into console_channels (id, revision) values ('attic', 1), ('cellar', 2), ('porch', 3)"),
  );
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it("a limited number of channels' states is cached, and the oldest is dropped first", async () => {
  let reads = 0;
  const counting: Pick<Database, "run"> = {
    run: (work, deadlineMs) => {
      reads += 1;
      return db.run(work, deadlineMs);
    },
  };
  const channels = knownChannels(counting, createManualClock(), 2);
  const readsFor = async (...ids: readonly string[]): Promise<number> => {
    const before = reads;
    for (const id of ids) expect(await channels.stateOf(id)).toBe("open");
    return reads - before;
  };
  expect(await readsFor("attic", "cellar")).toBe(2);
  expect(await readsFor("attic", "cellar")).toBe(0);
  expect(await readsFor("porch")).toBe(1);
  expect(await readsFor("cellar", "porch")).toBe(0);
  expect(await readsFor("attic")).toBe(1);
});
